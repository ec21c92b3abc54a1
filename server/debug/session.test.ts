import { EventEmitter, once } from 'node:events';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterEach, expect, test } from 'vitest';
import { noPython } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import { checkedEvent, type LaunchArguments } from '../core/messages.ts';
import { noClaims } from '../core/prediction.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../core/testing/examples.ts';
import { type Listening, listen } from './listen.ts';
import { CheckSession, type Steps } from './session.ts';
import { checked, PipeClient, start } from './testing/pipeClient.ts';

const probe = exampleProbe({ call: { expression: 'f()', setup: '' } });
const run = exampleRun({ outcome: { kind: 'exited', code: 7 }, stdout: 'hello\n', stderr: 'oh\n' });
const prediction = examplePrediction({ claims: { ...noClaims, returns: '6' } });
const verdict = exampleVerdict({ kind: 'undecided', grade: 'undecidable', equal: false, reason: 'it exited' });

const launch: LaunchArguments = {
  probe,
  prediction,
  options: {
    python: ['python3'],
    cwd: '/',
    file: '',
    env: {},
    hiddenVariable: '',
    timeoutMs: 1000,
    memoryMb: 100,
    runs: 1,
    walls: 'auto',
    stdin: '',
    items: 0,
    allState: false,
    trace: false,
  },
};

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serving(steps: Partial<Steps>): Promise<{ client: PipeClient; heard: string[]; served: Listening }> {
  const served = await listen(
    () => new CheckSession({ run: async () => run, judge: () => verdict, log: silentLog, ...steps }),
  );
  const client = new PipeClient();
  const heard: string[] = [];
  for (const name of ['initialized', 'output', checkedEvent.event, 'exited', 'terminated']) {
    client.on(name, () => heard.push(name));
  }
  await client.reach(served.pipe);
  open.push(served.close, () => client.leave());
  return { client, heard, served };
}

test('reports the run and its verdict, then exits with the code of the outcome and ends', async () => {
  const { client, heard } = await serving({});
  const exited = client.waitForEvent('exited');
  const event = await checked(client, launch);
  expect(checkedEvent.body.parse(event.body)).toEqual({ kind: 'checked', run, verdict });
  expect((await exited).body).toEqual({ exitCode: 7 });
  expect(heard.filter(name => name !== 'output')).toEqual(['initialized', checkedEvent.event, 'exited', 'terminated']);
});

test('what the call printed goes to the console under its own category', async () => {
  const { client } = await serving({});
  const output: unknown[] = [];
  client.on('output', (event: DebugProtocol.OutputEvent) => output.push([event.body.category, event.body.output]));
  await checked(client, launch);
  expect(output).toEqual([
    ['console', 'f()\n'],
    ['stdout', 'hello\n'],
    ['stderr', 'oh\n'],
    ['console', 'exited with code 7\n'],
  ]);
});

test('without a prediction there is a run and no verdict', async () => {
  const { client } = await serving({});
  const event = await checked(client, { ...launch, prediction: null });
  expect(event.body).toMatchObject({ kind: 'checked', verdict: null });
});

test('a failure is reported with its next step, and the session still ends', async () => {
  const { client, heard } = await serving({ run: () => Promise.reject(noPython(['python3'])) });
  const event = await checked(client, launch);
  expect(event.body).toMatchObject({ kind: 'failed', code: 'noPython' });
  expect(event.body.next).toContain('Install Python');
  expect(heard.slice(-3)).toEqual([checkedEvent.event, 'exited', 'terminated']);
});

test('an error of our own is logged with its stack and never shown raw', async () => {
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const { client } = await serving({ run: () => Promise.reject(new TypeError('x is undefined')), log });
  const event = await checked(client, launch);
  expect(event.body).toMatchObject({ kind: 'failed', code: 'bug' });
  expect(event.body.message).not.toContain('undefined');
  expect(errors.join()).toContain('TypeError: x is undefined');
});

test('launch arguments of another shape end the session with what is wrong where', async () => {
  const { client } = await serving({});
  const event = await checked(client, { ...launch, options: { ...launch.options, timeoutMs: 'soon' } });
  expect(event.body).toMatchObject({ kind: 'failed', code: 'unknownData' });
  expect(event.body.message).toContain('options.timeoutMs');
});

const ways: readonly [string, (client: PipeClient) => Promise<unknown>][] = [
  ['disconnect', client => client.disconnectRequest()],
  ['terminate', client => client.terminateRequest()],
  ['cancel', client => client.send('cancel', {})],
];

test.each(ways)('%s ends the run and reports that it was cancelled', async (_, stop) => {
  let stopped = false;
  const { client } = await serving({
    run: (_probe, _options, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(signal.reason);
        });
      }),
  });
  const event = client.waitForEvent(checkedEvent.event);
  const terminated = client.waitForEvent('terminated');
  await start(client, launch);
  await stop(client);
  expect((await event).body).toMatchObject({ kind: 'failed', code: 'cancelled' });
  await terminated;
  expect(stopped).toBe(true);
});

test('a client that is gone ends the run', async () => {
  const runs = new EventEmitter();
  const { client } = await serving({
    run: (_probe, _options, signal) => {
      signal.addEventListener('abort', () => runs.emit('aborted'));
      runs.emit('begun');
      return new Promise(() => undefined);
    },
  });
  const begun = once(runs, 'begun');
  const aborted = once(runs, 'aborted');
  await start(client, launch);
  await begun;
  client.leave();
  await aborted;
});
