/** Who predicts without a model being asked: people, baselines, recordings. */
import { describe, expect, test } from 'vitest';
import { baseline } from '../core/baseline.ts';
import { personPrediction } from '../core/claimed.ts';
import { Prediction } from '../core/prediction.ts';
import { recordedPrediction, recordingKey, replay } from './replay.ts';
import { probe } from './testing/asking.ts';
import { outcomeProbe, stateProbe } from './testing/probes.ts';

const source = 'def f(items):\n    items.append(3)\n    return len(items)\n';
const asked = stateProbe({ source, call: 'f([1, 2])' });

describe('a person', () => {
  test('claims what they typed, with a confidence or without', () => {
    const prediction = personPrediction({ returns: '[2]', state: [{ target: 'a', text: '1' }] }, 0.7);
    expect(prediction).toMatchObject({
      kind: 'answered',
      predictor: { kind: 'person', name: '' },
      confidence: { stated: 0.7 },
    });
    expect(Prediction.safeParse(prediction).success).toBe(true);
    expect(personPrediction({ raises: { type: 'KeyError' }, state: [] }, null)).toMatchObject({
      kind: 'answered',
      confidence: { stated: null },
    });
  });

  test.each(['hello', '[1', '1 + 1', ''])('who types %j has no answer', returns => {
    expect(personPrediction({ returns, state: [] }, 1)).toMatchObject({
      kind: 'noAnswer',
      reason: 'unreadable',
      confidence: { stated: null },
    });
  });
});

describe('a baseline', () => {
  const earlier = [1, 2, 2].map(item => {
    const value = { kind: 'list', items: [item] } as const;
    return { probe: asked, run: { outcome: { kind: 'returned', repr: '', type: 'builtins.list', value } } } as const;
  });

  test('echoes the first argument, says None, or the most common return so far', () => {
    expect(baseline('echo', asked, []).claims.returns).toBe('[1, 2]');
    expect(baseline('none', asked, []).claims.returns).toBe('None');
    expect(baseline('common', asked, earlier)).toMatchObject({
      kind: 'answered',
      claims: { returns: '[2]' },
      predictor: { kind: 'baseline', name: 'common' },
    });
  });

  test('has no answer where there is no argument, and no earlier call of the same code', () => {
    expect(baseline('echo', outcomeProbe({ source, call: 'f()' }), [])).toMatchObject({ kind: 'noAnswer' });
    expect(baseline('common', outcomeProbe({ source: 'def f(): ...', call: 'f()' }), earlier)).toMatchObject({
      kind: 'noAnswer',
    });
  });
});

describe('a recording', () => {
  test('is found by its exact key; a miss is no answer', () => {
    const facts = { promptSha256: 'a', promptText: 'b', model: 'm', temperature: 0, samples: 1 };
    const kept = personPrediction({ returns: '2', state: [] }, null);
    const recordings = new Map([[recordingKey(facts), kept]]);
    expect(replay(recordingKey(facts), recordings, 'm')).toMatchObject({
      kind: 'answered',
      predictor: { kind: 'recording' },
    });
    for (const other of [{ model: 'n' }, { promptText: 'c' }, { temperature: 1 }, { samples: 2 }]) {
      expect(replay(recordingKey({ ...facts, ...other }), recordings, 'm')).toMatchObject({
        kind: 'noAnswer',
        reason: 'recordingMissing',
      });
    }
  });

  test('of several answers claims the most common one, and keeps each', () => {
    const prediction = recordedPrediction(probe, { model: 'm', style: 'direct', samples: ['2', '3', '2', 'x +'] });
    expect(prediction).toMatchObject({
      kind: 'answered',
      claims: { returns: '2' },
      predictor: { kind: 'recording', name: 'm' },
    });
    expect(prediction.samples.map(sample => sample.reason)).toEqual([null, null, null, 'unreadable']);
    expect(Prediction.safeParse(prediction).success).toBe(true);
  });

  test('of an input question is a call, or the arguments alone', () => {
    const question = { kind: 'input', scope: { result: true, state: false, stdout: false }, wanted: '3' } as const;
    const input = outcomeProbe({ source, call: 'f(1)', question });
    const claims = ['f([1], 2)', '[1], 2'].map(
      raw => recordedPrediction(input, { model: 'm', style: 'direct', samples: [raw] }).claims.input,
    );
    expect(claims).toEqual(['f([1], 2)', 'f([1], 2)']);
  });
});
