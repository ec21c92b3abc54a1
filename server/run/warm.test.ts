/** A run in a fork of the loaded module gives what a fresh process gives, and is loaded anew when anything that it read has changed. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Run } from '../core/outcome.ts';
import type { Interpreter } from './python.ts';
import { openRunner, type Runner } from './run.ts';
import { headerOf } from './testing/expectation.ts';
import { optionsFor, probeOf, probeOfFile, testPython } from './testing/running.ts';

const never = new AbortController().signal;
const fixtures = resolve(import.meta.dirname, '../../test-fixtures');
let python: Interpreter;
let workspace: string;
let runner: Runner;

beforeAll(async () => {
  python = await testPython();
});
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'warm-'));
  runner = openRunner(silentLog);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await runner.close();
  await rm(workspace, { recursive: true, force: true });
});

/** What must be the same: all but times. */
function told(run: Run): unknown {
  const { durationMs: _duration, startMs: _start, ...rest } = run;
  return rest;
}

function run(code: string, expression: string, more: Partial<RunOptions> = {}): Promise<Run> {
  return runner.run(probeOf(code, expression), optionsFor(python, workspace, more), never);
}

/** Programs whose answer is another one each time, fresh or not. */
const varying = /getpid|getppid|urandom|fork|Thread|os\.kill/;

const programs = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.py'))
  .filter(name => !varying.test(readFileSync(join(fixtures, name), 'utf8')));

describe.skipIf(process.platform === 'win32')('fresh and loaded (not on Windows: there is no fork)', () => {
  test.each(programs)('%s gives the same both ways', { timeout: 60_000 }, async name => {
    const file = join(fixtures, name);
    const source = readFileSync(file, 'utf8');
    const header = source.includes('# call: ') ? headerOf(source) : null;
    const call = header?.call ?? 'sorted(name for name in globals() if name[0] != "_")';
    const options = optionsFor(python, dirname(file), {
      file,
      timeoutMs: header?.options.timeout ?? 2000,
      memoryMb: header?.options.memory ?? 1024,
    });
    const probe = await probeOfFile(file, call);
    const fresh = await runner.run(probe, options, never);
    for (const _ of [1, 2]) expect(told(await runner.run(probe, options, never))).toEqual(told(fresh));
  });

  const keeping = `import functools, random, itertools, tempfile, os, sys, logging
COUNT = 0
SEEN = []
numbers = itertools.count()
random.seed(5)
@functools.lru_cache(None)
def cached(n):
    SEEN.append(n)
    return n
class Registry:
    all = {}
def count():
    global COUNT
    COUNT += 1
    return COUNT, next(numbers)
def remember(n):
    return cached(n), SEEN
def register(name, into=[]):
    Registry.all[name] = len(Registry.all)
    into.append(name)
    return into
def write():
    with open("data.txt", "a") as file: file.write("x")
    with tempfile.NamedTemporaryFile("w", delete=False) as file: file.write("y")
    return open("data.txt").read(), sorted(os.listdir(os.environ["TMPDIR"])).__len__()
def first_descriptor():
    return os.open("/dev/null", os.O_RDONLY)
def modules():
    return sorted(name for name in sys.modules if "called" in name), sys.argv, sys.flags.dont_write_bytecode
def stack():
    frame, names = sys._getframe(), 0
    while frame: frame, names = frame.f_back, names + 1
    return frame
def talk():
    print("out"); sys.stderr.write("err\\n"); logging.warning("log")
`;
  test.each([
    'count()',
    'remember(3)',
    'register("a")',
    'write()',
    'first_descriptor()',
    'modules()',
    'stack()',
    'talk()',
  ])('%s does not remember the run before', async call => {
    const fresh = await run(keeping, call);
    expect(fresh.outcome.kind).toBe('returned');
    for (const _ of [1, 2, 3]) expect(told(await run(keeping, call))).toEqual(told(fresh));
    expect(await readdir(workspace)).toEqual([]);
  });

  test('random numbers of a run are not those of the run before', async () => {
    const texts = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { outcome } = await run('import random\ndef f():\n    return random.random()\n', 'f()');
      texts.add(outcome.kind === 'returned' ? outcome.repr : outcome.kind);
    }
    expect(texts.size).toBe(3);
  });
});

