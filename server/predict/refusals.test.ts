/** What servers refuse, and what is made of it: things given up one by one and remembered, waits that are honoured, requests that are bounded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { type Address, readAddress } from './address.ts';
import { type Means, openMeans } from './means.ts';
import { predictWith, type Stage } from './predict.ts';
import type { Profile } from './profile.ts';
import { asking, endpointAt, never, predictAt, probe, rightJson } from './testing/asking.ts';
import { answers, type Behaviour, type FakeServer, openFakeServer, type Seen, says } from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';

let server: FakeServer;
const opened: Means[] = [];
afterEach(async () => {
  await server.close();
  await Promise.all(opened.splice(0).map(means => means.close()));
});

function meansWith(request: Parameters<typeof openMeans>[0] = {}): Means {
  const means = openMeans(request);
  opened.push(means);
  return means;
}

const right = says(rightJson);

function addressOf(baseUrl: string): Address {
  const reading = readAddress(baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  return reading.address;
}

const learned = ({ profiles }: Means): Promise<Profile> => profiles.get(addressOf(server.baseUrl), 'm');

async function knownToTake(differs: Partial<Profile>, means: Means): Promise<void> {
  await means.profiles.set(addressOf(server.baseUrl), 'm', { ...(await learned(means)), ...differs });
}

/** Refuses as long as `minds` holds, then answers. */
function minding(minds: (body: Seen['body']) => boolean, status: number, body: unknown): Behaviour {
  const whole = answers(200, { choices: [{ message: { content: rightJson }, finish_reason: 'stop' }] });
  return (response, seen) => {
    const accepted = seen.body['stream'] === false ? whole : right;
    return minds(seen.body) ? answers(status, body)(response, seen) : accepted(response, seen);
  };
}

