/** The adapter as the process that it is: forked, asked what the machine allows, and given a real call. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprint } from '../core/fingerprint.ts';
import { checkedEvent, DebugReady, type LaunchArguments, machine } from '../core/messages.ts';
import { fullScope } from '../core/probe.ts';
import { checked, PipeClient } from './testing/pipeClient.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'called-it-adapter-'));
const code = 'def f(xs):\n    xs.append(3)\n    return sum(xs)\n';

let child: ChildProcess;
let pipe: string;

beforeAll(async () => {
  const outfile = join(folder, 'debug.mjs');
  const banner = "import { createRequire as make } from 'node:module'; const require = make(import.meta.url);";
  await build({
    entryPoints: [join(root, 'server', 'debug', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.py': 'text', '.md': 'text' },
    banner: { js: banner },
    logLevel: 'error',
  });
  await cp(join(root, 'server', 'run', 'runner'), join(folder, 'runner'), { recursive: true });
  child = fork(outfile, [], { silent: true, env: { ...process.env, VSCODE_SECRET: 'x', ELECTRON_RUN_AS_NODE: '1' } });
  const [message] = await once(child, 'message');
  pipe = DebugReady.parse(message).pipe;
});

afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function asked(candidates: readonly (readonly string[])[]) {
  const answer = once(child, 'message');
  child.send({ kind: 'machine', id: 7, candidates });
  const [message] = await answer;
  return machine.reply.parse(message);
}

function launch(python: readonly string[], expression: string): LaunchArguments {
  const target = {
    file: '',
    name: 'f',
    form: 'function',
    isAsync: false,
    isGenerator: false,
    source: code,
    fingerprint: fingerprint(code),
  } as const;
  return {
    probe: {
      id: 'p',
      target,
      call: { expression, setup: '' },
      question: { kind: 'outcome', scope: fullScope },
      code,
      chosen: 'hand',
    },
    prediction: null,
    options: {
      python: [...python],
      cwd: folder,
      file: '',
      env: {},
      hiddenVariable: '',
      timeoutMs: 20_000,
      memoryMb: 512,
      runs: 1,
      walls: 'auto',
      stdin: '',
      items: 0,
      allState: false,
      trace: false,
    },
  };
}

test('it names the first interpreter that works, its version and the walls around it', async () => {
  const reply = await asked([['/nowhere/python3'], ['python3'], ['python']]);
  expect(reply).toMatchObject({ kind: 'machine', id: 7, version: expect.stringMatching(/^3\.\d+\.\d+/) });
});

test('no interpreter is a failure with the next step', async () => {
  expect(await asked([['/nowhere/python3']])).toMatchObject({ kind: 'failed', id: 7, code: 'noPython' });
});

test('a real call runs in a session, and the code under test sees nothing of the editor', async () => {
  const found = await asked([['python3'], ['python']]);
  if (found.kind === 'failed') throw new Error(found.message);
  for (const [expression, repr] of [
    ['f([1, 2])', '6'],
    ["[n for n in __import__('os').environ if n.startswith(('VSCODE_', 'ELECTRON_'))]", '[]'],
  ] as const) {
    const client = new PipeClient();
    await client.reach(pipe);
    const event = checkedEvent.body.parse((await checked(client, launch(found.python, expression))).body);
    client.leave();
    expect(event).toMatchObject({ kind: 'checked', run: { outcome: { kind: 'returned', repr } } });
  }
});

test('it ends with the process that started it, and takes its socket along', async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
  expect(existsSync(pipe)).toBe(false);
});
