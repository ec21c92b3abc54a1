/** Every refusal that servers are known for, in its own shape, and what is made of it. */
import { describe, expect, test } from 'vitest';
import { readErrorBody } from './errorBody.ts';
import { retryAfter, troubleOf } from './trouble.ts';

const troubleAt = (status: number, body: unknown) => troubleOf(readErrorBody(status, body), 'host', null);
const openai = (message: string, more: object = {}) => ({ error: { message, param: null, code: null, ...more } });
const gemini = (status: string, code: number, message: string, details: unknown = []) => [
  { error: { code, message, status, details } },
];
const quotaOf = (quotaId: string) => [
  { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
];

describe('a status', () => {
  test.each([
    [400, 'unsupported', 'never'],
    [401, 'auth', 'never'],
    [402, 'quota', 'never'],
    [403, 'auth', 'never'],
    [404, 'badBaseUrl', 'never'],
    [405, 'badBaseUrl', 'never'],
    [408, 'serverError', 'aFewTimes'],
    [409, 'serverError', 'aFewTimes'],
    [413, 'contextOverflow', 'never'],
    [415, 'unsupported', 'never'],
    [418, 'protocol', 'never'],
    [422, 'unsupported', 'never'],
    [425, 'serverError', 'aFewTimes'],
    [429, 'rateLimited', 'aFewTimes'],
    [500, 'serverError', 'aFewTimes'],
    [501, 'serverError', 'aFewTimes'],
    [503, 'serverError', 'aFewTimes'],
  ])('%i is %s, asked again: %s', (status, reason, again) => {
    const trouble = troubleAt(status, openai('no'));
    expect(trouble).toMatchObject({ reason, again, degradable: reason === 'unsupported' });
    expect(trouble.explanation).toMatch(new RegExp(`^host answered ${status}: no\\. [A-Z].*\\.$`));
  });
});

describe('a body', () => {
  test.each([
    [
      'of an old vLLM',
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 2048 tokens",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
      'contextOverflow',
      'maximum context length',
    ],
    [
      'of a new vLLM',
      404,
      openai('The model `x` does not exist.', { type: 'NotFoundError', code: 404 }),
      'modelNotFound',
      'does not exist',
    ],
    [
      'of LM Studio',
      400,
      { error: "'response_format.type' must be 'json_schema' or 'text'" },
      'unsupported',
      'json_schema',
    ],
    [
      'of FastAPI',
      422,
      { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', type: 'extra' }] },
      'unsupported',
      'Extra inputs',
    ],
    [
      'of a router',
      400,
      openai('Provider returned error', { code: 400, metadata: { raw: 'context_length_exceeded: too long' } }),
      'contextOverflow',
      'too long',
    ],
    [
      'of Gemini, for a key',
      400,
      gemini('INVALID_ARGUMENT', 400, 'Bad.', [{ reason: 'API_KEY_INVALID' }]),
      'auth',
      'Bad',
    ],
    [
      'of llama.cpp',
      500,
      openai('too large', { type: 'exceed_context_size_error', code: 500 }),
      'contextOverflow',
      'too large',
    ],
    [
      'of nginx',
      502,
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>',
      'serverError',
      '502 Bad Gateway 502',
    ],
    [
      'of a page to sign in',
      403,
      '<!DOCTYPE html><html><script>1 < 2</script><body>Sign in</body></html>',
      'auth',
      ': Sign in.',
    ],
    ['that is empty', 500, '', 'serverError', 'answered 500. The'],
  ])('%s', (_, status, body, reason, said) => {
    const trouble = troubleAt(status, body);
    expect(trouble.reason).toBe(reason);
    expect(trouble.explanation).toContain(said);
    expect(trouble.explanation).not.toContain('<');
  });

  test('names the parameter', () => {
    expect(readErrorBody(400, openai('no', { param: 'seed' })).parameter).toBe('seed');
    expect(readErrorBody(422, { detail: [{ loc: ['body', 'seed'], msg: 'no' }] }).parameter).toBe('seed');
  });
});

describe('a quota', () => {
  const exceeded = 'You exceeded your current quota, please check your plan and billing details.';
  test.each([
    ['of money', 429, openai(exceeded, { code: 'insufficient_quota' }), 'quota'],
    ['of money, forbidden', 403, openai('Your credit balance is too low'), 'quota'],
    [
      "of Gemini's day",
      429,
      gemini('RESOURCE_EXHAUSTED', 429, 'Resource has been exhausted (e.g. check quota).'),
      'quota',
    ],
    [
      "of Gemini's day, by its name",
      429,
      gemini('RESOURCE_EXHAUSTED', 429, exceeded, quotaOf('GenerateRequestsPerDayPerProjectPerModel-FreeTier')),
      'quota',
    ],
    [
      "of Gemini's minute",
      429,
      gemini('RESOURCE_EXHAUSTED', 429, exceeded, quotaOf('GenerateRequestsPerMinutePerProjectPerModel-FreeTier')),
      'rateLimited',
    ],
    [
      "of OpenAI's minute",
      429,
      openai('Rate limit reached on requests per min (RPM): Limit 3. Add a payment method to your account.'),
      'rateLimited',
    ],
  ])('%s', (_, status, body, reason) => {
    expect(troubleAt(status, body)).toMatchObject({ reason, again: reason === 'quota' ? 'never' : 'aFewTimes' });
  });
});

describe('an error inside an answer', () => {
  test.each([
    [{ type: 'server_error', code: 'insufficient_quota' }, 'quota'],
    [{ type: 'server_error' }, 'serverError'],
    [{ type: 'rate_limit_error' }, 'rateLimited'],
    [{ code: 'rate_limit_exceeded' }, 'rateLimited'],
    [{ type: 'overloaded_error' }, 'serverError'],
    [{ type: 'invalid_request_error' }, 'unsupported'],
    [{ type: 'invalid_request_error', code: 'context_length_exceeded' }, 'contextOverflow'],
    [{ type: 'invalid_request_error', code: 'invalid_api_key' }, 'auth'],
    [{ type: 'authentication_error' }, 'auth'],
    [{ type: 'permission_error' }, 'auth'],
    [{ type: 'api_error' }, 'serverError'],
    [{ code: 429 }, 'rateLimited'],
    [{ code: '502' }, 'serverError'],
    [{ type: 'strange' }, 'protocol'],
  ])('%j is %s', (words, reason) => {
    const trouble = troubleAt(200, openai('sorry', words));
    expect(trouble.reason).toBe(reason);
    expect(trouble.explanation).toMatch(/^host answered with an error: sorry\. /);
  });

  test.each([
    ['Rate limit exceeded', 'rateLimited'],
    ['The model is overloaded', 'serverError'],
    ['maximum context length is 4096 tokens', 'contextOverflow'],
  ])('in words alone: %s', (error, reason) => {
    expect(troubleAt(200, { error }).reason).toBe(reason);
  });
});

test('a server that loads its model is asked until it has', () => {
  const loading = openai('Loading model', { type: 'unavailable_error', code: 503 });
  expect(troubleAt(503, loading)).toMatchObject({ reason: 'serverError', again: 'untilLoaded' });
  expect(troubleAt(200, loading)).toMatchObject({ again: 'untilLoaded' });
});

describe('the wait that is asked for', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  test.each([
    [{}, null],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': 'Fri, 01 May 2026 12:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Fri, 01 May 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
  ])('%j', (headers, expected) => {
    expect(retryAfter(new Headers(headers), now)).toBe(expected);
  });

  test.each([
    ['Please try again in 20s.', 20_000],
    ['Please try again in 1m2.5s. Visit', 62_500],
    ['Please retry in 340ms', 340],
    ['try again in 3 minutes', 180_000],
    ['try again later', null],
  ])('in words: %s', (message, expected) => {
    expect(troubleAt(429, openai(message)).retryAfterMs).toBe(expected);
    expect(troubleOf(readErrorBody(429, openai(message)), 'host', 5).retryAfterMs).toBe(5);
  });
});