describe('things given up one by one', () => {
  const openai = (param: string, message = `Unsupported parameter: '${param}'`) => ({
    error: { message, type: 'invalid_request_error', param, code: null },
  });

  test.each([
    ['temperature', (b: Seen['body']) => 'temperature' in b, openai('temperature'), 2],
    [
      'stream_options',
      (b: Seen['body']) => 'stream_options' in b,
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      2,
    ],
    [
      'max_tokens',
      (b: Seen['body']) => 'max_tokens' in b,
      openai('max_tokens', "Use 'max_completion_tokens' instead."),
      2,
    ],
    [
      'json_schema',
      (b: Seen['body']) => JSON.stringify(b['response_format'] ?? {}).includes('strict'),
      { error: "'response_format.type' must be 'json_schema' or 'text'" },
      2,
    ],
    [
      'response_format',
      (b: Seen['body']) => 'response_format' in b,
      [
        {
          error: {
            code: 400,
            message: 'Unknown name "response_format": Cannot find field.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
      4,
    ],
    [
      'stream',
      (b: Seen['body']) => b['stream'] === true,
      openai('stream', "Unsupported value: 'stream' does not support true with this model."),
      2,
    ],
    [
      'roles',
      (b: Seen['body']) => JSON.stringify(b['messages']).includes('"system"'),
      { error: { message: 'Conversation roles must alternate user/assistant', code: 500 } },
      2,
    ],
  ])('%s', async (_name, minds, body, requests) => {
    server = await openFakeServer(minding(minds, 400, body));
    const means = meansWith();
    const first = await predictAt(endpointAt(server.baseUrl), { means: { ...means, close: async () => undefined } });
    expect(first.kind).toBe('answered');
    expect(server.seen).toHaveLength(requests);
    expect(first.asked?.degraded.length).toBe(requests - 1);
    await predictAt(endpointAt(server.baseUrl), { means: { ...means, close: async () => undefined } });
    expect(server.seen).toHaveLength(requests + 1);
  });

  test.each([
    ['seed', { samples: 2, everySample: true }, 2],
    ['logprobs', { answer: 'session' }, 1],
  ] as const)('%s, by each sample that is under way', async (field, options, refused) => {
    server = await openFakeServer(
      minding(b => field in b, 400, openai(field, `Unrecognized request argument supplied: ${field}`)),
    );
    const means = { ...meansWith({ concurrency: 1 }), close: async () => undefined };
    await knownToTake({ seed: true, logprobs: true }, means);
    const first = await predictAt(endpointAt(server.baseUrl), { ...options, means });
    expect(server.seen.filter(({ body }) => field in body)).toHaveLength(refused);
    expect(first.asked?.degraded).toEqual([field]);
    const before = server.seen.length;
    await predictAt(endpointAt(server.baseUrl), { ...options, means });
    expect(server.seen.slice(before).some(({ body }) => field in body)).toBe(false);
  });

  test('a system turn that a template breaks on, told as a server error', async () => {
    const raised = { error: { message: 'Jinja Exception: System role not supported (raise_exception)' } };
    server = await openFakeServer(minding(b => JSON.stringify(b['messages']).includes('"system"'), 500, raised));
    expect(await predictAt(endpointAt(server.baseUrl))).toMatchObject({
      kind: 'answered',
      asked: { degraded: ['roles'] },
    });
    expect(server.seen).toHaveLength(2);
  });

  test('several things, within five steps', async () => {
    const minds = (b: Seen['body']): boolean =>
      ['stream_options', 'temperature', 'response_format'].some(name => name in b);
    server = await openFakeServer((response, seen) => {
      const name = ['stream_options', 'temperature', 'response_format'].find(each => each in seen.body) ?? '';
      return minds(seen.body) ? answers(400, openai(name))(response, seen) : right(response, seen);
    });
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction.kind).toBe('answered');
    expect(prediction.asked?.degraded).toEqual([
      'streamUsage',
      'temperature',
      'rung:jsonSchemaPlain',
      'rung:jsonObject',
      'rung:tool',
    ]);
    expect(server.seen).toHaveLength(6);
  });

  test('a server that refuses everything is left after six steps, and teaches nothing', async () => {
    server = await openFakeServer(answers(400, { error: { message: 'no' } }));
    const means = { ...meansWith(), close: async () => undefined };
    const prediction = await predictAt(endpointAt(server.baseUrl), { means });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'unsupported' });
    expect(server.seen).toHaveLength(7);
    expect(new Set(server.seen.map(seen => JSON.stringify(seen.body))).size).toBe(server.seen.length);
    expect((await learned(means)).evidence).toEqual([]);
  });

  const hasSystem = (b: Seen['body']): boolean => JSON.stringify(b['messages']).includes('"system"');
  const start = { streamUsage: true, rung: 'jsonSchema', temperature: 'any', roles: 'system', stream: true } as const;
  test.each([
    ['stream_options', (b: Seen['body']) => 'stream_options' in b, { streamUsage: false }, 2],
    ['a strict schema', (b: Seen['body']) => JSON.stringify(b).includes('"strict"'), { rung: 'jsonSchemaPlain' }, 3],
    ['temperature', (b: Seen['body']) => 'temperature' in b, { temperature: 'fixed' }, 4],
    ['a system turn', hasSystem, { roles: 'merged' }, 5],
    ['a stream', (b: Seen['body']) => b['stream'] === true, { stream: false }, 6],
    ['every form', (b: Seen['body']) => 'response_format' in b || 'tools' in b, { rung: 'tagged' }, 7],
  ] as const)(
    'of %s without a name costs few requests, and teaches that one thing',
    async (_, minds, lost, requests) => {
      server = await openFakeServer(minding(minds, 400, { error: { message: 'Bad Request' } }));
      const means = { ...meansWith(), close: async () => undefined };
      expect((await predictAt(endpointAt(server.baseUrl), { means })).kind).toBe('answered');
      expect(server.seen).toHaveLength(requests);
      expect(await learned(means)).toMatchObject({ ...start, ...lost });
      await predictAt(endpointAt(server.baseUrl), { means });
      expect(server.seen).toHaveLength(requests + 1);
    },
  );

  test('two things refused without a name are both learned, one a question', async () => {
    const minds = (b: Seen['body']): boolean => 'stream_options' in b || 'temperature' in b;
    server = await openFakeServer(minding(minds, 400, { error: { message: 'Bad Request' } }));
    const means = { ...meansWith(), close: async () => undefined };
    await predictAt(endpointAt(server.baseUrl), { means });
    await predictAt(endpointAt(server.baseUrl), { means });
    const before = server.seen.length;
    expect((await predictAt(endpointAt(server.baseUrl), { means })).kind).toBe('answered');
    expect(server.seen).toHaveLength(before + 1);
    expect(await learned(means)).toMatchObject({ ...start, streamUsage: false, temperature: 'fixed' });
  });

  test('what the user set is not given up, and not written into what was learned', async () => {
    const refusing = minding(b => 'stream_options' in b || 'temperature' in b, 400, openai('stream_options'));
    server = await openFakeServer(refusing);
    const means = { ...meansWith(), close: async () => undefined };
    const profile = { temperature: 'fixed', rung: 'jsonObject', extraBody: { top_p: 0.5 } } as const;
    const asked = await predictAt(endpointAt(server.baseUrl), { means, profile });
    expect(asked).toMatchObject({ kind: 'answered', asked: { degraded: ['streamUsage'], rung: 'jsonObject' } });
    expect(server.seen.at(-1)?.body).toMatchObject({ top_p: 0.5 });
    expect(await learned(means)).toMatchObject({ ...start, streamUsage: false, extraBody: {} });
    const insisting = await predictAt(endpointAt(server.baseUrl), { means, profile: { streamUsage: true } });
    expect(insisting).toMatchObject({ kind: 'notAsked', reason: 'unsupported' });
  });

  test('of what the server said only a digest is kept, since it may repeat what it was sent', async () => {
    const said = openai('temperature', `Unsupported: temperature, in ${'def f(a): return a'}`);
    server = await openFakeServer(minding(b => 'temperature' in b, 400, said));
    const means = { ...meansWith(), close: async () => undefined };
    await predictAt(endpointAt(server.baseUrl), { means });
    const { evidence } = await learned(means);
    expect(evidence).toMatchObject([{ change: 'temperature', status: 400 }]);
    expect(evidence[0]?.message).toMatch(/^a refusal named it, sha256 [0-9a-f]{16}$/);
  });

  test('a model whose thinking is turned off says so in the record', async () => {
    server = await openFakeServer(right);
    const profile = { thinkingOff: 'chat_template_kwargs' } as const;
    const prediction = await predictAt(endpointAt(server.baseUrl), { profile });
    expect(prediction.asked?.degraded).toEqual(['thinking:chat_template_kwargs']);
    expect(server.seen[0]?.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
  });

  test('what was learned is kept on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'called-it-'));
    server = await openFakeServer(minding(b => 'temperature' in b, 400, openai('temperature')));
    await predictAt(endpointAt(server.baseUrl), { means: openMeans({ folder }) });
    await predictAt(endpointAt(server.baseUrl), { means: openMeans({ folder }) });
    expect(server.seen).toHaveLength(3);
    expect(server.seen[2]?.body).not.toHaveProperty('temperature');
    await rm(folder, { recursive: true });
  });

  test('a profile that the user sets wins', async () => {
    server = await openFakeServer(right);
    await predictAt(endpointAt(server.baseUrl), { profile: { tokenLimit: 'none', streamUsage: false } });
    expect(server.seen[0]?.body).not.toHaveProperty('max_tokens');
    expect(server.seen[0]?.body).not.toHaveProperty('stream_options');
    await server.close();
    server = await openFakeServer(right);
    await predictAt(endpointAt(server.baseUrl), {
      means: openMeans({ profile: { rung: 'tagged', temperature: 'fixed' } }),
    });
    expect(server.seen[0]?.body).not.toHaveProperty('response_format');
    expect(server.seen[0]?.body).not.toHaveProperty('temperature');
  });

  test('a field that is taken and ignored is given up after two replies of another shape', async () => {
    server = await openFakeServer(says('The answer is 2.'));
    const means = { ...meansWith(), close: async () => undefined };
    await predictAt(endpointAt(server.baseUrl), { means });
    await predictAt(endpointAt(server.baseUrl), { means });
    await predictAt(endpointAt(server.baseUrl), { means });
    const strict = (seen: Seen | undefined) => JSON.stringify(seen?.body['response_format'] ?? {}).includes('strict');
    expect(server.seen.map(strict)).toEqual([true, true, false]);
  });
});

