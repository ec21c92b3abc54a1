/** The window of a model: where it is known from, what does not fit it, and counts that put our estimates right. */
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { ContextManifest } from '../core/prediction.ts';
import type { ProfileOverrides } from '../core/profile.ts';
import { type Address, readAddress } from './address.ts';
import { tokenLimitOf } from './body.ts';
import { type Means, openMeans } from './means.ts';
import { predictWith } from './predict.ts';
import { startingProfile } from './profile.ts';
import { roomToAsk, roomToShow } from './room.ts';
import { asking, endpointAt, never, predictAt, probe, rightJson } from './testing/asking.ts';
import { answers, type Behaviour, chunk, events, type FakeServer, openFakeServer, says } from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';
import { tokenRatioAfter } from './tokens.ts';
import { windowKnown } from './window.ts';

let server: FakeServer;
const opened: Means[] = [];
afterEach(async () => {
  await server?.close();
  await Promise.all(opened.splice(0).map(means => means.close()));
});

function addressOf(baseUrl: string): Address {
  const reading = readAddress(baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  return reading.address;
}

/** Tells what it is asked for by path; the rest is answered rightly. */
function telling(told: Readonly<Record<string, object>>): Behaviour {
  return (response, seen) => {
    if (seen.path.endsWith('/chat/completions')) return says(rightJson)(response, seen);
    const body = told[seen.path];
    return answers(body === undefined ? 404 : 200, body ?? {})(response, seen);
  };
}

/** About so many tokens of code. */
function showing(tokens: number): ContextManifest {
  const source = 'alpha = beta\n'.repeat(Math.ceil(tokens / 4));
  const facts = { file: 'm.py', name: 'm', firstLine: 1, lastLine: 1, sha256: '', form: 'whole', source } as const;
  return { ...nothingShown, shown: [facts], budgetTokens: 6000 };
}

async function predictShowing(tokens: number, profile: ProfileOverrides = {}) {
  const means = openMeans();
  opened.push(means);
  const options = asking(means, { profile });
  const endpoint = endpointAt(server.baseUrl);
  const prediction = await predictWith(endpoint, probe, showing(tokens), options, silentLog, () => undefined, never);
  return { prediction, profile: await means.profiles.get(addressOf(server.baseUrl), 'm') };
}

const paths = (): readonly string[] => server.seen.map(({ path }) => path);
const chat = '/v1/chat/completions';

describe('a window is known', () => {
  const start = startingProfile(addressOf('http://127.0.0.1:5555/v1'), 'm', new Date());
  const [near, ollama, far] = [
    'http://127.0.0.1:5555/v1',
    'http://localhost:11434/v1',
    'https://models.example.com/v1',
  ];
  test.each([
    [near, 32_768, { windowTokens: 1000 }, { tokens: 1000, source: 'settings' }],
    [near, 32_768, {}, { tokens: 32_768, source: 'server' }],
    [near, 0, {}, { tokens: 8192, source: 'assumed' }],
    [near, null, {}, { tokens: 8192, source: 'assumed' }],
    [ollama, null, {}, { tokens: 4096, source: 'assumed' }],
    [far, null, {}, null],
    [far, 128_000, {}, { tokens: 128_000, source: 'server' }],
  ] as const)('at %s that tells %j and settings %j', (baseUrl, windowTokens, overrides, window) => {
    expect(windowKnown({ ...start, windowTokens }, addressOf(baseUrl), overrides)).toEqual(window);
  });
});

describe('a prompt that does not fit what a window is taken to be', () => {
  test.each([
    ['the list', { '/v1/models': { data: [{ id: 'm', max_model_len: 32_768 }] } }, 32_768],
    ['the list of a router', { '/v1/models': { data: [{ id: 'm', context_length: 40_960 }] } }, 40_960],
    ['llama.cpp', { '/props': { default_generation_settings: { n_ctx: 16_384 } } }, 16_384],
    ['Ollama', { '/api/ps': { models: [{ name: 'm:latest', context_length: 20_000 }] } }, 20_000],
    [
      'a model file of Ollama',
      { '/api/ps': { models: [] }, '/api/show': { parameters: 'num_ctx   24576\nstop x' } },
      24_576,
    ],
    ['LM Studio', { '/api/v0/models': { data: [{ id: 'm', loaded_context_length: 18_000 }] } }, 18_000],
  ])('is sent where the server tells a larger one: %s', async (_, told, windowTokens) => {
    server = await openFakeServer(telling(told));
    const { prediction, profile } = await predictShowing(7800);
    expect(prediction).toMatchObject({ kind: 'answered' });
    expect(profile.windowTokens).toBe(windowTokens);
    expect(paths().filter(path => path === chat)).toHaveLength(1);
  });

  test.each([
    ['tells none', {}, '8192', 'as it is taken to be', 0],
    ['is Ollama', { '/api/ps': { models: [] }, '/api/show': {} }, '4096', 'as the server says', 4096],
    [
      'tells what the model was trained for',
      { '/v1/models': { data: [{ id: 'm', meta: { n_ctx_train: 131_072 } }] } },
      '8192',
      'as it is taken to be',
      0,
    ],
  ])(
    'is not sent where the server %s, and the sentence names the window and what to do',
    async (_, told, tokens, source, windowTokens) => {
      server = await openFakeServer(telling(told));
      const { prediction, profile } = await predictShowing(7800);
      expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'contextOverflow' });
      expect(prediction.explanation).toContain(`the ${tokens} of the window of m (${source}`);
      expect(prediction.explanation).toContain('`windowTokens` in `calledIt.profile`');
      expect(profile.windowTokens).toBe(windowTokens);
      expect(paths()).not.toContain(chat);
    },
  );

  test('is sent unasked where the settings say that it fits, and not where they say that it does not', async () => {
    server = await openFakeServer(telling({}));
    expect((await predictShowing(7800, { windowTokens: 20_000 })).prediction.kind).toBe('answered');
    expect(paths()).toEqual([chat]);
    const { prediction } = await predictShowing(2000, { windowTokens: 2500 });
    expect(prediction.explanation).toContain('the 2500 of the window of m (as your settings say)');
    expect(paths()).toEqual([chat]);
  });
});

