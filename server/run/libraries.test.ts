/** Values and models of widely used libraries, from PyPI: numpy, pydantic and attrs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Run } from '../core/outcome.ts';
import { openRunner } from './run.ts';
import { installed } from './testing/installed.ts';
import { interpreterOf } from './testing/interpreters.ts';
import { optionsFor, probeOf } from './testing/running.ts';

const packages = installed(interpreterOf('3.11'), ['numpy==1.26.4', 'pydantic==2.8.2', 'attrs==24.2.0']);
const runner = openRunner(silentLog);
afterAll(() => runner.close());

const code = `
import attrs, numpy as np, pydantic
A = np.zeros(2)
class User(pydantic.BaseModel):
    id: int
    name: str = "x"
@attrs.define
class Point:
    x: int
    y: list = attrs.field(factory=list)
def scale(a, k):
    a *= k
    A[1] = 5
    return a
def user(data): return User(**data)
def rename(u):
    u.name = "new"
    return u
def point(): return Point(1, [2])
def mean(a): return a.mean()
`;

async function run(expression: string): Promise<Run> {
  const cwd = await mkdtemp(join(tmpdir(), 'called-it-libraries-'));
  await writeFile(join(cwd, 'models.py'), code);
  const options = optionsFor([packages?.python ?? ''], cwd, {
    file: join(cwd, 'models.py'),
    timeoutMs: 20_000,
    runs: 2,
  });
  const done = await runner.run(probeOf(code, expression), options, new AbortController().signal);
  await rm(cwd, { recursive: true, force: true });
  return done;
}

const missing = packages === undefined;

describe.skipIf(missing)(
  missing ? 'Libraries (skipped: Python 3.11 or the packages are not to be had)' : 'Libraries',
  () => {
    test('numpy: values, changed arrays, aliases', async () => {
      const done = await run('scale(np.array([1.0, 2.0]), 3)');
      expect(done.outcome).toMatchObject({
        kind: 'returned',
        type: 'numpy.ndarray',
        value: { kind: 'ndarray', dtype: 'float64', shape: [2] },
      });
      expect(done.state.map(({ target, role }) => [target, role])).toEqual([
        ['a', 'argument'],
        ['A', 'global'],
      ]);
      expect(done.aliases).toEqual([{ result: true, target: 'a' }]);
      expect(done.certificate.stable).toBe(true);
      expect(done.python.packages).toMatchObject({ numpy: '1.26.4', pydantic: '2.8.2', attrs: '24.2.0' });
      expect((await run('mean(A)')).outcome).toMatchObject({ value: { kind: 'scalar', dtype: 'float64' } });
    }, 60_000);

    test('pydantic and attrs: fields as their texts show them, errors with their messages', async () => {
      expect((await run('user({"id": 3})')).outcome).toMatchObject({
        repr: "User(id=3, name='x')",
        value: {
          attributes: [
            ['id', 3],
            ['name', 'x'],
          ],
        },
      });
      const renamed = await run('rename(User(id=1))');
      expect(renamed.state).toMatchObject([{ target: 'u', role: 'argument', changed: true }]);
      const refused = await run('user({"id": "z"})');
      expect(refused.outcome).toMatchObject({
        kind: 'raised',
        exception: { message: expect.stringContaining('1 validation error for User') },
      });
      expect((await run('point()')).outcome).toMatchObject({
        repr: 'Point(x=1, y=[2])',
        value: { fields: ['x', 'y'] },
      });
    }, 60_000);
  },
);
