/** Models that think before they answer: seen or unseen, they get room for it, within a bounded number of requests. */
import { afterEach, describe, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { type Means, openMeans } from './means.ts';
import type { PredictOptions } from './predict.ts';
import { endpointAt, predictAt, rightJson } from './testing/asking.ts';
import {
  type Behaviour,
  chunk,
  events,
  type FakeServer,
  openFakeServer,
  type Seen,
  says,
} from './testing/fakeServer.ts';

let server: FakeServer;
const opened: Means[] = [];
afterEach(async () => {
  await server.close();
  await Promise.all(opened.splice(0).map(means => means.network.close()));
});

function lasting(request: Parameters<typeof openMeans>[0] = {}): Means {
  const means = { ...openMeans(request), close: async () => undefined };
  opened.push(means);
  return means;
}

const limitOf = ({ body }: Seen): unknown => body['max_tokens'];

/** Thinks unseen for 2000 tokens, then does what is scripted. */
const thinkingUnseen =
  (then: Behaviour): Behaviour =>
  (response, seen) =>
    (Number(limitOf(seen)) < 2000 ? events(chunk({}, 'length')) : then)(response, seen);

async function ask(behaviour: Behaviour, more: Partial<PredictOptions> = {}) {
  server = await openFakeServer(behaviour);
  return predictAt(endpointAt(server.baseUrl), { means: lasting(), ...more });
}

describe('thinking that nobody sees', () => {
  test('is asked past once, and known from then on', async () => {
    const means = lasting();
    expect(await ask(thinkingUnseen(says(rightJson)), { means })).toMatchObject({
      kind: 'answered',
      claims: { returns: '2' },
      latency: { attempts: 2 },
      asked: { sampling: { maxTokens: 16_384 } },
    });
    expect(server.seen.map(limitOf)).toEqual([768, 16_384]);
    await predictAt(endpointAt(server.baseUrl), { means });
    expect(server.seen.map(limitOf)).toEqual([768, 16_384, 16_384]);
  });

  test('without end is a cut answer after two requests, and after one the next time', async () => {
    const means = lasting();
    const cut = { kind: 'noAnswer', reason: 'truncatedLength' };
    expect(await ask(events(chunk({}, 'length')), { means })).toMatchObject(cut);
    expect(server.seen).toHaveLength(2);
    expect(await predictAt(endpointAt(server.baseUrl), { means })).toMatchObject(cut);
    expect(server.seen).toHaveLength(3);
  });

  test('of five samples takes one more request each at most', async () => {
    const prediction = await ask(thinkingUnseen(says(rightJson)), { samples: 5, everySample: true });
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { consistency: 1 } });
    expect(server.seen.length).toBeLessThanOrEqual(10);
  });

  test('is not believed where the user says that the model does not think', async () => {
    const means = lasting({ profile: { thinks: false } });
    expect(await ask(thinkingUnseen(says(rightJson)), { means })).toMatchObject({ reason: 'truncatedLength' });
    expect(server.seen).toHaveLength(1);
  });

  test('is no matter of a cut answer that has words', async () => {
    expect(await ask(events(chunk({ content: '{"rea' }), chunk({}, 'length')))).toMatchObject({
      reason: 'truncatedLength',
    });
    expect(server.seen).toHaveLength(1);
  });
});

describe('thinking that is told', () => {
  const thought = (text: string, finish = 'stop') =>
    events(chunk({ reasoning_content: 'hm' }), chunk({ content: text }), chunk({}, finish));

  test('leaves room for it when the confidence is asked for', async () => {
    const prediction = await ask(
      (response, seen) => {
        const isLast = JSON.stringify(seen.body['messages']).includes('whole percent');
        const text = isLast ? '80%' : '2';
        return (Number(limitOf(seen)) < 100 ? events(chunk({}, 'length')) : thought(text))(response, seen);
      },
      { answer: 'session' },
    );
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { stated: 0.8 } });
    expect(server.seen.map(limitOf)).toEqual([768, 16_384]);
  });

  test('by its number alone counts too', async () => {
    const means = lasting();
    const usage = { prompt_tokens: 1000, completion_tokens: 90, completion_tokens_details: { reasoning_tokens: 70 } };
    await ask(events(chunk({ content: rightJson }, 'stop'), { choices: [], usage }), { means });
    const reading = readAddress(server.baseUrl, 'm', '');
    if (reading.kind === 'invalid') throw new Error(reading.explanation);
    expect(await means.profiles.get(reading.address, 'm')).toMatchObject({ thinks: true });
  });

  test('and cut is asked for once more', async () => {
    const prediction = await ask((response, seen) =>
      (Number(limitOf(seen)) < 2000 ? thought('{"rea', 'length') : thought(rightJson))(response, seen),
    );
    expect(prediction).toMatchObject({ kind: 'answered' });
    expect(server.seen).toHaveLength(2);
  });
});

describe('the measurement of shapes', () => {
  const calls: Readonly<Record<string, string>> = {
    "f('bob')": "'Hi BOB'",
    "f(['ant', 'bee'])": "['a', 'b']",
    "f(1, 'x')": "('x', 1)",
    "f('abc')": "{'n': 3, 'last': 'c'}",
    'f(1)': '2',
  };
  /** Right as an interpreter's session alone. */
  const inSessions: Behaviour = (response, seen) => {
    const turns = seen.body['messages'];
    const last: unknown = Array.isArray(turns) ? turns.at(-1)?.content : '';
    const text = String(last);
    const call = Object.keys(calls).find(each => text.includes(each)) ?? '';
    return says(text.includes('whole percent') ? '70' : text.includes('>>>') ? (calls[call] ?? '') : '')(
      response,
      seen,
    );
  };
  async function profileAt(means: Means) {
    const reading = readAddress(server.baseUrl, 'm', '');
    if (reading.kind === 'invalid') throw new Error(reading.explanation);
    return means.profiles.get(reading.address, 'm');
  }

  test('learns that a model thinks, and is kept', async () => {
    const means = lasting();
    expect(await ask(thinkingUnseen(inSessions), { means, answer: 'auto' })).toMatchObject({ kind: 'answered' });
    expect(await profileAt(means)).toMatchObject({ thinks: true, answer: 'session', measured: { session: '4 of 4' } });
  });

  test('of answers that are cut is not kept, and made once while the process lives', async () => {
    const means = lasting();
    const cut: Behaviour = (response, seen) =>
      (JSON.stringify(seen.body).includes('>>>') ? inSessions : events(chunk({ content: 'as' }), chunk({}, 'length')))(
        response,
        seen,
      );
    expect(await ask(cut, { means, answer: 'auto' })).toMatchObject({ kind: 'answered', asked: { answer: 'session' } });
    expect(await profileAt(means)).toMatchObject({ answer: null, measured: {} });
    const before = server.seen.length;
    await predictAt(endpointAt(server.baseUrl), { means, answer: 'auto' });
    expect(server.seen.length - before).toBe(2);
  });
});
