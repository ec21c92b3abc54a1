/** What is shown before anything is sent is what is sent then, to the letter. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { type Endpoint, withoutKey } from '../core/messages.ts';
import { readAddress } from './address.ts';
import { fenceKeyIn } from './fenceKey.ts';
import { type Means, openMeans } from './means.ts';
import { type PredictOptions, predictWith } from './predict.ts';
import type { Profile } from './profile.ts';
import { promptShown } from './promptShown.ts';
import { asking, endpointAt, never, probe, rightJson } from './testing/asking.ts';
import { type FakeServer, openFakeServer, says } from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';

let server: FakeServer;
let means: Means;
afterEach(async () => {
  await means.close();
  await server.close();
});

async function knowing(known: Partial<Profile>): Promise<void> {
  server = await openFakeServer(says(rightJson));
  means = openMeans();
  const reading = readAddress(server.baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  const { profiles } = means;
  await profiles.set(reading.address, 'm', { ...(await profiles.get(reading.address, 'm')), ...known });
}

const show = (options: Partial<PredictOptions> = {}, more: Partial<Endpoint> = {}) =>
  promptShown(withoutKey(endpointAt(server.baseUrl, more)), probe, nothingShown, asking(means, options), means);

test.each([
  [{ forced: { jsonSchema: 'yes' } }, { answer: 'json' }],
  [{ rung: 'tagged', roles: 'merged', temperature: 'fixed', streamUsage: false }, { answer: 'json' }],
  [
    { rung: 'tool', forced: { tool: 'yes' }, tokenLimit: 'max_completion_tokens' },
    { answer: 'json', style: 'cot' },
  ],
  [{ answer: 'assertion' }, { answer: 'auto', samples: 3 }],
  [{ logprobs: false }, { answer: 'session', style: 'table' }],
] as const)('with a profile of %j, asked by %j', async (known, options) => {
  await knowing(known);
  const { body, text } = await show(options);
  expect(server.seen).toEqual([]);
  await predictWith(
    endpointAt(server.baseUrl),
    probe,
    nothingShown,
    asking(means, options),
    silentLog,
    () => undefined,
    never,
  );
  expect(server.seen[0]?.body).toEqual(body);
  for (const { content } of body?.messages ?? []) expect(text).toContain(content);
});

test('says which shape, and why', async () => {
  await knowing({});
  expect((await show({ answer: 'auto' })).why).toContain('nothing was measured of m yet');
  expect((await show({ answer: 'json' })).why).toBe('Asked in the shape `json`: so it was set.');
  await means.close();
  await server.close();
  await knowing({ answer: 'json', measured: { session: '1 of 4', assertion: '1 of 4', json: '4 of 4' } });
  const { why, prompt } = await show({ answer: 'auto' });
  expect(prompt.shape).toBe('json');
  expect(why).toContain('session 1 of 4, assertion 1 of 4, json 4 of 4');
  const nobody = await promptShown(null, probe, nothingShown, asking(means, { answer: 'auto' }), means);
  expect(nobody).toMatchObject({ body: null, prompt: { shape: 'session' } });
});

test('of a target whose code must not be shown nothing is sent, and that is said', async () => {
  await knowing({});
  const manifest = { ...nothingShown, refused: 'The code of f is not shown to a model.' };
  const options = asking(means);
  const endpoint = endpointAt(server.baseUrl);
  const { body, text } = await promptShown(withoutKey(endpoint), probe, manifest, options, means);
  expect([body, text]).toEqual([null, 'Nothing would be sent. The code of f is not shown to a model.']);
  const prediction = await predictWith(endpoint, probe, manifest, options, silentLog, () => undefined, never);
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'blocked', explanation: manifest.refused });
  expect(server.seen).toEqual([]);
});

test('says that the code gives the answer away', async () => {
  await knowing({});
  const manifest = { ...nothingShown, leaks: ['docstringOfThisCall'] };
  const options = asking(means);
  for (const endpoint of [null, withoutKey(endpointAt(server.baseUrl))]) {
    const { text } = await promptShown(endpoint, probe, manifest, options, means);
    expect(text).toContain('gives the answer away: it has a docstring that says what this very call does');
  }
  expect((await show()).text).not.toContain('gives the answer away');
});

test('a server with a key is known by how the key travels', async () => {
  await knowing({});
  const reading = readAddress(server.baseUrl, 'm', 'sk-0123456789');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  const { profiles } = means;
  await profiles.set(reading.address, 'm', { ...(await profiles.get(reading.address, 'm')), answer: 'json' });
  expect((await show({ answer: 'auto' }, { apiKey: 'sk-0123456789' })).prompt.shape).toBe('json');
  expect((await show({ answer: 'auto' })).prompt.shape).toBe('session');
});

test('of a model of the editor the turns are shown as they are sent, without a system turn', async () => {
  await knowing({});
  const sent: string[] = [];
  await means.close();
  means = openMeans({
    askEditorModel: async ({ messages }) => {
      sent.push(...messages.map(({ role, text }) => `[${role}]\n${text}`));
      return { kind: 'text', text: rightJson, model: 'm' };
    },
  });
  const editorModel = endpointAt('', { kind: 'editorModel' });
  const options = asking(means, { answer: 'json' });
  const { text } = await promptShown(withoutKey(editorModel), probe, nothingShown, options, means);
  await predictWith(editorModel, probe, nothingShown, options, silentLog, () => undefined, never);
  expect(sent.length).toBeGreaterThan(1);
  expect(text).toContain(sent.join('\n\n'));
  expect(text).not.toContain('[system]');
});

test('the key of the fence is made once for an installation, readable by its owner alone', async () => {
  await knowing({});
  const folder = join(mkdtempSync(join(tmpdir(), 'called-it-fence-')), 'cache');
  const key = fenceKeyIn(folder);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(fenceKeyIn(folder)).toBe(key);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'fence')).mode & 0o077).toBe(0);
  expect(fenceKeyIn(mkdtempSync(join(tmpdir(), 'called-it-fence-')))).not.toBe(key);
  expect(fenceKeyIn('')).not.toBe(fenceKeyIn(''));
  rmSync(folder, { recursive: true });
});
