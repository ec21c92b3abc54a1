/** `called-it run` over its real wire: what it prints, and how it ends. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { Run } from '../core/outcome.ts';
import { type BuiltCommand, buildCommand, type Ended, type Start } from './testing/calledIt.ts';

const folder = mkdtempSync(join(tmpdir(), 'called-it-run-'));
let command: BuiltCommand;

beforeAll(() => {
  command = buildCommand();
  writeFileSync(join(folder, 'm.py'), program);
  writeFileSync(join(folder, 'broken.py'), 'def f(:\n    pass\n');
  writeFileSync(join(folder, 'needy.py'), 'import no_such_module\n\ndef f():\n    return 1\n');
});
afterAll(() => {
  command.remove();
  rmSync(folder, { recursive: true });
});

const program = `
import sys, time

G = [0]

def total(xs, k=1):
    xs.append(0)
    G[0] += 1
    print("adding", xs)
    return sum(xs) * k

def fail(key):
    return {}[key]

def slow():
    time.sleep(60)

def countdown(n):
    while n:
        yield n
        n -= 1

def shout():
    print("\\x1b[2Jgone")

def read():
    return sys.stdin.readline()
`;

const Problem = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string(), next: z.string() }) });

function calledIt(words: readonly string[], start: Start = {}): Promise<Ended> {
  return command.run(words, { cwd: folder, ...start });
}

async function outcomeOf(...words: readonly string[]): Promise<Run> {
  const { stdout, status } = await calledIt(['run', ...words, '--json']);
  expect(status).toBe(0);
  return Run.parse(JSON.parse(stdout));
}

async function problemOf(words: readonly string[], start: Start = {}) {
  const { stdout, stderr, status } = await calledIt([...words, '--json'], start);
  expect(stderr).not.toMatch(/\n\s+at /);
  return { status, ...Problem.parse(JSON.parse(stdout)).error };
}

/** An interpreter that says when it is started. */
function announcedPython() {
  const [python, sign] = [join(folder, 'announced'), join(folder, 'started')];
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  writeFileSync(python, `#!/bin/sh\ntouch '${sign}'\nexec '${stdout.trim()}' "$@"\n`, { mode: 0o755 });
  return { python, hasStarted: () => vi.waitUntil(() => existsSync(sign), { timeout: 20_000 }) };
}

describe('the document', () => {
  test('of a call that returns: value, state, printed text, certificate, walls', async () => {
    const run = await outcomeOf('m.py', 'total(xs, k=2)', '--setup', 'xs = [1, 2]');
    expect(run.outcome).toMatchObject({ kind: 'returned', repr: '6', type: 'builtins.int' });
    expect(run.state.map(({ target, before, after }) => [target, before, after])).toEqual([
      ['xs', '[1, 2]', '[1, 2, 0]'],
      ['G', '[0]', '[1]'],
    ]);
    expect(run.stdout).toBe('adding [1, 2, 0]\n');
    expect(run.certificate).toMatchObject({ runs: 2, stable: true });
  });

  test('of a call that raises', async () => {
    const run = await outcomeOf('m.py', 'fail("b")');
    expect(run.outcome).toMatchObject({ kind: 'raised', exception: { type: 'builtins.KeyError', message: "'b'" } });
  });

  test('wrong arguments are an outcome, not an error of ours', async () => {
    const run = await outcomeOf('m.py', 'total()');
    expect(run.outcome).toMatchObject({ kind: 'raised', exception: { type: 'builtins.TypeError' } });
  });

  test('of a call that does not end', async () => {
    const run = await outcomeOf('m.py', 'slow()', '--timeout', '300', '--runs', '1');
    expect(run.outcome.kind).toBe('timedOut');
  });

  test('items of a generator, canned input, unchanged state, one run', async () => {
    expect((await outcomeOf('m.py', 'countdown(5)', '--items', '2')).outcome).toMatchObject({ drawn: 2 });
    expect((await outcomeOf('m.py', 'read()', '--stdin', 'hello')).outcome).toMatchObject({ repr: "'hello'" });
    const run = await outcomeOf('m.py', 'fail(k)', '--setup', 'k = "x"', '--state', 'all', '--runs', '1');
    expect(run.state).toContainEqual(expect.objectContaining({ changed: false }));
    expect(run.certificate.runs).toBe(1);
  });
});

