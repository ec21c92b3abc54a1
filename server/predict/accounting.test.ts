/** What is written down of each sample and each request, and what they took, told or estimated. */
import { afterEach, describe, expect, test } from 'vitest';
import { Prediction } from '../core/prediction.ts';
import { openMeans } from './means.ts';
import type { PredictOptions } from './predict.ts';
import { endpointAt, predictAt, rightJson } from './testing/asking.ts';
import {
  answers,
  type Behaviour,
  begin,
  chunk,
  events,
  type FakeServer,
  hangs,
  openFakeServer,
  says,
  send,
} from './testing/fakeServer.ts';

let server: FakeServer;
afterEach(() => server.close());

const prices = [{ model: 'm', input: 1, output: 2 }];

async function ask(script: readonly Behaviour[], more: Partial<PredictOptions> = {}) {
  server = await openFakeServer(...script);
  const timers = { firstTokenMs: 300, idleMs: 300, totalMs: 2000 };
  const means = openMeans({ prices, timers, concurrency: 1 });
  return predictAt(endpointAt(server.baseUrl), { means, ...more });
}

const several = { samples: 3, everySample: true } as const;
const told = (more: object = {}) =>
  events(chunk({ content: rightJson }, 'stop'), {
    choices: [],
    usage: { prompt_tokens: 1000, completion_tokens: 100, ...more },
  });

describe('samples of which the transport lost some', () => {
  const fails = answers(401, { error: { message: 'bad key' } });

  test('count by those that were asked', async () => {
    const prediction = await ask([says(rightJson), fails, fails], several);
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '2' } });
    expect(prediction.samples.map(({ reason }) => reason)).toEqual([null, 'auth', 'auth']);
  });

  test('and all of them are not asked', async () => {
    expect(await ask([fails], several)).toMatchObject({ kind: 'notAsked', reason: 'auth' });
  });

  test('and of which too few of the others have an answer have none together', async () => {
    const prediction = await ask([says(rightJson), says('?'), says('!'), fails], { ...several, samples: 4 });
    expect(prediction).toMatchObject({ kind: 'noAnswer', reason: 'insufficientSamples' });
    expect(prediction.explanation).toContain('1 of 3 samples');
  });
});

describe('each request', () => {
  const named: Behaviour = response => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req-7' });
    send(response, chunk({ content: rightJson }, 'stop', { system_fingerprint: 'fp-1' }));
    response.end('data: [DONE]\n\n');
  };

  test('of a single sample is written down with what was asked', async () => {
    const prediction = await ask([answers(500, { error: { message: 'again' } }), named]);
    expect(prediction.asked?.exchanges).toMatchObject([
      {
        end: 'stop',
        rung: 'jsonSchema',
        degraded: [],
        servedModel: 'served',
        fingerprint: 'fp-1',
        requestId: 'req-7',
        latency: { attempts: 2 },
      },
    ]);
    expect(Prediction.parse(prediction)).toEqual(prediction);
  });

  test('has the id of the answer where the server gives no other', async () => {
    expect((await ask([says(rightJson)])).asked?.exchanges).toMatchObject([{ requestId: 'c' }]);
  });

  test('says who served it behind a router', async () => {
    const routed = events(chunk({ content: rightJson }, 'stop', { provider: 'Groq' }));
    expect((await ask([routed])).asked?.exchanges).toMatchObject([{ provider: 'Groq' }]);
  });

  test('of several samples is written down with its sample', async () => {
    const prediction = await ask([says(rightJson), events(chunk({ content: rightJson })), hangs], several);
    expect(prediction.samples).toMatchObject([
      { flags: [], exchanges: [{ end: 'stop' }] },
      { flags: ['finishMissing'], exchanges: [{ end: 'done' }] },
      { flags: [], exchanges: [{ end: 'timeoutFirstToken', servedModel: '', requestId: '' }] },
    ]);
    expect(prediction.asked).not.toHaveProperty('exchanges');
    expect(Prediction.parse(prediction)).toEqual(prediction);
  });

  test('of a conversation is written down, in order', async () => {
    const prediction = await ask([says('2'), says('80%')], { answer: 'session' });
    expect(prediction.asked?.exchanges?.map(({ rung }) => rung)).toEqual(['plain', 'plain']);
  });
});

describe('what it took', () => {
  test('is what the server says', async () => {
    const { usage } = await ask([told()]);
    expect(usage).toMatchObject({ promptTokens: 1000, completionTokens: 100, estimated: false });
    expect(usage?.cost).toBeCloseTo(0.0012, 9);
  });

  test('is estimated where the server is silent, with its cost', async () => {
    const { usage } = await ask([says(rightJson)]);
    expect(usage).toMatchObject({ estimated: true });
    expect(usage?.promptTokens).toBeGreaterThan(400);
    expect(usage?.completionTokens).toBeGreaterThan(20);
    expect(usage?.cost).toBeCloseTo(((usage?.promptTokens ?? 0) + 2 * (usage?.completionTokens ?? 0)) / 1e6, 9);
  });

  test('of silent replies beside others is estimated, and never nothing', async () => {
    const { usage } = await ask([told(), says(rightJson)], { samples: 2, everySample: true });
    expect(usage).toMatchObject({ estimated: true });
    expect(usage?.promptTokens).toBeGreaterThan(1400);
    expect(usage?.completionTokens).toBeGreaterThan(120);
  });

  test('of a count that lacks a number is estimated for that', async () => {
    const { usage } = await ask([told({ completion_tokens: null })]);
    expect(usage).toMatchObject({ promptTokens: 1000, estimated: true });
    expect(usage?.completionTokens).toBeGreaterThan(20);
  });

  test('of an answer that was given up counts, with what had come', async () => {
    const { usage } = await ask([
      response => {
        begin(response);
        send(response, chunk({ content: '{"reasoning": "one two three' }));
      },
    ]);
    expect(usage).toMatchObject({ estimated: true });
    expect(usage?.promptTokens).toBeGreaterThan(400);
    expect(usage?.completionTokens).toBeGreaterThan(5);
    expect(usage?.cost).toBeGreaterThan(0);
  });

  test('of a request that was refused is nothing', async () => {
    expect((await ask([answers(401, { error: { message: 'bad key' } })])).usage).toBeNull();
  });

  test('of one that was cancelled once sent counts', async () => {
    server = await openFakeServer(hangs);
    const controller = new AbortController();
    const waiting = predictAt(endpointAt(server.baseUrl), {}, controller.signal);
    await server.arrived(1);
    controller.abort();
    expect((await waiting).usage).toMatchObject({ estimated: true, completionTokens: 0, cost: null });
  });
});
