/** Addresses of model servers, the profile they begin with, and the one step down after a refusal. */

import { describe, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { answerForm } from './answerSchema.ts';
import { bodyOf, type Wish } from './body.ts';
import { stepDown } from './ladder.ts';
import { costOf } from './price.ts';
import { startingProfile } from './profile.ts';
import { estimateTokens } from './tokens.ts';

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
  json: answerForm,
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
    ['https://api.openai.com/v1', false, false],
    ['https://172.40.0.1/v1', false, false],
  ])('%s: private %s, this machine %s', (baseUrl, isPrivate, isLoopback) => {
    expect(addressOf(baseUrl)).toMatchObject({ isPrivate, isLoopback });
  });
});

describe('a body', () => {
  const profile = startingProfile(addressOf('http://localhost:1/v1'), 'm', new Date());

  test('holds what the profile allows', () => {
    expect(bodyOf(wish, profile)).toMatchObject({ max_tokens: 10, temperature: 0, seed: 1, stream: true });
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

  test('leaves a model that thinks room to think', () => {
    expect(bodyOf(wish, { ...profile, thinks: true })).toMatchObject({ max_tokens: 16_384 });
    expect(startingProfile(addressOf('https://api.openai.com/v1'), 'o3-mini', new Date()).thinks).toBe(true);
    expect(startingProfile(addressOf('https://api.openai.com/v1'), 'gpt-4o', new Date()).thinks).toBe(false);
  });

  test('has the system turn at the head of the first user turn where there may be none', () => {
    expect(bodyOf(wish, { ...profile, roles: 'merged' }).messages).toEqual([{ role: 'user', content: 's\n\nu' }]);
  });
});

test('a refusal that names a parameter costs that one alone, and never twice', () => {
  const profile = startingProfile(addressOf('http://localhost:1/v1'), 'm', new Date());
  const detail = { status: 400, message: 'bad', code: '', parameter: 'temperature' };
  expect(stepDown(profile, wish, detail, [])).toMatchObject({
    change: 'temperature',
    profile: { temperature: 'fixed', seed: true },
  });
  expect(stepDown({ ...profile, temperature: 'fixed' }, wish, detail, ['temperature'])).toBeNull();
});

test('a price fits by name or by the longest beginning; an unknown one is unknown, not nothing', () => {
  const usage = {
    promptTokens: 1_000_000,
    completionTokens: 1_000_000,
    reasoningTokens: 5,
    cachedTokens: null,
    cost: null,
  };
  const prices = [
    { model: 'gpt-*', input: 1, output: 2 },
    { model: 'gpt-4o*', input: 3, output: 4 },
  ];
  expect(costOf(usage, 'gpt-4o-mini', prices)).toBe(7);
  expect(costOf(usage, 'gpt-3', prices)).toBe(3);
  expect(costOf(usage, 'llama', prices)).toBeNull();
});

test('an estimate of tokens is near for words, digits and other scripts', () => {
  expect(estimateTokens('def total(items):\n    return sum(items)\n')).toBeGreaterThanOrEqual(9);
  expect(estimateTokens('日本語')).toBe(3);
  expect(estimateTokens('1234567890')).toBe(4);
  expect(estimateTokens('')).toBe(0);
});
