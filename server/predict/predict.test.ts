/** Predictions as a whole: conversations, samples that agree or not, shapes that are measured, and who else predicts. */
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { Prediction } from '../core/prediction.ts';
import { readAddress } from './address.ts';
import { question } from './ask.ts';
import { Effort } from './effort.ts';
import { type AskEditorModel, type Means, openMeans } from './means.ts';
import { measuredShape } from './measure.ts';
import { predictWith } from './predict.ts';
import { asking, endpointAt, never, predictAt, probe, rightJson } from './testing/asking.ts';
import { type Behaviour, chunk, events, type FakeServer, openFakeServer, says } from './testing/fakeServer.ts';
import { nothingShown, stateProbe } from './testing/probes.ts';

let server: FakeServer | undefined;
const opened: Means[] = [];
afterEach(async () => {
  await server?.close();
  server = undefined;
  await Promise.all(opened.splice(0).map(means => means.close()));
});

const source = 'def f(items):\n    items.append(3)\n    return len(items)\n';
const asked = stateProbe({ source, call: 'f([1, 2])' });

/** Answers by what the last turn asks for. */
function conversing(answer: string, state: string, confidence: string): Behaviour {
  return (response, seen) => {
    const turns = JSON.stringify(seen.body['messages']);
    const last = turns.slice(turns.lastIndexOf('"user"'));
    const text = last.includes('whole percent')
      ? confidence
      : /items( == |"|$)/.test(last) && !last.includes('def f')
        ? state
        : answer;
    return says(text)(response, seen);
  };
}

async function predictState(...script: readonly Behaviour[]) {
  server = await openFakeServer(...script);
  const means = openMeans();
  opened.push(means);
  const options = asking(means, { answer: 'session' });
  return predictWith(endpointAt(server.baseUrl), asked, nothingShown, options, silentLog, () => undefined, never);
}

describe('a conversation', () => {
  test('asks for the result, the state and the confidence, each in its turn', async () => {
    const prediction = await predictState(conversing('3', '[1, 2, 3]', '80%'));
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '3', state: [{ target: 'items', text: '[1, 2, 3]' }] },
      confidence: { stated: 0.8, consistency: null, logProbability: null },
      asked: { answer: 'session', rung: 'plain', prompt: { name: 'session.direct' } },
      latency: { attempts: 3 },
    });
    expect(Prediction.safeParse(prediction).success).toBe(true);
    expect(server?.seen).toHaveLength(3);
  });

  test('claims no change where the value is the one of the call', async () => {
    expect((await predictState(conversing('3', '[1,  2]', '80'))).claims.state).toEqual([]);
  });

  test('goes on without a confidence, and says so', async () => {
    const prediction = await predictState(conversing('3', '[1, 2, 3]', 'very'));
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { stated: null }, flags: ['confidenceMissing'] });
  });

  test('keeps the result where the state cannot be read', async () => {
    const prediction = await predictState(conversing('3', 'It has three.', '80'));
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '3', state: [] },
      flags: ['stateUnreadable'],
    });
  });

  test('ends at an answer that cannot be read', async () => {
    expect(await predictState(says('4 + 5'))).toMatchObject({ kind: 'noAnswer', reason: 'unreadable' });
    expect(server?.seen).toHaveLength(1);
  });
});

test('log-probabilities of the tokens of the answer make a confidence of their own', async () => {
  const token = (text: string, logprob: number) => ({ token: text, logprob, bytes: [...Buffer.from(text)] });
  const content = [token('[', -0.1), token("'é", -0.2), token("']", -0.05), token('\n', -9)];
  const piece = chunk({ content: "['é']\n" }, 'stop');
  const whole = {
    ...piece,
    choices: [{ index: 0, delta: { content: "['é']\n" }, finish_reason: 'stop', logprobs: { content } }],
  };
  server = await openFakeServer(events(whole), says('50'));
  const prediction = await predictAt(endpointAt(server.baseUrl), { answer: 'session', profile: { logprobs: true } });
  expect(prediction.confidence.logProbability).toBeCloseTo(0.7046880897, 9);
  expect(server.seen[0]?.body['logprobs']).toBe(true);
});

