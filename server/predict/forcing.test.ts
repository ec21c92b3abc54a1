/** Forms that a server takes and ignores: found out by a word that only the form leads to, by the first answers or on a test. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Rung } from '../core/profile.ts';
import { readAddress } from './address.ts';
import { lookAtModel, testConnection } from './connection.ts';
import { knownOf } from './known.ts';
import { type MeansRequest, openMeans } from './means.ts';
import { predictWith } from './predict.ts';
import type { Profile } from './profile.ts';
import { asking, endpointAt, never, probe, rightJson } from './testing/asking.ts';
import {
  answers,
  type Behaviour,
  chunk,
  events,
  type FakeServer,
  hangs,
  openFakeServer,
  type Seen,
  says,
} from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';

let server: FakeServer;
afterEach(() => server.close());

function rungOf({ body }: Seen): Rung {
  const format = JSON.stringify(body['response_format'] ?? '');
  if ('tools' in body) return 'tool';
  if (format.includes('"strict":true')) return 'jsonSchema';
  if (format.includes('json_schema')) return 'jsonSchemaPlain';
  return format.includes('json_object') ? 'jsonObject' : 'tagged';
}

const isGreeting = ({ body }: Seen): boolean => JSON.stringify(body['messages']).includes('Greet me');
/** The only word that the form of the greeting allows. */
const markIn = ({ body }: Seen): string =>
  /"mark":\{"type":"string","enum":\["(\w+)"\]/.exec(JSON.stringify(body))?.[1] ?? '';
const toolCall = (text: string) =>
  events(
    chunk({ tool_calls: [{ index: 0, function: { name: 'greeting', arguments: text } }] }),
    chunk({}, 'tool_calls'),
  );

/** A server whose forms have effect at these rungs alone. At the others the model says what it likes. */
const forcing =
  (rungs: readonly Rung[]): Behaviour =>
  (response, seen) => {
    const rung = rungOf(seen);
    const isForced = rungs.includes(rung);
    const own = isGreeting(seen) ? { greeting: 'Hello!' } : JSON.parse(rightJson);
    const forced = isGreeting(seen) ? { mark: markIn(seen) } : { ...own, outcome: 'returned' };
    const text = JSON.stringify(isForced && rung !== 'jsonObject' ? forced : own);
    if (rung === 'tool' && isForced) return toolCall(text)(response, seen);
    return says(rung === 'jsonObject' && !isForced ? `Well: ${text}` : text)(response, seen);
  };

async function predictWithNothingKnown(request: MeansRequest = {}) {
  const means = openMeans(request);
  const options = asking(means);
  const prediction = await predictWith(
    endpointAt(server.baseUrl),
    probe,
    nothingShown,
    options,
    silentLog,
    () => undefined,
    never,
  );
  const reading = readAddress(server.baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  const profile: Profile = await means.profiles.get(reading.address, 'm');
  await means.close();
  return { prediction, profile };
}

test.each([
  [
    ['jsonSchema', 'jsonSchemaPlain', 'jsonObject'],
    ['jsonSchema', 'jsonSchema', 'jsonSchema', 'jsonSchema'],
  ],
  [
    ['jsonSchemaPlain', 'jsonObject'],
    ['jsonSchema', 'jsonSchemaPlain', 'jsonSchemaPlain', 'jsonSchemaPlain'],
  ],
  [['jsonObject'], ['jsonSchema', 'jsonSchemaPlain', 'jsonObject', 'jsonObject']],
] as const)(
  'a server whose forms have effect at %j is found out by its first answers, all of which count',
  async (rungs, asked) => {
    server = await openFakeServer(forcing(rungs));
    const folder = mkdtempSync(join(tmpdir(), 'called-it-forcing-'));
    for (const rung of asked) {
      const { prediction } = await predictWithNothingKnown({ folder });
      expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, asked: { rung } });
    }
    expect(server.seen.map(rungOf)).toEqual(asked);
    const { profile } = await predictWithNothingKnown({ folder });
    expect(profile.evidence.map(({ change, status }) => [change, status])).toEqual(
      [...new Set(asked)].slice(1).map(rung => [`rung:${rung}`, 200]),
    );
    rmSync(folder, { recursive: true });
  },
);

test('an answer that was cut off tells nothing', async () => {
  server = await openFakeServer(events(chunk({ content: '{"reasoning": "' }), chunk({}, 'length')));
  const { profile } = await predictWithNothingKnown();
  expect(profile).toMatchObject({ rung: 'jsonSchema', forced: {} });
});

test('a rung that the user set is taken as it is', async () => {
  server = await openFakeServer(forcing([]));
  await predictWithNothingKnown({ profile: { rung: 'jsonSchema' } });
  expect(server.seen.map(rungOf)).toEqual(['jsonSchema']);
});

const listed =
  (behaviour: Behaviour): Behaviour =>
  (response, seen) =>
    seen.path.endsWith('/models') ? answers(200, { data: [{ id: 'm' }] })(response, seen) : behaviour(response, seen);

