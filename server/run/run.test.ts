/** One probe, one run: deadlines, cancellation, environment, secrets, files, certificate, and the interpreter's own troubles. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import { Run } from '../core/outcome.ts';
import type { Interpreter } from './python.ts';
import { describeWalls, openRunner, type Runner } from './run.ts';
import { optionsFor, probeOf, probeOfFile, testPython } from './testing/running.ts';

const never = new AbortController().signal;
let python: Interpreter;
let runner: Runner;
let workspace: string;
let isFull = false;

beforeAll(async () => {
  python = await testPython();
  runner = openRunner(silentLog);
  isFull = (await describeWalls(python, never)).level === 'full';
});
afterAll(() => runner.close());
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'run-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(workspace, { recursive: true, force: true });
});

/** Runs a call of `code`, which no file holds. */
function run(code: string, expression: string, more: Partial<RunOptions> = {}, setup = ''): Promise<Run> {
  return runner.run(probeOf(code, expression, setup), optionsFor(python, workspace, more), never);
}

describe('outcomes', () => {
  test('a run is the document that scripts rely on', async () => {
    const done = await run('def f(xs):\n    xs.append(2)\n    print("hello")\n    return xs\n', 'f([1])');
    expect(Run.parse(done)).toEqual(done);
    expect(done).toMatchObject({
      outcome: { kind: 'returned', repr: '[1, 2]', type: 'builtins.list' },
      stdout: 'hello\n',
      stderr: '',
      aliases: [{ result: true, target: 'xs' }],
      state: [{ target: 'xs', role: 'argument', before: '[1]', after: '[1, 2]' }],
    });
  });

  test('what importing and making the arguments print is not the call’s', async () => {
    const code =
      'print("import")\ndef a():\n    print("argument")\n    return 1\ndef f(x):\n    print("call")\n    return x\n';
    expect((await run(code, 'f(a())', {}, 'print("setup")')).stdout).toBe('call\n');
  });

  test('a call that never began says which exception kept it, and whose fault that is', async () => {
    expect((await run('import nowhere_at_all\n', 'f()')).outcome).toMatchObject({
      kind: 'notRun',
      fault: 'program',
      reason: expect.stringContaining('ModuleNotFoundError'),
    });
    expect((await run('def f(x): pass\n', 'f(1 / 0)')).outcome).toMatchObject({
      kind: 'notRun',
      reason: expect.stringContaining('ZeroDivisionError'),
    });
  });

  test('canned lines are what the call reads', async () => {
    const done = await run('def f():\n    return input(), input()\n', 'f()', { stdin: 'one\ntwo\n' });
    expect(done.outcome).toMatchObject({ kind: 'returned', repr: "('one', 'two')" });
  });
});

