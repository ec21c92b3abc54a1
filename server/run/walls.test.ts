/** Each level of walls by itself: what it holds back, and that it says what it does not. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { environmentFor } from '../core/environment.ts';
import { silentLog } from '../core/log.ts';
import type { Walls } from '../core/outcome.ts';
import { type Finished, runOrder } from './order.ts';
import { Pool } from './pool.ts';
import type { Interpreter } from './python.ts';
import { testPython } from './testing/running.ts';

/** Where version 1 of the kernel's groups has the one of processes. */
const pidsGroup = '/sys/fs/cgroup/pids';
const never = new AbortController().signal;
let python: Interpreter;
let pool: Pool;
let workspace: string;

beforeAll(async () => {
  python = await testPython();
  pool = new Pool(2);
});
afterAll(() => pool.close());
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'walls-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(workspace, { recursive: true, force: true });
});

const code = `import os, signal, socket, ctypes
def write(path): open(os.path.expanduser(path), "w").close(); return "written"
def read(path): return open(os.path.expanduser(path)).read()
def connect(): return socket.create_connection(("127.0.0.1", 9), timeout=1)
def look_up(): return socket.getaddrinfo("example.invalid", 80)
def signal_parent(): os.kill(os.getppid(), 0); return "sent"
def libc_open(path, flags): return ctypes.CDLL(None).open(os.path.expanduser(path).encode(), flags, 0o600) >= 0
def spawn(): return os.system("exit 3") >> 8
def fork_and_wait():
    pid = os.fork()
    if pid == 0: os._exit(5)
    return os.waitpid(pid, 0)[1] >> 8
def fork_many(count):
    children = []
    try:
        while len(children) < count:
            pid = os.fork()
            if pid == 0: signal.pause()
            children.append(pid)
    except BlockingIOError:
        pass
    for pid in children: os.kill(pid, signal.SIGKILL)
    return len(children)
`;

/** Runs a call at one level, fresh or in a loaded module; undefined where the machine does not have the level. */
async function at(level: Walls['level'], expression: string, keepLoaded = ''): Promise<Finished | undefined> {
  const request = {
    code,
    file: '',
    cwd: workspace,
    expression,
    setup: '',
    timeoutMs: 3000,
    memoryMb: 512,
    items: 0,
    allState: false,
    trace: false,
    stdin: '',
    env: environmentFor(process.env, {}, ''),
  };
  const finished = await runOrder(
    { python, route: 'usual', levels: [level], keepLoaded, request },
    0,
    pool,
    silentLog,
    never,
  );
  return finished.isRaised ? finished : undefined;
}

describe.skipIf(process.platform !== 'linux').each(['full', 'kernel'] as const)('%s (Linux only)', level => {
  test.each([
    ['write("~/called-it-escape")', /tried to write/],
    ['connect()', /tried to open a socket to 127.0.0.1:9/],
    ['look_up()', /tried to look up the address of example.invalid/],
    ['signal_parent()', /tried to send a signal/],
  ])('%s is blocked and named', async (call, reason) => {
    for (const loaded of ['', `loaded ${level}`]) {
      const finished = await at(level, call, loaded);
      if (finished === undefined) return;
      expect(finished.single.outcome).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(reason) });
    }
    expect(await readdir(homedir())).not.toContain('called-it-escape');
  });

  test('what libc does without the interpreter’s knowledge is held back, too', async () => {
    vi.stubEnv('HOME', workspace);
    await mkdir(join(workspace, '.aws'));
    await writeFile(join(workspace, '.aws', 'credentials'), 'key');
    for (const call of ['libc_open("/var/tmp/called-it-escape", 0o101)', 'libc_open("~/.aws/credentials", 0)']) {
      const finished = await at(level, call);
      if (finished !== undefined) expect(finished.single.outcome).toMatchObject({ repr: 'False' });
    }
  });

  test('its own children and other programs run', async () => {
    for (const [call, status] of [
      ['spawn()', '3'],
      ['fork_and_wait()', '5'],
    ] as const) {
      const finished = await at(level, call);
      if (finished !== undefined) expect(finished.single.outcome).toMatchObject({ kind: 'returned', repr: status });
    }
  });

  test('the report is of what holds', async () => {
    const finished = await at(level, 'write("here.txt")');
    if (finished === undefined) return;
    const files = level === 'full' ? 'overlay' : 'readonly';
    expect(finished.single.walls).toMatchObject({
      level,
      network: 'blocked',
      files,
      secrets: 'hidden',
      memory: 'rlimit',
    });
    expect(finished.single.outcome.kind).toBe(level === 'full' ? 'returned' : 'blocked');
    expect(await readdir(workspace)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('processes (Linux only)', () => {
  test.each(['full', 'kernel', 'process'] as const)(
    'at %s no more than some are made, whoever runs it',
    async level => {
      const finished = await at(level, 'fork_many(300)');
      if (finished === undefined || finished.single.walls.processes === 'none') return;
      const { outcome } = finished.single;
      expect(outcome.kind).toBe('returned');
      const made = outcome.kind === 'returned' ? Number(outcome.repr) : 0;
      expect(made).toBeGreaterThan(40);
      expect(made).toBeLessThan(300);
    },
  );

  test('where a group of processes can be had it bounds root', async () => {
    if (process.getuid?.() !== 0 || !existsSync(pidsGroup)) return;
    for (const loaded of ['', 'loaded in a group']) {
      const finished = await at('kernel', 'fork_many(300)', loaded);
      expect(finished?.single.walls.processes).toBe('cgroup');
      expect(finished?.single.outcome).toMatchObject({ kind: 'returned', repr: expect.stringMatching(/^1[0-2]\d$/) });
    }
  });
});

describe.skipIf(process.platform === 'win32')('process (not on Windows)', () => {
  test('the audit hook refuses and names, and the report says that nothing else does', async () => {
    const finished = await at('process', 'connect()');
    expect(finished?.single.outcome).toMatchObject({
      kind: 'blocked',
      reason: 'tried to open a socket to 127.0.0.1:9',
    });
    expect(finished?.single.walls).toMatchObject({ level: 'process', network: 'open', files: 'open', secrets: 'open' });
    const outside = await at('process', 'write("/var/tmp/called-it-escape")');
    expect(outside?.single.outcome).toMatchObject({ kind: 'blocked' });
  });

  test('files written into the workspace stay, and are reported', async () => {
    const finished = await at('process', 'write("here.txt")');
    expect(finished?.single.state).toMatchObject([{ target: 'here.txt', role: 'file', changed: true, after: "''" }]);
    expect(await readdir(workspace)).toEqual(['here.txt']);
  });
});

describe('none', () => {
  test('nothing is held back, and the report says so', async () => {
    const finished = await at('none', 'write("here.txt")');
    expect(finished?.single.outcome).toMatchObject({ kind: 'returned' });
    expect(finished?.single.walls).toMatchObject({ level: 'none', memory: 'none', processes: 'none' });
    expect(await readdir(workspace)).toEqual(['here.txt']);
  });
});