test('a grammar in force leaves no log-probability', async () => {
  server = await openFakeServer(says(rightJson));
  const prediction = await predictAt(endpointAt(server.baseUrl), { profile: { logprobs: true } });
  expect(prediction.confidence).toEqual({ stated: 0.9, consistency: null, logProbability: null });
  expect(server.seen[0]?.body).not.toHaveProperty('logprobs');
});

describe('samples', () => {
  const json = (returns: string, percent: number) =>
    says(
      rightJson.replace('"return_repr":"2"', `"return_repr":${JSON.stringify(returns)}`).replace('90', String(percent)),
    );

  test('are grouped by value, not by text', async () => {
    server = await openFakeServer(json('{1, 2}', 60), json('{2,1}', 70), json('{1}', 99));
    const options = { samples: 3, everySample: true, profile: { seed: true } };
    const prediction = await predictAt(endpointAt(server.baseUrl), options);
    expect(prediction).toMatchObject({ kind: 'answered', claims: { returns: '{1, 2}' }, confidence: { stated: 0.6 } });
    expect(prediction.confidence.consistency).toBeCloseTo(2 / 3, 9);
    expect(prediction.samples.map(sample => sample.claims?.returns)).toEqual(['{1, 2}', '{2,1}', '{1}']);
    expect(server.seen.map(seen => seen.body['temperature'])).toEqual([0.7, 0.7, 0.7]);
    expect(new Set(server.seen.map(seen => seen.body['seed'])).size).toBe(3);
  });

  test('stop where the leading answer cannot be overtaken', async () => {
    server = await openFakeServer(json('2', 90));
    const prediction = await predictAt(endpointAt(server.baseUrl), { samples: 5 });
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { consistency: 1 } });
    expect(server.seen.length).toBeLessThanOrEqual(5);
  });

  test('that mostly have no answer are none', async () => {
    server = await openFakeServer(json('2', 90), says('no'), says('no'));
    expect(await predictAt(endpointAt(server.baseUrl), { samples: 3, everySample: true })).toMatchObject({
      kind: 'noAnswer',
      reason: 'insufficientSamples',
    });
  });

  test('that are tied say so', async () => {
    server = await openFakeServer(json('1', 90), json('2', 70));
    const prediction = await predictAt(endpointAt(server.baseUrl), { samples: 2, everySample: true });
    expect(prediction.flags).toContain('tied');
    expect(prediction.confidence).toMatchObject({ stated: 0.7, consistency: 0.5 });
  });
});

const golds: Readonly<Record<string, string>> = {
  "f('bob')": "'Hi BOB'",
  "f(['ant', 'bee'])": "['a', 'b']",
  "f(1, 'x')": "('x', 1)",
  "f('abc')": "{'n': 3, 'last': 'c'}",
  'f(1)': '2',
};

/** A model that is right in these shapes and bare of quotes in JSON. */
const able =
  (shapes: readonly string[]): Behaviour =>
  (response, seen) => {
    const turns = JSON.stringify(seen.body['messages']);
    const last: string = JSON.parse(`"${turns.slice(turns.lastIndexOf('"content":"') + 11, -3)}"`);
    const call = Object.keys(golds).find(each => last.includes(each)) ?? '';
    const gold = golds[call] ?? '';
    const shape = 'response_format' in seen.body ? 'json' : last.includes('>>>') ? 'session' : 'assertion';
    const value = shapes.includes(shape) ? gold : "'nothing'";
    const text = {
      json: rightJson.replace('"return_repr":"2"', `"return_repr":${JSON.stringify(value)}`),
      session: value,
      assertion: `assert ${call} == ${value}`,
    }[shape];
    return says(last.includes('whole percent') ? '70' : text)(response, seen);
  };

describe('the shape of the answer', () => {
  test.each([
    [['json', 'session', 'assertion'], 'session'],
    [['json'], 'json'],
    [['session'], 'session'],
    [['assertion'], 'assertion'],
    [['session', 'assertion'], 'session'],
  ])('of a model that is right in %j is %s, measured once', async (shapes, expected) => {
    server = await openFakeServer(able(shapes));
    const means = { ...openMeans(), close: async () => undefined };
    const first = await predictAt(endpointAt(server.baseUrl), { answer: 'auto', means });
    expect(first.asked?.answer).toBe(expected);
    const before = server.seen.length;
    expect(before).toBeLessThanOrEqual(14);
    await predictAt(endpointAt(server.baseUrl), { answer: 'auto', means });
    expect(server.seen.length - before).toBeLessThanOrEqual(2);
    await means.network.close();
  });
});