describe('limits', () => {
  test('a call that does not end is ended at its deadline, with the line where it was', async () => {
    const begun = performance.now();
    const file = join(workspace, 'spin.py');
    await writeFile(file, 'def f():\n    while True:\n        pass\n');
    const probe = await probeOfFile(file, 'f()');
    const done = await runner.run(probe, optionsFor(python, workspace, { file, timeoutMs: 500 }), never);
    expect(done.outcome).toMatchObject({ kind: 'timedOut', reason: 'did not end within 0.5 s', at: { file } });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('an import that does not end is a call that never began', async () => {
    const { outcome } = await run('while True: pass\n', 'f()', { timeoutMs: 500 });
    expect(outcome).toMatchObject({ kind: 'notRun', reason: expect.stringContaining('importing') });
  });

  test('output is cut with its whole length told', async () => {
    const done = await run('def f():\n    print("é" * 200_000)\n', 'f()');
    expect(done.cut).toContain('stdout');
    expect(done.stdoutBytes).toBe(400_001);
    expect(done.stdout).toMatch(/^é+$/);
  });

  test('a cancelled run ends at once and leaves no process', async () => {
    const controller = new AbortController();
    const own = openRunner(silentLog);
    const code = 'import os, time\ndef f():\n    os.fork()\n    time.sleep(60)\n';
    const going = own.run(
      probeOf(code, 'f()'),
      optionsFor(python, workspace, { timeoutMs: 60_000 }),
      controller.signal,
    );
    await vi.waitFor(async () => expect(await processesIn(workspace)).not.toEqual([]), 10_000);
    controller.abort();
    await expect(going).rejects.toMatchObject({ code: 'cancelled' });
    await own.close();
    expect(await processesIn(workspace)).toEqual([]);
  });
});

describe('the environment of the code under test', () => {
  const code = 'import os\ndef f():\n    return dict(os.environ)\n';

  test('keys of models and clouds, our own variables and the one that holds the key are not there', async () => {
    const hidden = ['OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'CALLED_IT_API_KEY', 'MY_KEY', 'SSH_AUTH_SOCK'];
    for (const name of [...hidden, 'PLAIN']) vi.stubEnv(name, 'secret-value');
    const { outcome } = await run(code, 'f()', { hiddenVariable: 'MY_KEY', env: { FROM_FILE: 'yes', MY_KEY: 'no' } });
    const text = outcome.kind === 'returned' ? outcome.repr : '';
    expect(text).toContain("'PLAIN': 'secret-value'");
    expect(text).toContain("'FROM_FILE': 'yes'");
    for (const name of hidden) expect(text).not.toContain(name);
    expect(text).not.toContain('PYTHONHASHSEED');
  });

  test('what PYTHONPATH names is imported, and only inside the walls', async () => {
    const library = join(workspace, 'lib');
    await mkdir(library);
    await writeFile(join(library, 'from_path.py'), 'VALUE = 7\n');
    const { outcome } = await run('import from_path\ndef f():\n    return from_path.VALUE\n', 'f()', {
      env: { PYTHONPATH: library },
    });
    expect(outcome).toMatchObject({ kind: 'returned', repr: '7' });
  });
});

describe.skipIf(process.platform !== 'linux')('walls (Linux only)', () => {
  test('secrets of the home folder cannot be read', async () => {
    const home = join(workspace, 'home');
    const project = join(home, 'project');
    await mkdir(join(home, '.ssh'), { recursive: true });
    await mkdir(project);
    await writeFile(join(home, '.ssh', 'id_rsa'), 'PRIVATE');
    await writeFile(join(home, '.netrc'), 'machine secret');
    await writeFile(join(home, 'notes.txt'), 'plain');
    vi.stubEnv('HOME', home);
    const code =
      'import os, ctypes\ndef f(p):\n    return open(os.path.expanduser(p)).read()\ndef g(p):\n    fd = ctypes.CDLL(None).open(os.path.expanduser(p).encode(), 0)\n    return os.read(fd, 10) if fd >= 0 else b""\n';
    const own = openRunner(silentLog);
    const outcomeOf = async (call: string) =>
      (await own.run(probeOf(code, call), optionsFor(python, project), never)).outcome;
    expect(await outcomeOf('f("~/.ssh/id_rsa")')).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('tried to read'),
    });
    expect(await outcomeOf('f("~/.netrc")')).toMatchObject({ kind: 'blocked' });
    expect(await outcomeOf('g("~/.ssh/id_rsa")')).toMatchObject({ kind: 'returned', repr: "b''" });
    expect(await outcomeOf('g("~/.netrc")')).toMatchObject({ kind: 'returned', repr: "b''" });
    expect(await outcomeOf('f("~/notes.txt")')).toMatchObject({ kind: 'returned', repr: "'plain'" });
    await own.close();
  });

  test('files written are reported and thrown away, and those of the import are not the call’s', async context => {
    if (!isFull) context.skip('there is no overlay on this machine');
    await writeFile(join(workspace, 'kept.txt'), 'before');
    await writeFile(join(workspace, 'gone.txt'), 'bye');
    const code = `import os
open("made_by_import.txt", "w").close()
def f():
    with open("kept.txt", "a") as file:
        file.write(" after")
    os.remove("gone.txt")
    os.makedirs("new/folder")
    with open("new/a.txt", "w") as file:
        file.write("made")
    return sorted(os.listdir("."))
`;
    for (const _ of ['fresh', 'loaded']) {
      const done = await run(code, 'f()');
      expect(done.state.map(({ target, before, after }) => [target, before, after]).sort()).toEqual([
        ['gone.txt', "'bye'", ''],
        ['kept.txt', "'before'", "'before after'"],
        ['new/a.txt', '', "'made'"],
        ['new/folder/', '', "''"],
      ]);
      expect(done.outcome).toMatchObject({ repr: "['kept.txt', 'made_by_import.txt', 'new']" });
    }
    expect((await readdir(workspace)).sort()).toEqual(['gone.txt', 'kept.txt']);
    expect(await readFile(join(workspace, 'kept.txt'), 'utf8')).toBe('before');
  });

  test('without walls a run says so, and is not repeated once it had effects', async () => {
    const done = await run('def f():\n    open("out.txt", "w").close()\n', 'f()', { walls: 'none', runs: 2 });
    expect(done.walls).toMatchObject({ level: 'none', network: 'open', files: 'open', why: 'walls were switched off' });
    expect(done.certificate).toMatchObject({ runs: 1, notRepeated: expect.stringContaining('write out.txt') });
    expect(await readdir(workspace)).toEqual(['out.txt']);
  });
});

describe('the certificate', () => {
  const code = `import random, time
def order(): return [x for x in {"a", "b", "c", "d", "e", "f"}]
def now(): return time.time()
def luck(): return random.random()
def where(): raise ValueError(repr(object()))
def steady(): return {"a", "b", "c"}
def told():
    for x in {"a", "b", "c", "d", "e", "f"}: print(x)
`;
  test.each([
    ['order()', ['return'], ['hash order']],
    ['now()', ['return'], ['time']],
    ['luck()', ['return'], ['random']],
    ['where()', ['exceptionMessage'], ['address']],
    ['told()', ['stdout'], ['hash order']],
    ['steady()', [], []],
  ])('%s varies in %j by %j', async (call, varied, causes) => {
    const { certificate } = await run(code, call, { runs: 3 });
    expect(certificate).toEqual({ runs: 3, stable: varied.length === 0, varied, causes, hashSeeds: [0, 1, 2] });
  });
});

describe('two runs that agree', () => {
  /** A call whose answer is one under the first two hash seeds and another under all others; `first` is its first statement. */
  function code(first: string): string {
    const hashes = ['0', '1'].map(seed => {
      const env = { ...process.env, PYTHONHASHSEED: seed };
      return spawnSync(python[0] ?? '', ['-c', 'print(hash("x"))'], { env, encoding: 'utf8' }).stdout.trim();
    });
    return `import random\ndef f():\n    ${first}\n    return hash("x") in (${hashes})\n`;
  }

  test('after drawing at random are not believed: more runs find what differs', async context => {
    // A run is repeated only where nothing of the first one lasts, which takes an overlay: without one there is nothing to test.
    if (!isFull) return context.skip('the machine has no walls for runs that may be repeated');
    const { certificate } = await run(code('random.random()'), 'f()', { runs: 2 });
    expect(certificate).toMatchObject({ runs: 6, stable: false, varied: ['return'] });
  });

  test('are believed where nothing was drawn', async () => {
    const { certificate } = await run(code('pass'), 'f()', { runs: 2 });
    expect(certificate).toMatchObject({ runs: 2, stable: true, varied: [] });
  });
});

describe('the interpreter', () => {
  test('one that does not start is a failure with a next step', async () => {
    const broken = join(workspace, 'python3');
    await writeFile(broken, '#!/bin/sh\necho "no such version" >&2\nexit 127\n', { mode: 0o755 });
    const going = runner.run(probeOf('', 'None'), optionsFor([broken], workspace), never);
    await expect(going).rejects.toThrow(Failure);
    await expect(going).rejects.toMatchObject({
      code: 'pythonBroken',
      message: expect.stringContaining('no such version'),
    });
  });

  test('one that is too old says its version', async () => {
    const old = join(workspace, 'python2');
    await writeFile(old, '#!/bin/sh\necho \'called-it {"kind":"tooOld","version":"2.7.18","executable":"/old"}\'\n', {
      mode: 0o755,
    });
    const going = runner.run(probeOf('', 'None'), optionsFor([old], workspace), never);
    await expect(going).rejects.toMatchObject({ code: 'pythonBroken', message: expect.stringContaining('2.7.18') });
  });

  test('noise and torn replies are a failure, never a wrong outcome', async () => {
    const noisy = join(workspace, 'noisy');
    await writeFile(noisy, '#!/bin/sh\necho hello\necho \'called-it {"kind":"ready","pyth\'\nsleep 5\n', {
      mode: 0o755,
    });
    const going = runner.run(probeOf('', 'None'), optionsFor([noisy], workspace), never);
    await expect(going).rejects.toMatchObject({ code: expect.stringMatching(/pythonBroken|unknownData/) });
  });
});

async function processesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  const folders = await Promise.all(names.map(name => readlink(`/proc/${name}/cwd`).catch(() => '')));
  return names.filter((_, index) => folders[index]?.startsWith(folder));
}