describe('waits and limits', () => {
  const limited = (headers: Readonly<Record<string, string>> = {}) =>
    answers(429, { error: { message: 'slow down' } }, headers);

  test('Retry-After in seconds is honoured', async () => {
    server = await openFakeServer(limited({ 'retry-after': '1' }), right);
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction).toMatchObject({ kind: 'answered', latency: { attempts: 2 } });
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test('Retry-After as a date is honoured', async () => {
    server = await openFakeServer(limited({ 'retry-after': new Date(Date.now() + 1500).toUTCString() }), right);
    expect(await predictAt(endpointAt(server.baseUrl))).toMatchObject({ kind: 'answered' });
    expect(server.seen).toHaveLength(2);
  });

  test('a longer wait than allowed is told, not slept', async () => {
    server = await openFakeServer(limited({ 'retry-after': '120' }));
    const begun = Date.now();
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'rateLimited' });
    expect(prediction.explanation).toContain('120 s');
    expect(server.seen).toHaveLength(1);
    expect(Date.now() - begun).toBeLessThan(2000);
  });

  test('without Retry-After it is asked three times at most', async () => {
    server = await openFakeServer(limited());
    expect(await predictAt(endpointAt(server.baseUrl))).toMatchObject({
      reason: 'rateLimited',
      latency: { attempts: 3 },
    });
    expect(server.seen).toHaveLength(3);
  });

  test('five samples wait together', async () => {
    server = await openFakeServer(limited({ 'retry-after': '1' }), right);
    const prediction = await predictAt(endpointAt(server.baseUrl), { samples: 5, everySample: true });
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { consistency: 1 } });
    expect(server.seen).toHaveLength(6);
    const [first, second] = server.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test('an empty account is no rate limit: one request', async () => {
    server = await openFakeServer(
      answers(429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }),
    );
    expect(await predictAt(endpointAt(server.baseUrl))).toMatchObject({ kind: 'notAsked', reason: 'quota' });
    expect(server.seen).toHaveLength(1);
  });

  const loading = (headers: Readonly<Record<string, string>> = {}) =>
    answers(503, { error: { message: 'Loading model', type: 'unavailable_error' } }, headers);

  test('a server that is loading its model is asked until it has, and that is said', async () => {
    const soon = loading({ 'retry-after-ms': '20' });
    server = await openFakeServer(soon, soon, soon, soon, soon, right);
    const stages: Stage[] = [];
    const endpoint = endpointAt(server.baseUrl);
    const tell = (stage: Stage): void => void stages.push(stage);
    const options = asking(meansWith());
    const prediction = await predictWith(endpoint, probe, nothingShown, options, silentLog, tell, never);
    expect(prediction.latency?.attempts).toBeGreaterThanOrEqual(6);
    expect(stages.filter(({ stage }) => stage === 'waiting').map(({ text }) => text)).toContain(
      `${new URL(server.baseUrl).host} is loading m`,
    );
  });

  test('a server that loads for longer than any wait is given up, after waits of seconds', async () => {
    server = await openFakeServer(loading());
    const begun = Date.now();
    const prediction = await predictAt(endpointAt(server.baseUrl), { means: meansWith({ longestWaitMs: 2500 }) });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'serverError' });
    expect(prediction.explanation).toContain('still loading');
    expect(server.seen).toHaveLength(2);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(950);
  });

  test.each([
    ['a refused key', answers(401, { error: { message: 'bad key' } }), 'auth', 1],
    ['a wait that is too long', limited({ 'retry-after': '120' }), 'rateLimited', 1],
    ['waits in vain', limited(), 'rateLimited', 3],
    ['a model that is not there', answers(404, { error: { message: 'no such model' } }), 'modelNotFound', 1],
  ] as const)('samples that wait for their place are not sent after %s', async (_, refusal, reason, requests) => {
    server = await openFakeServer(refusal);
    const prediction = await predictAt(endpointAt(server.baseUrl), { samples: 4, everySample: true });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason, latency: { attempts: requests } });
    expect(prediction.samples.map(sample => sample.reason)).toEqual([reason, reason, reason, reason]);
    expect(server.seen).toHaveLength(requests);
  });

  test('a sample that alone was refused stops no other', async () => {
    const filtered = answers(400, { error: { message: 'filtered', code: 'content_filter' } });
    server = await openFakeServer(filtered, right);
    expect(await predictAt(endpointAt(server.baseUrl), { samples: 4, everySample: true })).toMatchObject({
      kind: 'answered',
    });
    expect(server.seen).toHaveLength(4);
  });

  test('nor is the shape measured of a server that refuses', async () => {
    server = await openFakeServer(answers(401, { error: { message: 'bad key' } }));
    expect(await predictAt(endpointAt(server.baseUrl), { answer: 'auto' })).toMatchObject({ reason: 'auth' });
    expect(server.seen).toHaveLength(1);
  });

  test('a wait that is too long is remembered, for the model that it is about', async () => {
    server = await openFakeServer(limited({ 'retry-after': '120' }), right);
    const means = { ...meansWith(), close: async () => undefined };
    const endpoint = endpointAt(server.baseUrl);
    await predictAt(endpoint, { means });
    const again = await predictAt(endpoint, { means });
    expect(again).toMatchObject({ kind: 'notAsked', reason: 'rateLimited', latency: { attempts: 0 } });
    expect(again.explanation).toMatch(/asks to wait 1\d\d s\. Come back then/);
    expect(server.seen).toHaveLength(1);
    expect(await predictAt({ ...endpoint, model: 'other' }, { means })).toMatchObject({ kind: 'answered' });
  });

  test.each([
    ['one nearby', {}, 1],
    ['as many as the user says', { concurrency: 3 }, 3],
  ])('so many requests are sent at a time: %s', async (_, more, most) => {
    let [now, peak] = [0, 0];
    server = await openFakeServer(async (response, seen) => {
      now += 1;
      peak = Math.max(peak, now);
      await wait(100);
      now -= 1;
      await right(response, seen);
    });
    await predictAt(endpointAt(server.baseUrl), { samples: 6, everySample: true, ...more });
    expect(server.seen).toHaveLength(6);
    expect(peak).toBe(most);
  });

  const slowly =
    (milliseconds: number): Behaviour =>
    async (response, seen) => {
      await wait(milliseconds);
      await right(response, seen);
    };

  test('all requests of a prediction have one time', async () => {
    server = await openFakeServer(slowly(300));
    const begun = Date.now();
    const patience = { firstTokenMs: 5000, totalMs: 800 };
    const prediction = await predictAt(endpointAt(server.baseUrl), { samples: 4, everySample: true, patience });
    const reasons = prediction.samples.map(({ reason }) => reason);
    expect(reasons).toEqual([null, null, 'timeoutTotal', 'timeoutTotal']);
    expect(server.seen).toHaveLength(3);
    expect(Date.now() - begun).toBeLessThan(2000);
  });

  test('waiting until others are done takes none of it', async () => {
    server = await openFakeServer(slowly(400));
    const means = { ...meansWith(), close: async () => undefined };
    const patience = { firstTokenMs: 5000, totalMs: 900 };
    const predictions = Array.from({ length: 4 }, () => predictAt(endpointAt(server.baseUrl), { means, patience }));
    const kinds = (await Promise.all(predictions)).map(({ kind }) => kind);
    expect(kinds).toEqual(['answered', 'answered', 'answered', 'answered']);
  });

  test('money is counted by the price table, and the server’s own figure wins', async () => {
    server = await openFakeServer(right);
    const prices = [{ model: 'm', input: 1, cacheWrite: 2, output: 2 }];
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 400, cache_write_tokens: 100 },
    };
    const message = { content: rightJson };
    const whole = (more: object) =>
      answers(200, { choices: [{ message, finish_reason: 'stop' }], usage: { ...usage, ...more } });
    await server.close();
    server = await openFakeServer(whole({}), whole({ cost: 0.5 }));
    const means = { ...meansWith({ prices }), close: async () => undefined };
    expect((await predictAt(endpointAt(server.baseUrl), { means })).usage?.cost).toBeCloseTo(0.0013, 9);
    expect((await predictAt(endpointAt(server.baseUrl), { means })).usage?.cost).toBe(0.5);
  });
});

