/** Addresses of model servers, the profile they begin with, and the one step down after a refusal. */

import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../core/tokens.ts';
import { readAddress } from './address.ts';
import { answerForm } from './answerSchema.ts';
import { bodyOf, type Wish } from './body.ts';
import { stepDown } from './ladder.ts';
import { costOf } from './price.ts';
import { profileInForce, startingProfile } from './profile.ts';
import { nothingSaid } from './reply.ts';

function addressOf(baseUrl: string, model = 'm', key = 'sk-0123456789') {
  const reading = readAddress(baseUrl, model, key);
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  return reading.address;
}

const wish: Wish = {
  model: 'm',
  turns: [
    { role: 'system', text: 's' },
    { role: 'user', text: 'u' },
  ],
  maxTokens: 10,
  temperature: 0,
  seed: 1,
  logprobs: false,
  json: { ...answerForm, tagged: '' },
};

describe('an address', () => {
  test('of Azure in its v1 form is used as it is', () => {
    const address = addressOf('https://res.openai.azure.com/openai/v1/');
    expect(address).toMatchObject({ baseUrl: 'https://res.openai.azure.com/openai/v1', auth: 'bearer', query: {} });
    expect(startingProfile(address, 'm', new Date()).tokenLimit).toBe('max_completion_tokens');
  });

  test.each([
    ['https://res.openai.azure.com', '2024-10-21'],
    ['https://res.openai.azure.com/?api-version=2025-01-01', '2025-01-01'],
    ['https://res.openai.azure.com/openai/deployments/my%20gpt?api-version=2025-01-01', '2025-01-01'],
  ])('of Azure in its classic form (%s) names the deployment and the version', (baseUrl, version) => {
    expect(addressOf(baseUrl, 'my gpt')).toMatchObject({
      baseUrl: 'https://res.openai.azure.com/openai/deployments/my%20gpt',
      query: { 'api-version': version },
      auth: 'apiKeyHeader',
    });
  });

  test.each([
    ['http://localhost:1234/v1', true, true],
    ['http://[::1]:1234/v1', true, true],
    ['http://192.168.1.5:8000/v1', true, false],
    ['http://172.20.0.1/v1', true, false],
    ['http://gpu-box:8000/v1', true, false],
    ['https://127.evil.example/v1', false, false],
    ['https://api.openai.com/v1', false, false],
    ['https://172.40.0.1/v1', false, false],
  ])('%s: private %s, this machine %s', (baseUrl, isPrivate, isLoopback) => {
    expect(addressOf(baseUrl)).toMatchObject({ isPrivate, isLoopback });
  });
});

