import { describe, expect, test } from 'vitest';
import { type Compared, comparisonKind, comparisonLine, comparisonRow } from './comparison.ts';
import { judge } from './judge.ts';
import type { Prediction } from './prediction.ts';
import { outcomeQuestion, predictionWith, probeWith, returned, runWith } from './testing/judging.ts';

const run = runWith(returned(9, '9'));

function comparedOf(prediction: Prediction): Compared {
  return { prediction, run, verdict: judge(probeWith(outcomeQuestion), prediction, run, 'strict') };
}

const model = (name: string, returns: string): Compared =>
  comparedOf({
    ...predictionWith({ returns }),
    predictor: { kind: 'model', name, route: '' },
    confidence: { stated: 0.9, consistency: null, logProbability: null },
  });
const right = model('good', '9');
const wrong = model('bad', '8');
const silent = comparedOf({
  ...right.prediction,
  kind: 'noAnswer',
  reason: 'refusal',
  predictor: { kind: 'person', name: '', route: '' },
});
const unreached = comparedOf({ ...right.prediction, kind: 'notAsked', reason: 'network' });

describe('a comparison in one line', () => {
  test.each([
    [[right, right], '✓ 2 of 2 called it: 9', 'right'],
    [[right, wrong, silent], '✗ 1 of 3 called it, 1 without an answer · really 9', 'wrong'],
    [[right, silent], '? 1 of 2 called it, 1 without an answer · really 9', 'undecided'],
    [[right, silent, unreached], '? 1 of 3 called it, 1 without an answer, 1 not asked · really 9', 'undecided'],
    [[wrong], '✗ 0 of 1 called it · really 9', 'wrong'],
  ] as const)('%#', (all, line, kind) => {
    expect(comparisonLine(all, 20)).toBe(line);
    expect(comparisonKind(all)).toBe(kind);
  });
});

describe('a row of a comparison', () => {
  test('names the predictor, the text, the verdict and how sure they were', () => {
    expect(comparisonRow(right)).toEqual({ who: 'good', predicted: '9', verdict: 'right', sure: '90 %' });
    expect(comparisonRow(silent)).toEqual({ who: 'you', predicted: '(refusal)', verdict: 'noAnswer', sure: '' });
    expect(comparisonRow(unreached)).toEqual({ who: 'good', predicted: '(network)', verdict: 'notAsked', sure: '' });
    const rule = {
      ...predictionWith({ returns: '9' }),
      predictor: { kind: 'baseline', name: 'echo', route: '' },
    } as const;
    expect(comparisonRow(comparedOf(rule)).who).toBe('rule echo');
  });

  test('shows what was missed, where that is not the result', () => {
    const foretold = comparedOf(predictionWith({ returns: '9', state: [{ target: 'xs', text: '[1]' }] }));
    expect(comparisonRow(foretold)).toMatchObject({ predicted: 'xs: [1]', verdict: 'wrong' });
  });
});
