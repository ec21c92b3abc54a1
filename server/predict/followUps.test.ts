/** Questions after the answer that fail, are cut or cannot be read: what they asked about is open, from the reply to the verdict. */
import { afterEach, describe, expect, test } from 'vitest';
import { judge } from '../core/judge.ts';
import { readLiteral } from '../core/literal.ts';
import { silentLog } from '../core/log.ts';
import { type Claims, Prediction } from '../core/prediction.ts';
import { returned, runWith } from '../core/testing/judging.ts';
import { openMeans } from './means.ts';
import { type PredictOptions, predictWith } from './predict.ts';
import { asking, endpointAt, never } from './testing/asking.ts';
import {
  answers,
  type Behaviour,
  begin,
  chunk,
  events,
  type FakeServer,
  openFakeServer,
  type Seen,
  says,
  send,
} from './testing/fakeServer.ts';
import { nothingShown, stateProbe } from './testing/probes.ts';

let server: FakeServer;
afterEach(() => server.close());

const source = 'def f(items):\n    items.append(3)\n    return len(items)\n';
const probe = stateProbe({ source, call: 'f([1, 2])' });
const grown = readLiteral('[1, 2, 3]');
if (grown.kind !== 'value') throw new Error('a list is a literal');
const items = { target: 'items', role: 'argument', changed: true, before: '[1, 2]', after: '[1, 2, 3]' } as const;
const run = runWith(returned(3, '3'), { state: [{ ...items, afterValue: grown.value }] });

interface Talk {
  readonly answer: Behaviour;
  readonly state: Behaviour;
  readonly confidence: Behaviour;
}

/** Does what is scripted for the last turn of the conversation. */
function talking(talkOf: (seen: Seen) => Talk): Behaviour {
  return (response, seen) => {
    const turns = seen.body['messages'];
    const last = JSON.stringify(Array.isArray(turns) ? turns.at(-1) : '');
    const { answer, state, confidence } = talkOf(seen);
    const behaviour = last.includes('whole percent') ? confidence : last.includes('f([1, 2])') ? answer : state;
    return behaviour(response, seen);
  };
}

const able: Talk = { answer: says('3'), state: says('[1, 2, 3]'), confidence: says('80%') };
const fails = answers(500, { error: { message: 'broken' } });
const cut = (text: string): Behaviour => events(chunk({ content: text }), chunk({}, 'length'));
/** Ends in the middle, without saying that it is whole. */
const stops =
  (text: string): Behaviour =>
  response => {
    begin(response);
    send(response, chunk({ content: text }));
    response.end();
  };

async function predictBy(talkOf: (seen: Seen) => Talk, more: Partial<PredictOptions> = {}): Promise<Prediction> {
  server = await openFakeServer(talking(talkOf));
  // The seed tells the samples apart.
  const means = openMeans({ profile: { seed: true } });
  const options = asking(means, { answer: 'session', ...more });
  try {
    const endpoint = endpointAt(server.baseUrl);
    return await predictWith(endpoint, probe, nothingShown, options, silentLog, () => undefined, never);
  } finally {
    await means.close();
  }
}

function verdictOn(prediction: Prediction, claims: Claims = prediction.claims) {
  return judge(probe, { ...prediction, claims }, run, 'strict');
}

test('a whole conversation is right', async () => {
  expect(verdictOn(await predictBy(() => able))).toMatchObject({ kind: 'right' });
});

describe('a question about the state', () => {
  test.each([
    ['that fails', fails, 'stateNotAsked'],
    ['whose answer is cut at the limit', cut('[1, 2, 3]'), 'stateUnreadable'],
    ['whose number is cut at the limit', cut('12'), 'stateUnreadable'],
    ['whose answer just stops', stops('12'), 'stateUnreadable'],
    ['whose answer is refused', events(chunk({ content: '[1]', refusal: 'No.' }, 'stop')), 'stateUnreadable'],
    ['whose answer is filtered', events(chunk({ content: '[1]' }, 'content_filter')), 'stateUnreadable'],
    ['whose answer says nothing', events(chunk({}, 'stop')), 'stateUnreadable'],
    ['whose answer is prose', says('It has three.'), 'stateUnreadable'],
  ])('%s leaves the target open, and no change is missed', async (_, state, flag) => {
    const prediction = await predictBy(() => ({ ...able, state }));
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '3', state: [], unanswered: ['items'] },
    });
    expect(prediction.flags).toContain(flag);
    expect(Prediction.parse(prediction)).toEqual(prediction);
    const { kind, aspects } = verdictOn(prediction);
    expect(kind).toBe('undecided');
    expect(aspects).toMatchObject([
      { aspect: 'return', kind: 'right' },
      { aspect: 'state:items', kind: 'undecided', grade: 'unreadable', reason: 'unanswered' },
    ]);
  });

  test('that fails ends the conversation, within three attempts', async () => {
    const prediction = await predictBy(() => ({ ...able, state: fails }));
    expect(prediction.confidence.stated).toBeNull();
    expect(server.seen).toHaveLength(4);
  });

  test('that nothing is said to leaves no turn without words', async () => {
    await predictBy(() => ({ ...able, state: events(chunk({}, 'stop')) }));
    expect(JSON.stringify(server.seen.at(-1)?.body['messages'])).not.toContain('"content":""');
  });
});

describe('a question about confidence', () => {
  test.each([
    ['that fails', fails],
    ['whose answer is cut', cut('8')],
    ['whose answer just stops', stops('8')],
    ['whose answer is refused', events(chunk({ content: '80%', refusal: 'No.' }, 'stop'))],
    ['whose answer is filtered', events(chunk({ content: '80%' }, 'content_filter'))],
    ['whose answer is prose', says('very')],
  ])('%s leaves the confidence missing, and the answer as it is', async (_, confidence) => {
    const prediction = await predictBy(() => ({ ...able, confidence }));
    expect(prediction).toMatchObject({ kind: 'answered', confidence: { stated: null }, flags: ['confidenceMissing'] });
    expect(verdictOn(prediction).kind).toBe('right');
  });
});

describe('several samples', () => {
  const failingIn =
    (...seeds: readonly number[]) =>
    ({ body }: Seen): Talk =>
      seeds.includes(Number(body['seed'])) ? { ...able, state: says('It has three.') } : able;

  test('are stood for by one that answered all', async () => {
    const prediction = await predictBy(failingIn(1, 2), { samples: 3, everySample: true });
    expect(prediction.claims).toEqual({
      returns: '3',
      state: [{ target: 'items', text: '[1, 2, 3]' }],
      askedTargets: ['items'],
    });
    expect(verdictOn(prediction).kind).toBe('right');
    const kinds = prediction.samples.map(({ claims }) => (claims === null ? '' : verdictOn(prediction, claims).kind));
    expect(kinds.sort()).toEqual(['right', 'undecided', 'undecided']);
  });

  test('none of which answered are open, each and together', async () => {
    const prediction = await predictBy(failingIn(1, 2, 3), { samples: 3, everySample: true });
    expect(verdictOn(prediction).kind).toBe('undecided');
    expect(prediction.samples.map(({ claims }) => claims?.unanswered)).toEqual([['items'], ['items'], ['items']]);
  });
});
