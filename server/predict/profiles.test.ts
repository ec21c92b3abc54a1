/** What is learned of a model: kept, told, too old after a while, and forgotten. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { readAddress } from './address.ts';
import { forget, knownOf } from './known.ts';
import { openMeans } from './means.ts';
import { type Profile, profileVersion, startingProfile } from './profile.ts';
import { profileSentences } from './profileSentences.ts';
import { Profiles } from './profiles.ts';
import { endpointAt } from './testing/asking.ts';

const baseUrl = 'https://models.example.com/v1';
const reading = readAddress(baseUrl, 'm', '');
if (reading.kind === 'invalid') throw new Error(reading.explanation);
const { address } = reading;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-profiles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const day = 24 * 3600 * 1000;
const learnedAgo = (ms: number): Profile => ({
  ...startingProfile(address, 'm', new Date(Date.now() - ms)),
  temperature: 'fixed',
});

test('is kept for another process, and grows no younger by what is added', async () => {
  const profiles = new Profiles(folder, silentLog);
  const learned = learnedAgo(3 * day);
  await profiles.set(address, 'm', learned);
  expect(await new Profiles(folder, silentLog).get(address, 'm')).toEqual(learned);
  await new Profiles(folder, silentLog).set(address, 'm', { ...learned, seed: true });
  expect(await profiles.get(address, 'm')).toEqual({ ...learned, seed: true });
});

test.each([
  [13.9 * day, 'fixed'],
  [14.1 * day, 'any'],
] as const)('after %d ms counts as %s', async (age, temperature) => {
  for (const kept of [folder, '']) {
    const profiles = new Profiles(kept, silentLog);
    await profiles.set(address, 'm', learnedAgo(age));
    expect(await profiles.get(address, 'm')).toMatchObject({ temperature });
  }
});

test.each([
  ['of an older version', (text: string) => text.replace(`"version": ${profileVersion}`, '"version": 2')],
  ['with an unknown field', (text: string) => text.replace('{', '{ "other": 1,')],
  ['cut off', (text: string) => text.slice(0, 40)],
])('in a file that is %s is learned anew', async (_, spoilt) => {
  const profiles = new Profiles(folder, silentLog);
  await profiles.set(address, 'm', learnedAgo(0));
  const file = profiles.fileOf(address, 'm');
  writeFileSync(file, spoilt(readFileSync(file, 'utf8')));
  expect(await profiles.learned(address, 'm')).toBeUndefined();
  expect(await profiles.get(address, 'm')).toMatchObject({ version: profileVersion, temperature: 'any' });
});

test('is one for each key that there is or is not, and each model', async () => {
  const profiles = new Profiles(folder, silentLog);
  await profiles.set(address, 'm', learnedAgo(0));
  expect(await profiles.learned({ ...address, auth: 'bearer' }, 'm')).toBeUndefined();
  expect(await profiles.learned(address, 'other')).toBeUndefined();
});

test('where nothing can be kept counts as long as the process, and a remark says so', async () => {
  const said: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void said.push(message) };
  writeFileSync(join(folder, 'file'), '');
  const profiles = new Profiles(join(folder, 'file'), log);
  await profiles.set(address, 'm', learnedAgo(0));
  expect(await profiles.get(address, 'm')).toMatchObject({ temperature: 'fixed' });
  expect(said.join()).toContain('could not be kept');
});

test('is told with what the settings say of it, and forgotten with its file', async () => {
  const means = openMeans({ folder });
  const endpoint = endpointAt(baseUrl);
  expect(await knownOf(endpoint, {}, means)).toMatchObject({ isLearned: false, since: '' });
  const learned = learnedAgo(day);
  await means.profiles.set(address, 'm', learned);
  const known = await knownOf(endpoint, { seed: true }, means);
  expect(known).toMatchObject({ isLearned: true, since: learned.learnedAt });
  expect(known.sentences).toContain('It takes no temperature, max_tokens, a seed, a system turn.');
  expect(known.sentences).toContain('As the settings say: seed.');
  await forget(endpoint, means);
  expect(await knownOf(endpoint, {}, means)).toMatchObject({ isLearned: false });
  expect(readdirSync(join(folder, 'profiles'))).toEqual([]);
  await means.close();
});

test('of a model of the editor there is nothing to tell', async () => {
  const means = openMeans({ folder });
  const known = await knownOf({ ...endpointAt(''), kind: 'editorModel' }, {}, means);
  expect(known).toMatchObject({ isLearned: false, sentences: ['Nothing is learned of it: it is asked as it is.'] });
  await means.close();
});

test('is told in whole sentences', () => {
  const evidence = [{ change: 'temperature', status: 400, message: 'a refusal named it, sha256 00' }];
  const profile = {
    ...learnedAgo(0),
    thinks: true,
    stream: false,
    answer: 'session',
    measured: { session: '4 of 4' },
    forced: { jsonSchema: 'no' },
    rung: 'jsonSchemaPlain',
    evidence,
  } as const;
  expect(profileSentences(profile, { thinkingOff: 'reasoning', extraBody: { top_p: 1 } })).toEqual([
    'Answers in the shape session (right: session 4 of 4).',
    'JSON is asked for by jsonSchemaPlain (tried: jsonSchema is ignored).',
    'It takes no temperature, max_tokens, a system turn.',
    'Its answers come in one piece.',
    'Its thinking is turned off by reasoning.',
    'Sent besides: top_p.',
    'Learned from its replies: temperature.',
    'As the settings say: thinkingOff, extraBody.',
  ]);
  expect(profileSentences(profile, {})).toContain('It thinks before it answers.');
});
