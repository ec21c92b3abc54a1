/** Where a process cannot be forked it is started: the same outcomes, walls and ends, tried on any system. */
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentFor } from '../core/environment.ts';
import { silentLog } from '../core/log.ts';
import { type Finished, runOrder } from './order.ts';
import { Pool } from './pool.ts';
import type { Interpreter } from './python.ts';
import { openRunner, type Runner } from './run.ts';
import type { Request, Route } from './supervisor.ts';
import { faultsOf, headerOf } from './testing/expectation.ts';
import { optionsFor, probeOfFile, testPython } from './testing/running.ts';

const never = new AbortController().signal;
const fixtures = resolve(import.meta.dirname, '../../test-fixtures');
const sources = ['programs', 'workspace'].flatMap(folder =>
  readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.py'))
    .map(name => join(folder, name)),
);
let python: Interpreter;
let pool: Pool;
let runner: Runner;
let workspace: string;

beforeAll(async () => {
  python = await testPython();
  pool = new Pool(2);
  runner = openRunner(silentLog, 'spawn');
  workspace = await mkdtemp(join(tmpdir(), 'spawned-'));
});
afterAll(async () => {
  await Promise.all([pool.close(), runner.close()]);
  await rm(workspace, { recursive: true, force: true });
});

function at(level: 'process' | 'none', route: Route, more: Partial<Request>): Promise<Finished> {
  const request: Request = {
    code: null,
    file: '',
    cwd: workspace,
    expression: '',
    setup: '',
    timeoutMs: 1000,
    memoryMb: 128,
    items: 0,
    allState: false,
    trace: false,
    stdin: 'a line\n',
    env: environmentFor(process.env, {}, ''),
    ...more,
  };
  return runOrder({ python, route, levels: [level], keepLoaded: '', request }, 0, pool, silentLog, never);
}

/** All but times and what a started process knows of its walls. */
function told({ single }: Finished): unknown {
  const { outcome, state, cut, notes, walls, ran } = single;
  return { outcome, state, cut, notes, level: walls.level, printed: [ran.loadingPrinted, ran.stdout, ran.stderr] };
}

const code = `import os, sys, threading, time
STATE = [1]
class Own(Exception): pass
def change(xs): xs.append(len(STATE)); STATE.append(xs); print("changed"); print("err", file=sys.stderr); return xs
def fail(): raise Own("why") from KeyError("k")
def ask(): return input(), sys.stdin.read()
def below(): os.write(1, b"\\xff bytes"); sys.stdout.flush(); os.system("echo shell")
def leave(): os._exit(7)
def quit(): sys.exit("text")
def crash(): import ctypes; ctypes.string_at(0)
def hang():
    while True: pass
def flood():
    while True: print("x" * 1000)
def hoard(): return len([bytearray(1 << 20) for _ in range(4000)])
def write(): open("made.txt", "w").write("by the call")
def thread(): threading.Thread(target=time.sleep, args=(60,)).start()
def attempt(): open(os.path.expanduser("~/called-it-escape"), "w")
def environment(): return sorted(name for name in os.environ if "CALLED" in name or "KEY" in name)
`;
const calls = [
  'change([3])', 'fail()', 'ask()', 'below()', 'leave()', 'quit()', 'crash()', 'hang()', 'flood()', 'hoard()', 'thread()',
  'attempt()', 'environment()', 'absent()', 'change(*[])',
]; // biome-ignore format: a list

describe.skipIf(process.platform === 'win32')('started and forked (not on Windows: there is no fork)', () => {
  test.each(calls)('%s gives the same both ways', { timeout: 60_000 }, async expression => {
    const started = await at('process', 'spawn', { code, expression });
    const forked = await at('process', 'usual', { code, expression });
    expect(told(started)).toEqual(told(forked));
  });

  test.each(sources)('%s gives the same both ways', { timeout: 60_000 }, async name => {
    const file = join(fixtures, name);
    const expression = 'sorted(name for name in globals() if name[0] != "_")';
    const started = await at('none', 'spawn', { file, cwd: dirname(file), expression });
    const forked = await at('none', 'usual', { file, cwd: dirname(file), expression });
    expect(told(started)).toEqual(told(forked));
  });
});

/** One that needs a workspace it can write into, which kernel walls alone do not give. */
const ofOverlay = '22_delete_cwd_while_there.py';
const hostile = readdirSync(join(fixtures, 'hostile')).filter(name => name.endsWith('.py') && name !== ofOverlay);

describe.skipIf(process.platform !== 'linux')('hostile programs, started behind kernel walls (Linux only)', () => {
  test.each(hostile)('%s', { timeout: 60_000 }, async name => {
    const file = join(workspace, name);
    await copyFile(join(fixtures, 'hostile', name), file);
    const { call, expect: wanted, options } = headerOf(readFileSync(file, 'utf8'));
    const limits = { timeoutMs: options.timeout ?? 2000, memoryMb: options.memory ?? 1024 };
    const asked = optionsFor(python, workspace, { file, walls: 'require', ...limits });
    const run = await runner.run(await probeOfFile(file, call), asked, never);
    expect(faultsOf(run, wanted), JSON.stringify(run.outcome)).toEqual([]);
  });
});