describe('a profile starts', () => {
  const start = (baseUrl: string, model = 'm') => startingProfile(addressOf(baseUrl), model, new Date());

  test.each([
    [
      'https://api.openai.com/v1',
      { tokenLimit: 'max_completion_tokens', rung: 'jsonSchema', seed: true, logprobs: true },
    ],
    ['https://api.anthropic.com/v1/', { tokenLimit: 'max_tokens', rung: 'tool', seed: false, logprobs: false }],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai/',
      { rung: 'jsonSchemaPlain', seed: false, logprobs: false },
    ],
    ['https://openrouter.ai/api/v1', { seed: false, logprobs: false }],
    ['https://models.example.com/v1', { tokenLimit: 'max_tokens', rung: 'jsonSchema', seed: false, logprobs: false }],
    ['http://127.0.0.1:5555/v1', { seed: false, logprobs: false }],
    ['http://127.0.0.1:8080/v1', { seed: true, logprobs: true }],
    ['http://localhost:8000/v1', { seed: true, logprobs: true }],
    ['http://localhost:11434/v1', { seed: true, logprobs: true }],
    ['http://localhost:1234/v1', { seed: true, logprobs: false }],
  ])('at %s from what is known of it', (baseUrl, expected) => {
    expect(start(baseUrl)).toMatchObject({ temperature: 'any', roles: 'system', stream: true, ...expected });
  });

  test('for a model of our own from what was measured of it', () => {
    expect(start('http://127.0.0.1:5555/v1', 'qwen-0.5b')).toMatchObject({
      logprobs: true,
      seed: true,
      answer: 'session',
    });
    expect(start('https://models.example.com/v1', 'qwen-0.5b')).toMatchObject({ logprobs: false, answer: null });
  });

  test.each([
    ...['o1-preview', 'o3-mini', 'openai/o4-mini', 'gpt-5', 'gpt-5.1', 'openai/gpt-5-mini', 'gpt-oss:20b'],
    ...['qwen3', 'qwen3:8b', 'Qwen/Qwen3-32B', 'qwen3-30b-a3b-thinking-2507', 'qwq:32b', 'deepseek-r1:7b'],
    ...['deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', 'deepseek-reasoner', 'magistral-small', 'gemini-2.5-pro'],
    ...['google/gemini-3-pro-preview', 'phi4-reasoning'],
  ])('with %s as one that thinks', model => {
    expect(start('https://models.example.com/v1', model).thinks).toBe(true);
  });

  test.each([
    ...['gpt-4o', 'gpt-4.1', 'gpt-5-chat-latest', 'qwen2.5-coder', 'qwen3-coder:30b', 'qwen3-4b-instruct-2507'],
    ...['deepseek-chat', 'gemini-2.0-flash', 'mistral-small', 'llama3.1', 'command-r1x'],
  ])('with %s as one that answers at once', model => {
    expect(start('https://models.example.com/v1', model).thinks).toBe(false);
  });
});