test('a prompt that fits costs no look at the window', async () => {
  server = await openFakeServer(telling({}));
  expect((await predictShowing(2000)).prediction.kind).toBe('answered');
  expect(paths()).toEqual([chat]);
});

describe('the room for code', () => {
  const draftOf = (tokens: number) => ({
    probe,
    manifest: showing(tokens),
    options: { ...options, contextTokens: 6000 },
  });
  const { means: _, ...options } = asking(openMeans());

  test('is what the window leaves beside the rest of the prompt and the answer', async () => {
    server = await openFakeServer(telling({ '/v1/models': { data: [{ id: 'm', max_model_len: 6000 }] } }));
    const means = openMeans();
    opened.push(means);
    const endpoint = endpointAt(server.baseUrl);
    expect(await roomToAsk(endpoint, draftOf(2000), means, never)).toBe(6000);
    expect(paths()).toEqual([]);
    const room = await roomToAsk(endpoint, draftOf(7800), means, never);
    expect(room).toBeGreaterThan(2000);
    expect(room).toBeLessThan((6000 - 768) / 1.1);
    const shownEndpoint = { ...endpoint, hasKey: false };
    expect(await roomToShow(shownEndpoint, draftOf(7800), means)).toBe(room);
    expect(paths()).toEqual(['/v1/models']);
  });

  test('is what the user allows where nobody knows the window', async () => {
    const means = openMeans();
    opened.push(means);
    expect(await roomToAsk(endpointAt('https://models.example.com/v1'), draftOf(7800), means, never)).toBe(6000);
  });
});

test('room to think is no more than the window leaves', () => {
  const profile = { ...startingProfile(addressOf('http://127.0.0.1:5555/v1'), 'm', new Date()), thinks: true };
  const facts = { model: 'm', temperature: 0, seed: null, logprobs: false, json: null };
  const wish = { ...facts, turns: [{ role: 'user', text: 'alpha beta '.repeat(500) }], maxTokens: 100 } as const;
  expect(tokenLimitOf(wish, profile)).toBe(16_384);
  expect(tokenLimitOf(wish, { ...profile, windowTokens: 8192 })).toBe(8192 - 1100);
  expect(tokenLimitOf(wish, { ...profile, windowTokens: 8192, tokenRatio: 2 })).toBe(8192 - 2200);
  expect(tokenLimitOf(wish, { ...profile, windowTokens: 1000 })).toBe(100);
});

describe('counts of the server', () => {
  test.each([
    [1, 1300, 1000, 1.09],
    [1.5, 1000, 1000, 1.35],
    [1, 50, 40, 1],
    [1, 500, 1000, 1],
    [1, 100_000, 1000, 1],
  ])('move a ratio of %d by %d counted for %d to %d', (ratio, counted, estimated, expected) => {
    expect(tokenRatioAfter(ratio, counted, estimated)).toBeCloseTo(expected, 9);
  });

  test('are learned from an answer', async () => {
    const usage = (tokens: number) => ({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 5 } });
    server = await openFakeServer(events(chunk({ content: rightJson }, 'stop'), usage(1500)));
    const means = openMeans();
    opened.push(means);
    await predictAt(endpointAt(server.baseUrl), { means: { ...means, close: async () => undefined } });
    const { tokenRatio } = await means.profiles.get(addressOf(server.baseUrl), 'm');
    expect(tokenRatio).not.toBe(1);
  });
});
