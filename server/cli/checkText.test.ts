import { expect, test } from 'vitest';
import { noClaims, noConfidence, type Prediction } from '../core/prediction.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleUsage, exampleVerdict } from '../core/testing/examples.ts';
import type { Verdict } from '../core/verdict.ts';
import { checkText, predictionLines } from './checkText.ts';
import { columnsText } from './columnsText.ts';
import { openTerminal } from './terminal.ts';

const pipe = { write: () => undefined };
const terminal = openTerminal(pipe, pipe, {});

function shownWith(leaks: readonly string[]): Prediction {
  const { asked } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  return examplePrediction({ asked: { ...asked, context: { ...asked.context, leaks: [...leaks] } } });
}

test('a model that was not reached was not asked, alone and beside others', () => {
  const prediction = examplePrediction({ kind: 'notAsked', reason: 'network', explanation: 'Nothing listens there.' });
  const verdict: Verdict = { ...exampleVerdict(), kind: 'noAnswer', aspects: [], reason: 'Nothing listens there.' };
  const finished = { probe: exampleProbe(), prediction, run: exampleRun(), verdict };
  expect(predictionLines(prediction, terminal)).toContain('? not asked (network)');
  expect(checkText(finished, terminal)).toContain('? not asked: Nothing listens there.');
  expect(columnsText([finished, finished], terminal)).toContain('? not asked');
});

test('what was taken says where it is estimated, and how many samples stand behind', () => {
  const usage = { ...exampleUsage, cost: 0.002, estimated: true };
  const sample = { raw: '', reasoning: '', claims: null, reason: 'empty', confidence: noConfidence } as const;
  const samples = [{ ...sample, claims: noClaims, reason: null }, sample, { ...sample, reason: 'network' as const }];
  expect(predictionLines(examplePrediction({ usage, samples }), terminal)).toContain(
    'about 210 tokens in, 18 out · about $0.0020 · 1 of 2 samples have an answer, 1 not asked',
  );
  expect(predictionLines(examplePrediction(), terminal)).toContain(' · 210 tokens in, 18 out · local');
});

test('a prediction whose context gave the answer away says so, alone and beside others', () => {
  const prediction = shownWith(['doctestOfThisCall']);
  const finished = { probe: exampleProbe(), prediction, run: exampleRun(), verdict: exampleVerdict() };
  const told = 'gives the answer away: it has a doctest of this very call';
  expect(predictionLines(prediction, terminal)).toContain(told);
  expect(checkText(finished, terminal)).toContain(told);
  expect(columnsText([finished, finished], terminal).split(told)).toHaveLength(2);
  expect(predictionLines(shownWith([]), terminal)).not.toContain('gives the answer away');
});