test.each([
  [
    'says that a schema holds',
    forcing(['jsonSchema']),
    true,
    'It answers, and has m. Answers in JSON keep to a strict schema.',
  ],
  [
    'says what is ignored',
    forcing(['tool']),
    true,
    'It answers, and has m. It takes a strict schema, a plain schema, a JSON object and ignores it, so answers in JSON are asked for by a forced tool call.',
  ],
  ['finds out what the list hides', answers(401, { error: { message: 'No.' } }), false, 'could not be asked'],
] as const)('Test Connection %s', async (_, behaviour, ok, message) => {
  server = await openFakeServer(listed(behaviour));
  const means = openMeans();
  const tested = await testConnection(endpointAt(server.baseUrl), means, never);
  expect(tested).toMatchObject({ ok, models: ['m'] });
  expect(tested.message).toContain(message);
  await means.close();
});

/** What servers say that have no list of models. */
const unlisted =
  (list: Behaviour, behaviour: Behaviour): Behaviour =>
  (response, seen) =>
    seen.path.includes('/models') ? list(response, seen) : behaviour(response, seen);

test.each([
  ['is not there', answers(404, { detail: 'Not Found' })],
  ['cannot be got', answers(405, { detail: 'Method Not Allowed' })],
  ['is no list', answers(200, { models: 'many' })],
] as const)('a server whose list of models %s is asked for one word all the same', async (_, list) => {
  server = await openFakeServer(unlisted(list, forcing(['jsonSchema'])));
  const means = openMeans();
  const expected = {
    ok: true,
    message: 'm answers; the server has no list of its models. Answers in JSON keep to a strict schema.',
    models: [],
  };
  expect(await testConnection(endpointAt(server.baseUrl), means, never)).toEqual(expected);
  expect(await lookAtModel(endpointAt(server.baseUrl), means, never)).toEqual(expected);
  expect(server.seen.filter(seen => seen.path.endsWith('/chat/completions'))).toHaveLength(2);
  await means.close();
});

test('a server without a list that does not know the model either says so; one whose address is wrong is told by the list', async () => {
  const missing = answers(404, { detail: 'Not Found' });
  const unknown = answers(404, { error: { message: "The model 'm' does not exist" } });
  server = await openFakeServer(unlisted(missing, unknown));
  const means = openMeans();
  const tested = await testConnection(endpointAt(server.baseUrl), means, never);
  expect(tested).toMatchObject({ ok: false, models: [] });
  expect(tested.message).toContain('does not exist');
  await server.close();
  server = await openFakeServer(missing);
  const nowhere = await testConnection(endpointAt(server.baseUrl), means, never);
  expect(nowhere).toMatchObject({ ok: false });
  expect(nowhere.message).toContain('Check the address');
  await means.close();
});

test('a model that is listed is not asked by a look at it', async () => {
  server = await openFakeServer(listed(says('Hello!')));
  const means = openMeans();
  expect(await lookAtModel(endpointAt(server.baseUrl), means, never)).toMatchObject({ ok: true, models: ['m'] });
  expect(server.seen).toHaveLength(1);
  await means.close();
});

test('Test Connection that is cancelled settles, and the server sees it', async () => {
  server = await openFakeServer(listed(hangs));
  const means = openMeans();
  const controller = new AbortController();
  const testing = testConnection(endpointAt(server.baseUrl), means, controller.signal);
  await server.arrived(2);
  controller.abort();
  expect(await testing).toMatchObject({ ok: false });
  await server.seen[1]?.closed;
  await means.close();
});

test('Test Connection that is answered in half tells nothing of the form', async () => {
  server = await openFakeServer(listed(events(chunk({ content: 'Well' }), chunk({}, 'length'))));
  const means = openMeans();
  const tested = await testConnection(endpointAt(server.baseUrl), means, never);
  expect(tested).toMatchObject({ ok: true, message: 'It answers, and has m.' });
  expect(server.seen).toHaveLength(2);
  await means.close();
});

test('Test Connection with a server that refuses a form goes on to the next', async () => {
  const refusal = { error: { message: 'response_format is not supported', param: 'response_format' } };
  server = await openFakeServer(
    listed((response, seen) =>
      rungOf(seen).startsWith('jsonSchema')
        ? answers(400, refusal)(response, seen)
        : forcing(['jsonObject'])(response, seen),
    ),
  );
  const means = openMeans();
  expect((await testConnection(endpointAt(server.baseUrl), means, never)).message).toContain('keep to a JSON object');
  expect(server.seen.slice(1).map(rungOf)).toEqual(['jsonSchema', 'jsonSchemaPlain', 'jsonObject']);
  expect(server.seen.map(({ body }) => JSON.stringify(body)).join()).not.toContain('def f');
  await means.close();
});

test('Test Connection tries anew what was learned, since servers change', async () => {
  let able: readonly Rung[] = ['jsonObject'];
  server = await openFakeServer(listed((response, seen) => forcing(able)(response, seen)));
  const means = openMeans();
  await testConnection(endpointAt(server.baseUrl), means, never);
  able = ['jsonSchema'];
  expect((await testConnection(endpointAt(server.baseUrl), means, never)).message).toContain('keep to a strict schema');
  const { sentences } = await knownOf(endpointAt(server.baseUrl), {}, means);
  expect(sentences.join(' ')).not.toContain('Learned from its replies');
  await means.close();
});