describe('what never began ends with 2, and the document is printed all the same', () => {
  test.each([
    ['a syntax error in the file', ['broken.py', 'f()'], 'SyntaxError'],
    ['an import that fails', ['needy.py', 'f()'], 'ModuleNotFoundError'],
    ['a name that is not there', ['m.py', 'nothing()'], 'NameError'],
    ['a call that does not parse', ['m.py', 'total(1,'], 'SyntaxError'],
    ['an argument that raises', ['m.py', 'total(1 / 0)'], 'ZeroDivisionError'],
  ])('%s', async (_, words, reason) => {
    const { status, stdout } = await calledIt(['run', ...words, '--json']);
    expect(status).toBe(2);
    const { outcome } = Run.parse(JSON.parse(stdout));
    expect(outcome).toMatchObject({ kind: 'notRun', fault: 'program', reason: expect.stringContaining(reason) });
  });
});

describe('errors', () => {
  test.each([
    ['no such file', ['run', 'none.py', 'f()'], 2, 'fileMissing'],
    ['a folder', ['run', '.', 'f()'], 2, 'fileUnreadable'],
    ['no such workspace', ['run', 'm.py', 'f()', '--cwd', 'nowhere'], 2, 'usage'],
    ['an argument too few', ['run', 'm.py'], 2, 'usage'],
    ['an option that is none', ['run', 'm.py', 'f()', '--tiemout', '3'], 2, 'usage'],
    ['a number that is none', ['run', 'm.py', 'f()', '--timeout', 'soon'], 2, 'usage'],
    ['no such interpreter', ['run', 'm.py', 'f()', '--python', '/no/python'], 3, 'noPython'],
    ['an interpreter that is none', ['run', 'm.py', 'f()', '--python', '/bin/false'], 3, 'pythonBroken'],
    ['no such command', ['rum'], 2, 'usage'],
  ])('%s', async (_, words, status, code) => {
    const problem = await problemOf(words);
    expect(problem).toMatchObject({ status, code });
    expect(problem.message).toMatch(/[.)]$/);
    expect(problem.next).not.toBe('');
  });

  test('no Python on the path', async () => {
    const problem = await problemOf(['run', 'm.py', 'f()'], { env: { PATH: '/nowhere' } });
    expect(problem).toMatchObject({ status: 3, code: 'noPython' });
  });

  test('people get two sentences on stderr, and nothing on stdout', async () => {
    const { status, stdout, stderr } = await calledIt(['run', 'none.py', 'f()']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      'called-it: There is no file none.py.\n  Check the path; it is read from the current folder.\n',
    );
  });
});

describe('the terminal', () => {
  test('shows outcome, change and printed text, without colour in a pipe', async () => {
    const { stdout } = await calledIt(['run', 'm.py', 'total(xs)', '--setup', 'xs = [1]']);
    expect(stdout).toMatch(/^returned +1 +int\nchanged +xs: \[1\] → \[1, 0\]\n/);
    expect(stdout).toMatch(/printed +│ adding \[1, 0\]\n/);
    expect(stdout).not.toContain('\u001b');
  });

  test('is not steered by what the program prints', async () => {
    const { stdout } = await calledIt(['run', 'm.py', 'shout()']);
    expect(stdout).toContain('│ \\x1b[2Jgone');
  });

  test('each command has its help', async () => {
    const { status, stdout } = await calledIt(['--help']);
    expect(status).toBe(0);
    const names = [...stdout.matchAll(/^ {2}(\w+) .*\[options\]/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['run', 'check', 'predict', 'doctor', 'demo']));
    for (const name of names) {
      const help = await calledIt([name, '--help']);
      expect(help.status).toBe(0);
      expect(help.stdout).toContain('--json');
    }
  });

  test('Ctrl-C ends a run with 130, and nothing of it is left', async () => {
    const { python, hasStarted } = announcedPython();
    const begun = Date.now();
    const ended = await calledIt(['run', 'm.py', 'slow()', '--timeout', '500000', '--python', python, '--json'], {
      meanwhile: child => void hasStarted().then(() => child.kill('SIGINT')),
    });
    expect(ended.status).toBe(130);
    expect(Problem.parse(JSON.parse(ended.stdout)).error.code).toBe('cancelled');
    expect(Date.now() - begun).toBeLessThan(25_000);
  });

  test('a reader that leaves early is no error', async () => {
    const ended = await calledIt(['run', 'm.py', '"x" * 9000', '--json'], {
      meanwhile: child => child.stdout?.destroy(),
    });
    expect(ended.stderr).toBe('');
  });
});