describe.skipIf(process.platform === 'win32')('a loaded module (not on Windows: there is no fork)', () => {
  const answer = async (file: string, more: Partial<RunOptions> = {}): Promise<string> => {
    const probe = await probeOfFile(file, 'f()');
    const { outcome } = await runner.run(probe, optionsFor(python, workspace, { file, ...more }), never);
    return outcome.kind === 'returned' ? outcome.repr : JSON.stringify(outcome);
  };
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(workspace, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    // Old enough that what was loaded is known to be what is there now.
    await utimes(file, 1e9, 1e9);
    return file;
  };

  test('is loaded anew when its file, or a module or file that it reads, has changed', async () => {
    const file = await write('main.py', 'import part\nDATA = open("data.txt").read()\ndef f(): return part.V, DATA\n');
    await write('part.py', 'V = 1\n');
    await write('data.txt', 'one');
    for (const _ of [1, 2, 3]) expect(await answer(file)).toBe("(1, 'one')");
    await writeFile(join(workspace, 'part.py'), 'V = 2\n');
    expect(await answer(file)).toBe("(2, 'one')");
    await writeFile(join(workspace, 'data.txt'), 'two');
    expect(await answer(file)).toBe("(2, 'two')");
    await writeFile(file, 'def f(): return 3\n');
    expect(await answer(file)).toBe('3');
  });

  test('is loaded anew when a file appears that its import would have found', async () => {
    const file = await write(
      'main.py',
      'try:\n    import extra\nexcept ImportError:\n    extra = None\ndef f(): return extra is None\n',
    );
    for (const _ of [1, 2, 3]) expect(await answer(file)).toBe('True');
    await write('extra.py', '');
    expect(await answer(file)).toBe('False');
  });

  test('belongs to one environment, input and text', async () => {
    const file = await write('main.py', 'import os\nV = os.environ.get("V")\ndef f(): return V\n');
    for (const _ of [1, 2, 3]) expect(await answer(file, { env: { V: 'a' } })).toBe("'a'");
    expect(await answer(file, { env: { V: 'b' } })).toBe("'b'");
    const changed = probeOf('def f(): return "buffer"\n', 'f()');
    const { outcome } = await runner.run(changed, optionsFor(python, workspace, { file }), never);
    expect(outcome).toMatchObject({ repr: "'buffer'" });
  });

  test('that loads only after a set-up holds the effects of no other set-up', async () => {
    const code = 'import os\nV = os.environ["V"]\ndef f(): return V\n';
    const setupOf = (value: string): string => (value === '' ? '' : `import os; os.environ["V"] = "${value}"`);
    for (const value of ['a', 'a', 'a', 'b', 'b', '', 'a']) {
      const probe = probeOf(code, 'f()', setupOf(value));
      const { outcome } = await runner.run(probe, optionsFor(python, workspace), never);
      expect(outcome).toMatchObject(value === '' ? { kind: 'notRun' } : { kind: 'returned', repr: `'${value}'` });
    }
  });

  test('that a call kills is loaded again', async () => {
    const code =
      'import os, signal\ndef f(): return 1\ndef g(): os.kill(os.getppid(), signal.SIGKILL); os.kill(0, signal.SIGKILL)\n';
    for (const call of ['f()', 'f()', 'g()', 'f()', 'g()', 'g()', 'f()']) {
      const { outcome } = await run(code, call);
      expect(outcome).toMatchObject(
        call === 'f()' ? { kind: 'returned', repr: '1' } : { kind: expect.stringMatching(/killed|blocked/) },
      );
    }
  });
});

describe.skipIf(process.platform !== 'linux')(
  'a loaded module whose calls do not end (Linux only: it counts on real walls)',
  () => {
    test('says each time where it was', { timeout: 60_000 }, async () => {
      const file = join(workspace, 'spin.py');
      await writeFile(file, 'def f(deep):\n    if deep: return f(deep - 1)\n    while True: pass\n');
      const probe = await probeOfFile(file, 'f(9)');
      for (let count = 0; count < 4; count += 1) {
        const { outcome } = await runner.run(probe, optionsFor(python, workspace, { file, timeoutMs: 300 }), never);
        expect(outcome).toMatchObject({ kind: 'timedOut', at: { file, line: 3 } });
      }
    });

    test('is rid of a fork bomb within a second of its deadline, on a busy machine too', {
      timeout: 60_000,
    }, async () => {
      const code = 'import os\ndef f():\n    while True:\n        try: os.fork()\n        except OSError: pass\n';
      const busy = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);']));
      try {
        for (const _ of [1, 2, 3]) {
          const begun = performance.now();
          const { outcome, startMs } = await run(code, 'f()', { timeoutMs: 1000 });
          expect(outcome.kind).toMatch(/timedOut|killed/);
          expect(performance.now() - begun - startMs).toBeLessThan(2000);
        }
        expect((await run(code, 'os.getpid() > 0')).outcome).toMatchObject({ repr: 'True' });
      } finally {
        for (const each of busy) each.kill('SIGKILL');
      }
    });
  },
);

describe.skipIf(process.platform !== 'linux')('many runs (Linux only: it looks into /proc)', () => {
  test('leave no file, descriptor or process behind, and memory flat', { timeout: 120_000 }, async () => {
    const code = 'def f(xs):\n    xs.append(1)\n    print(xs)\n    return xs\n';
    const temporary = await mkdtemp(join(tmpdir(), 'kept-'));
    vi.stubEnv('TMPDIR', temporary);
    for (let count = 0; count < 20; count += 1) await run(code, 'f([1])');
    expect(await readdir(temporary)).toHaveLength(1);
    const early = await supervisors();
    for (let count = 0; count < 150; count += 1) await run(code, 'f([1])');
    const late = await supervisors();
    expect(late.map(each => each.descriptors)).toEqual(early.map(each => each.descriptors));
    expect(late.map(each => each.pid)).toEqual(early.map(each => each.pid));
    for (const [index, { kilobytes }] of late.entries())
      expect(kilobytes).toBeLessThan((early[index]?.kilobytes ?? 0) * 1.1 + 512);
    await runner.close();
    expect(await readdir(temporary)).toEqual([]);
    expect(await supervisors()).toEqual([]);
    await rm(temporary, { recursive: true, force: true });
  });
});

/** The supervisors that this process has started, with what they hold. */
async function supervisors() {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async name => {
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
      if (!status.includes(`\nPPid:\t${process.pid}\n`)) return [];
      const descriptors = (await readdir(`/proc/${name}/fd`).catch(() => [])).length;
      return [{ pid: Number(name), descriptors, kilobytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) }];
    }),
  );
  return found.flat().filter(each => each.kilobytes > 0 && relative('', String(each.pid)) !== '');
}
