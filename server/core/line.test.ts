import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { confidenceText, oneLine, outcomeText, predictionText, verdictLine } from './line.ts';
import type { Outcome, Run } from './outcome.ts';
import { type Claims, noConfidence, type Prediction } from './prediction.ts';
import { examplePrediction, exampleProbe, exampleRun } from './testing/examples.ts';

const returned: Outcome = {
  kind: 'returned',
  repr: '[2, 1]',
  type: 'builtins.list',
  value: { kind: 'list', items: [2, 1] },
};
const raised: Outcome = {
  kind: 'raised',
  exception: { type: 'builtins.KeyError', message: "'b'", chain: [], bases: [], notes: [], frames: [] },
};

function runOf(outcome: Outcome, changes: Partial<Run> = {}): Run {
  return exampleRun({ outcome, state: [], ...changes });
}

function predictionOf(claims: Partial<Claims>, stated: number | null = 0.92): Prediction {
  return examplePrediction({ claims: { state: [], ...claims }, confidence: { ...noConfidence, stated } });
}

const probe = exampleProbe({ call: { expression: 'f(xs)', setup: '' } });

function line(claims: Partial<Claims>, run: Run, stated: number | null = 0.92): string {
  const prediction = predictionOf(claims, stated);
  return verdictLine(judge(probe, prediction, run, 'strict'), prediction, run);
}

const grown = runOf(
  { kind: 'returned', repr: 'None', type: 'builtins.NoneType', value: null },
  {
    state: [
      {
        target: 'xs',
        role: 'argument',
        changed: true,
        before: '[1]',
        after: '[1, 0]',
        beforeValue: { kind: 'list', items: [1] },
        afterValue: { kind: 'list', items: [1, 0] },
      },
    ],
  },
);

const lines: readonly [Partial<Claims>, Run, string][] = [
  [{ returns: '[2, 1]' }, runOf(returned), '✓ called it: [2, 1] (92 %)'],
  [{ returns: '[1, 2]' }, runOf(returned), '✗ predicted [1, 2] (92 %) · really [2, 1]'],
  [{ returns: '[1, 2]' }, runOf(raised), "✗ predicted [1, 2] (92 %) · really raises KeyError: 'b'"],
  [{ raises: { type: 'KeyError' } }, runOf(raised), "✓ called it: raises KeyError: 'b' (92 %)"],
  [{ raises: { type: 'ValueError' } }, runOf(returned), '✗ predicted raises ValueError (92 %) · really [2, 1]'],
  [{ returns: 'None', state: [{ target: 'xs', text: '[1, 0]' }] }, grown, '✓ called it: None, xs = [1, 0] (92 %)'],
  [
    {
      returns: 'None',
      state: [
        { target: 'ys', text: '[]' },
        { target: 'xs', text: '[1, 0]' },
      ],
    },
    grown,
    '✗ predicted ys: [] (92 %) · really no change',
  ],
  [{ returns: 'None' }, grown, '✗ predicted xs: no change (92 %) · really [1, 0]'],
  [{ returns: 'None', state: [{ target: 'xs', text: '[]' }] }, grown, '✗ predicted xs: [] (92 %) · really [1, 0]'],
];

test.each(lines)('%j', (claims, run, text) => {
  expect(line(claims, run)).toBe(text);
});

test('what cannot be compared or read says why, and what really happened', () => {
  const timedOut = runOf({ kind: 'timedOut', reason: 'did not end within 5 s' });
  expect(line({ returns: '1' }, timedOut)).toMatch(
    /^\? cannot compare: .+ · really timed out: did not end within 5 s$/,
  );
  expect(line({ returns: 'well, one' }, runOf(returned))).toMatch(/^\? no answer: .+ · really \[2, 1\]$/);
});

test('no confidence is no bracket', () => {
  expect(line({ returns: '[2, 1]' }, runOf(returned), null)).toBe('✓ called it: [2, 1]');
  expect(confidenceText({ stated: null, consistency: 0.6, logProbability: null })).toBe(' (60 %)');
});

test('texts are one line, and cut where they are long', () => {
  expect(oneLine('a\n  b', 10)).toBe('a b');
  expect(oneLine('x'.repeat(20), 5)).toBe('xxxx…');
  expect(outcomeText({ kind: 'exited', code: 3 })).toBe('exited with code 3');
  expect(predictionText(predictionOf({ raises: { type: 'ValueError', message: 'bad' }, stdout: 'a\n' }))).toBe(
    'raises ValueError: bad, prints "a\\n"',
  );
});