describe('a body', () => {
  const profile = startingProfile(addressOf('http://localhost:1/v1'), 'm', new Date());

  test('holds what the profile allows', () => {
    const able = { ...profile, seed: true, logprobs: true };
    const body = bodyOf({ ...wish, logprobs: true, json: null }, able);
    expect(body).toMatchObject({ max_tokens: 10, temperature: 0, seed: 1, stream: true, logprobs: true });
    const lean = {
      ...profile,
      tokenLimit: 'none',
      temperature: 'fixed',
      seed: false,
      streamUsage: false,
      rung: 'tagged',
    } as const;
    expect(Object.keys(bodyOf(wish, lean)).sort()).toEqual(['messages', 'model', 'stream']);
  });

  test('that is not streamed asks for no usage in the stream', () => {
    const body = bodyOf(wish, { ...profile, stream: false });
    expect(body).toMatchObject({ stream: false });
    expect(body).not.toHaveProperty('stream_options');
  });

  test('leaves a model that thinks room to think, and asks it for no temperature and no log-probabilities, unless the user says so', () => {
    const thinker = { ...profile, thinks: true, logprobs: true };
    const asked = { ...wish, logprobs: true, json: null };
    const body = bodyOf(asked, profileInForce(thinker, {}));
    expect(body).toMatchObject({ max_tokens: 16_384 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('logprobs');
    expect(bodyOf(asked, profileInForce(thinker, { temperature: 'any' }))).toHaveProperty('temperature');
    expect(bodyOf(asked, profileInForce(thinker, { thinks: false }))).toMatchObject({ max_tokens: 10, logprobs: true });
  });

  test.each([
    ['reasoning_effort', { reasoning_effort: 'none' }],
    ['chat_template_kwargs', { chat_template_kwargs: { enable_thinking: false } }],
    ['reasoning', { reasoning: { effort: 'none' } }],
    ['thinking', { thinking: { type: 'disabled' } }],
  ] as const)('turns thinking off by %s, and needs no room for it then', (thinkingOff, fields) => {
    const body = bodyOf(wish, profileInForce({ ...profile, thinks: true }, { thinkingOff }));
    expect(body).toMatchObject({ ...fields, max_tokens: 10, temperature: 0 });
  });

  test('holds the fields of the user beside ours, which they do not replace', () => {
    const router = startingProfile(addressOf('https://openrouter.ai/api/v1'), 'm', new Date());
    expect(bodyOf(wish, router)).toMatchObject({ provider: { require_parameters: true } });
    const extraBody = { provider: { order: ['x'], allow_fallbacks: false }, top_p: 0.9, model: 'other' };
    expect(bodyOf(wish, profileInForce(router, { extraBody }))).toMatchObject({
      provider: { require_parameters: true, order: ['x'], allow_fallbacks: false },
      top_p: 0.9,
      model: 'm',
    });
  });

  test('calls the system turn as the server wants it', () => {
    expect(bodyOf({ ...wish, json: null }, { ...profile, roles: 'developer' }).messages).toEqual([
      { role: 'developer', content: 's' },
      { role: 'user', content: 'u' },
    ]);
  });

  test('has the system turn at the head of the first user turn where there may be none', () => {
    expect(bodyOf(wish, { ...profile, roles: 'merged' }).messages).toEqual([{ role: 'user', content: 's\n\nu' }]);
  });
});

test('a refusal that names a parameter costs that one alone, and never twice', () => {
  const profile = startingProfile(addressOf('http://localhost:1/v1'), 'm', new Date());
  const detail = { status: 400, isInAnswer: false, message: 'bad', words: '', parameter: 'temperature' };
  const refusal = { profile, wish, detail, overrides: {} };
  const step = stepDown(refusal, []);
  expect(step).toMatchObject({ change: 'temperature', differs: { temperature: 'fixed' }, why: 'named' });
  expect(stepDown({ ...refusal, profile: { ...profile, ...step?.differs } }, step === null ? [] : [step])).toBeNull();
  expect(stepDown({ ...refusal, overrides: { temperature: 'any' } }, [])).toBeNull();
  const strange = { ...detail, message: "Unknown role 'developer'", parameter: '' };
  const developer = { ...profile, roles: 'developer' } as const;
  expect(stepDown({ ...refusal, profile: developer, detail: strange }, [])).toMatchObject({
    differs: { roles: 'merged' },
  });
});

test('a price fits by name or by the longest beginning; an unknown one is unknown, not nothing', () => {
  const usage = {
    ...nothingSaid,
    promptTokens: 1_000_000,
    completionTokens: 1_000_000,
    reasoningTokens: 5,
  };
  const prices = [
    { model: 'gpt-*', input: 1, output: 2 },
    { model: 'gpt-4o*', input: 3, output: 4 },
  ];
  expect(costOf(usage, 'gpt-4o-mini', prices)).toBe(7);
  expect(costOf(usage, 'gpt-3', prices)).toBe(3);
  expect(costOf(usage, 'llama', prices)).toBeNull();
});

test('of a prompt what was cached, and what was put into the cache, has prices of its own where they are known', () => {
  const usage = {
    ...nothingSaid,
    promptTokens: 1_000_000,
    completionTokens: 0,
    cachedTokens: 200_000,
    cacheWriteTokens: 300_000,
  };
  const price = { model: 'm', input: 10, output: 0 };
  expect(costOf(usage, 'm', [price])).toBeCloseTo(10, 9);
  expect(costOf(usage, 'm', [{ ...price, cached: 1 }])).toBeCloseTo(8.2, 9);
  expect(costOf(usage, 'm', [{ ...price, cached: 1, cacheWrite: 12.5 }])).toBeCloseTo(8.95, 9);
});

test('an estimate of tokens is near for words, digits and other scripts', () => {
  expect(estimateTokens('def total(items):\n    return sum(items)\n')).toBeGreaterThanOrEqual(9);
  expect(estimateTokens('日本語')).toBe(3);
  expect(estimateTokens('1234567890')).toBe(4);
  expect(estimateTokens('')).toBe(0);
});