describe('refusals that nothing helps against', () => {
  test.each([
    [401, { error: { message: 'bad key' } }, 'auth'],
    [402, { error: { message: 'no credits', code: 402 } }, 'quota'],
    [404, { error: { message: "The model 'm' does not exist" } }, 'modelNotFound'],
    [404, { detail: 'Not Found' }, 'badBaseUrl'],
    [405, { detail: 'Method Not Allowed' }, 'badBaseUrl'],
    [
      400,
      {
        error: {
          code: 400,
          message: 'request exceeds the available context size',
          type: 'exceed_context_size_error',
          n_ctx: 4096,
        },
      },
      'contextOverflow',
    ],
    [500, { error: { message: 'the request exceeds the available context size (n_ctx)' } }, 'contextOverflow'],
  ])('%i %j is %s after one request', async (status, body, reason) => {
    server = await openFakeServer(answers(status, body));
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason });
    expect(prediction.explanation).toMatch(/\. [A-Z].*\.$/);
    expect(server.seen).toHaveLength(1);
  });

  test.each([301, 302, 307, 308])('a redirect (%i) is not followed, and its target is named', async status => {
    server = await openFakeServer(answers(status, {}, { location: 'https://elsewhere.example/v1' }));
    const prediction = await predictAt(endpointAt(server.baseUrl, { apiKey: 'sk-test-0123456789' }));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'badBaseUrl' });
    expect(prediction.explanation).toContain('https://elsewhere.example/v1');
    expect(server.seen).toHaveLength(1);
  });
});
