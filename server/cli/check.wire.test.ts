/** `called-it check` over its real wire with a person's predictions: the document, the end, the record. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Run } from '../core/outcome.ts';
import { Prediction } from '../core/prediction.ts';
import { Frozen } from '../core/record.ts';
import { Verdict } from '../core/verdict.ts';
import { type BuiltCommand, buildCommand } from './testing/calledIt.ts';

const program = `
def total(prices, k=1):
    return sum(prices) * k

def grow(xs):
    xs.append(0)
    print("grown")
    return xs

def fail(key):
    raise KeyError(key)

def odd():
    return object()

from collections import namedtuple
pair = namedtuple('pair', 'a b')
`;

const CheckDocument = z.object({
  record: z.object({ id: z.string(), at: z.string(), frozen: Frozen, corpus: z.string() }).nullable(),
  verdict: Verdict,
  prediction: Prediction,
  run: Run,
});

let command: BuiltCommand;
let folder = '';

beforeAll(() => {
  command = buildCommand();
});
afterAll(() => command.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-check-'));
  writeFileSync(join(folder, 'm.py'), program);
  return () => rmSync(folder, { recursive: true });
});

async function check(...words: readonly string[]) {
  const { stdout, status } = await command.run(['check', 'm.py', ...words, '--json'], { cwd: folder });
  return { status, document: CheckDocument.parse(JSON.parse(stdout)) };
}

function corpusLines(): readonly string[] {
  const file = join(folder, '.called-it', 'corpus.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

describe('verdicts and ends', () => {
  test.each([
    ['a right value', ['total([1, 2], k=3)', '--predict', '9'], 'right', 0],
    ['a wrong value', ['total([1, 2], k=3)', '--predict', '6'], 'wrong', 1],
    ['a right exception', ['fail("b")', '--raises', 'KeyError'], 'right', 0],
    ['a wrong exception', ['fail("b")', '--raises', 'ValueError'], 'wrong', 1],
    ['a value for an exception', ['fail("b")', '--predict', 'None'], 'wrong', 1],
    ['wrong arguments, foreseen', ['total()', '--raises', 'TypeError'], 'right', 0],
    [
      'a change foretold',
      ['grow(xs)', '--setup', 'xs = [1]', '--predict', '[1, 0]', '--state', 'xs=[1, 0]'],
      'right',
      0,
    ],
    ['a change not foretold', ['grow(xs)', '--setup', 'xs = [1]', '--predict', '[1, 0]'], 'wrong', 1],
    ['printed text', ['grow([])', '--predict', '[0]', '--state', 'xs=[0]', '--stdout', 'grown\n'], 'right', 0],
    ['what cannot be compared', ['odd()', '--predict', '<object object>'], 'undecided', 0],
    ['a class without a literal', ['odd()', '--predict', 'object()'], 'undecided', 0],
    ['a class whose name starts small', ['pair(1, 2)', '--predict', 'pair(a=1, b=2)'], 'right', 0],
    ['a function that is no class', ['total([3])', '--predict', 'pair(1, 2)'], 'noAnswer', 0],
    ['what cannot be read', ['total([1])', '--predict', 'well, one'], 'noAnswer', 0],
  ])('%s', async (_, words, kind, end) => {
    const { status, document } = await check(...words);
    expect({ kind: document.verdict.kind, status }).toEqual({ kind, status: end });
  });

  test('a wrong value says where, and how sure the person was', async () => {
    const { document } = await check('[total([1]), total([2])]', '--predict', '[1, 3]', '--confidence', '70');
    expect(document.verdict.aspects[0]).toMatchObject({ aspect: 'return', kind: 'wrong', firstDifference: '[1]' });
    expect(document.prediction).toMatchObject({ predictor: { kind: 'person' }, confidence: { stated: 0.7 } });
  });
});

describe('the record', () => {
  test('is one line, frozen before the run, and nothing is left pending', async () => {
    const { document } = await check('total([1])', '--predict', '1');
    const [line = '', ...more] = corpusLines();
    expect(more).toEqual([]);
    expect(line).toContain(document.record?.id);
    expect(document.record?.corpus).toBe(join(folder, '.called-it', 'corpus.jsonl'));
    expect(document.record === null ? '' : document.record.frozen.at < document.record.at).toBe(true);
    expect(readdirSync(join(folder, '.called-it', 'pending'))).toEqual([]);
    expect(readFileSync(join(folder, '.called-it', '.gitignore'), 'utf8')).toContain('*');
  });

  test('is not made where the call never began', async () => {
    const { status, stdout } = await command.run(['check', 'm.py', 'nothing()', '--predict', '1', '--json'], {
      cwd: folder,
    });
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ record: null, run: { outcome: { kind: 'notRun' } } });
    expect(corpusLines()).toEqual([]);
  });

  test('is not made where nobody wants it', async () => {
    const { document } = await check('total([1])', '--predict', '1', '--no-record');
    expect(document.record).toBeNull();
    expect(existsSync(join(folder, '.called-it'))).toBe(false);
  });

  test('goes behind a broken line, which stays', async () => {
    await check('total([1])', '--predict', '1');
    writeFileSync(join(folder, '.called-it', 'corpus.jsonl'), '{"half a line', { flag: 'a' });
    await check('total([2])', '--predict', '2');
    const lines = corpusLines();
    expect(lines).toHaveLength(3);
    expect(() => JSON.parse(lines[2] ?? '')).not.toThrow();
  });

  test('that cannot be written is said before anything runs', async () => {
    writeFileSync(join(folder, 'taken'), '');
    const words = ['check', 'm.py', 'total([1])', '--predict', '1', '--corpus', 'taken/corpus', '--json'];
    const { status, stdout } = await command.run(words, { cwd: folder });
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'corpusReadOnly' } });
  });
});

describe('the terminal', () => {
  test('shows the verdict first, then the real run, then where it is kept', async () => {
    const { stdout, status } = await command.run(
      ['check', 'm.py', 'total([1, 2], k=3)', '--predict', '6', '--confidence', '92'],
      { cwd: folder },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ predicted 6 \(92 %\) · really 9\n/);
    expect(stdout).toMatch(/\nreturned +9 +int\n/);
    expect(stdout).toMatch(/\nkept +[0-9a-f]{12} in \.called-it\/corpus\.jsonl\n$/);
  });

  test.each([
    [['total([1])', '--predict', '1', '--raises', 'KeyError'], 'A call returns or raises, not both.'],
    [['total([1', '--predict', '1'], 'is not a call that can be run'],
    [['total([1])', '--predict', '1', '--confidence', '200'], 'It must be a number from 0 to 100.'],
    [['total([1])', '--predict', '1', '--question', 'coverage'], 'Questions of kind `coverage` are not asked yet.'],
  ])('%j is refused with 2', async (words, message) => {
    const { status, stderr } = await command.run(['check', 'm.py', ...words], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('an input question', () => {
  test.each([
    ['[3, 0], 3', 'right', 0],
    ['total([3], k=2)', 'wrong', 1],
    ['[int("9")]', 'noAnswer', 0],
  ])('%s: the claimed arguments are run, if they are literals', async (claim, kind, end) => {
    const { status, document } = await check('total([1, 2], k=3)', '--question', 'input', '--predict', claim);
    expect({ kind: document.verdict.kind, status }).toEqual({ kind, status: end });
  });

  test('needs a call that returns', async () => {
    const words = ['check', 'm.py', 'fail(1)', '--question', 'input', '--predict', '2', '--json'];
    const { status, stdout } = await command.run(words, { cwd: folder });
    expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 2, code: 'usage' });
  });
});