test('far away JSON wins a tie, since it needs one request', async () => {
  const reading = readAddress('https://api.example.com/v1', 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  server = await openFakeServer(able(['json', 'session', 'assertion']));
  const near = readAddress(server.baseUrl, 'm', '');
  if (near.kind === 'invalid') throw new Error(near.explanation);
  const means = openMeans();
  opened.push(means);
  const silent = { onText: () => undefined, onWait: () => undefined };
  const effort = new Effort(means.timers.totalMs);
  const line = { endpoint: endpointAt(server.baseUrl), address: near.address, means, effort, ...silent };
  expect(await measuredShape(reading.address, 'm', wish => question(line, wish, never), means, never)).toBe('json');
});

describe('a model of the editor', () => {
  async function predictInEditor(ask: AskEditorModel | undefined, signal = never) {
    const means = openMeans(ask === undefined ? {} : { askEditorModel: ask });
    const endpoint = endpointAt('', { kind: 'editorModel', model: 'gpt-x' });
    return predictWith(
      endpoint,
      asked,
      nothingShown,
      asking(means, { answer: 'session' }),
      silentLog,
      () => undefined,
      signal,
    );
  }

  test('is asked with user and assistant turns only, and its route is recorded', async () => {
    const roles = new Set<string>();
    const prediction = await predictInEditor(async ({ messages, model }) => {
      for (const { role } of messages) roles.add(role);
      const last = messages.at(-1)?.text ?? '';
      const text = last.includes('percent') ? '75%' : last === '>>> items' ? '[1, 2, 3]' : '3';
      return { kind: 'text', text, model: `${model}-2026` };
    });
    expect([...roles].sort()).toEqual(['assistant', 'user']);
    expect(prediction).toMatchObject({
      kind: 'answered',
      predictor: { kind: 'editorModel', route: 'vscode.lm', servedModel: 'gpt-x-2026' },
      claims: { returns: '3', state: [{ target: 'items', text: '[1, 2, 3]' }] },
      confidence: { stated: 0.75 },
    });
  });

  test.each([
    'consentDenied',
    'blocked',
    'quota',
    'rateLimited',
    'modelNotFound',
    'unsupported',
    'contextOverflow',
    'serverError',
  ] as const)('that fails with %s is not asked', async reason => {
    const prediction = await predictInEditor(async () => ({
      kind: 'failed',
      reason,
      message: `no: ${reason}. Do this.`,
    }));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason, explanation: `no: ${reason}. Do this.` });
  });

  test('whose answer is filtered was asked, and has none', async () => {
    const failed = { kind: 'failed', reason: 'contentFilter', message: 'Filtered. Ask another.' } as const;
    expect(await predictInEditor(async () => failed)).toMatchObject({ kind: 'noAnswer', reason: 'contentFilter' });
  });

  test('whose answer comes after it was cancelled has none', async () => {
    const controller = new AbortController();
    const late = await predictInEditor(async () => {
      controller.abort();
      return { kind: 'text', text: '3', model: 'gpt-x' };
    }, controller.signal);
    expect(late).toMatchObject({ kind: 'notAsked', reason: 'cancelled' });
  });

  test('that throws, or is cancelled, settles', async () => {
    expect(await predictInEditor(() => Promise.reject(new Error('gone')))).toMatchObject({
      kind: 'notAsked',
      reason: 'serverError',
    });
    const controller = new AbortController();
    const waiting = predictInEditor(
      (_request, _onText, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      controller.signal,
    );
    controller.abort();
    expect(await waiting).toMatchObject({ kind: 'notAsked', reason: 'cancelled' });
  });

  test('where there is no editor, is said', async () => {
    expect(await predictInEditor(undefined)).toMatchObject({ kind: 'notAsked', reason: 'unsupported' });
  });
});

test('code larger than its budget is not sent', async () => {
  server = await openFakeServer(says(rightJson));
  const means = openMeans();
  opened.push(means);
  const manifest = { ...nothingShown, estimatedTokens: 9000, budgetTokens: 6000 };
  expect(
    await predictWith(endpointAt(server.baseUrl), probe, manifest, asking(means), silentLog, () => undefined, never),
  ).toMatchObject({ kind: 'notAsked', reason: 'contextOverflow' });
  expect(server.seen).toHaveLength(0);
});
