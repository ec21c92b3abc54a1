/** Forms that a server takes and ignores: found out by a form that no model would fill in by itself, once, and told. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Rung } from '../core/profile.ts';
import { readAddress } from './address.ts';
import { testConnection } from './connection.ts';
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
const wordIn = ({ body }: Seen): string => /"enum":\["(\w+)"\]/.exec(JSON.stringify(body))?.[1] ?? '';
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
    if (!isGreeting(seen)) return says(rightJson)(response, seen);
    if (!rungs.includes(rung)) return says(rung === 'jsonObject' ? 'Hello!' : '{"greeting": "Hello!"}')(response, seen);
    const text = JSON.stringify({ word: wordIn(seen) });
    return (rung === 'tool' ? toolCall(text) : says(rung === 'jsonObject' ? '{"hello": "you"}' : text))(response, seen);
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
  [['jsonSchema', 'jsonSchemaPlain', 'jsonObject', 'tool'], 'jsonSchema', 1],
  [['jsonSchemaPlain', 'jsonObject', 'tool'], 'jsonSchemaPlain', 2],
  [['jsonObject', 'tool'], 'jsonObject', 3],
  [['tool'], 'tool', 4],
  [[], 'tagged', 4],
] as const)('a server whose forms have effect at %j is asked at %s', async (rungs, expected, greetings) => {
  server = await openFakeServer(forcing(rungs));
  const { prediction, profile } = await predictWithNothingKnown();
  expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' }, asked: { rung: expected } });
  expect(server.seen.filter(isGreeting)).toHaveLength(greetings);
  expect(server.seen.map(rungOf).at(-1)).toBe(expected);
  const ignored = Object.entries(profile.forced).filter(([, effect]) => effect === 'no');
  expect(ignored).toHaveLength(greetings - (rungs.length === 0 ? 0 : 1));
  expect(profile.evidence).toHaveLength(ignored.length);
});

test('is tried once, by no code of anyone, and kept on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-forcing-'));
  server = await openFakeServer(forcing(['jsonObject']));
  await predictWithNothingKnown({ folder });
  await predictWithNothingKnown({ folder });
  rmSync(folder, { recursive: true });
  const greetings = server.seen.filter(isGreeting);
  expect(greetings).toHaveLength(3);
  expect(greetings.map(({ body }) => JSON.stringify(body)).join()).not.toContain('def f');
  expect(server.seen).toHaveLength(5);
});

test('an answer that was cut off tells nothing, and is not asked for again', async () => {
  server = await openFakeServer((response, seen) =>
    isGreeting(seen)
      ? events(chunk({ content: 'Well' }), chunk({}, 'length'))(response, seen)
      : says(rightJson)(response, seen),
  );
  const { prediction, profile } = await predictWithNothingKnown();
  expect(profile).toMatchObject({ rung: 'jsonSchema', forced: { jsonSchema: 'unclear' } });
  expect(prediction.kind).toBe('answered');
  expect(server.seen).toHaveLength(2);
});

test('a server that refuses a form is not asked what effect it has', async () => {
  server = await openFakeServer((response, seen) =>
    rungOf(seen).startsWith('jsonSchema')
      ? answers(400, { error: { message: 'response_format is not supported', param: 'response_format' } })(
          response,
          seen,
        )
      : forcing(['jsonObject'])(response, seen),
  );
  const { profile } = await predictWithNothingKnown();
  expect(profile).toMatchObject({ rung: 'jsonObject', forced: { jsonObject: 'yes' } });
  expect(server.seen.map(rungOf)).toEqual(['jsonSchema', 'jsonSchemaPlain', 'jsonObject', 'jsonObject']);
});

test('a model that cannot be asked is asked once', async () => {
  server = await openFakeServer(answers(401, { error: { message: 'bad key' } }));
  const { prediction } = await predictWithNothingKnown();
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'auth' });
  expect(server.seen).toHaveLength(1);
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

test('Test Connection tries anew what was learned, since servers change', async () => {
  let able: readonly Rung[] = ['jsonObject'];
  server = await openFakeServer(listed((response, seen) => forcing(able)(response, seen)));
  const means = openMeans();
  await testConnection(endpointAt(server.baseUrl), means, never);
  able = ['jsonSchema'];
  expect((await testConnection(endpointAt(server.baseUrl), means, never)).message).toContain('keep to a strict schema');
  await means.close();
});
