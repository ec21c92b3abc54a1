import { expect, test } from 'vitest';
import type { Prediction } from '../core/prediction.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../core/testing/examples.ts';
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

test('a prediction whose context gave the answer away says so, alone and beside others', () => {
  const prediction = shownWith(['doctestOfThisCall']);
  const finished = { probe: exampleProbe(), prediction, run: exampleRun(), verdict: exampleVerdict() };
  const told = 'gives the answer away: it has a doctest of this very call';
  expect(predictionLines(prediction, terminal)).toContain(told);
  expect(checkText(finished, terminal)).toContain(told);
  expect(columnsText([finished, finished], terminal).split(told)).toHaveLength(2);
  expect(predictionLines(shownWith([]), terminal)).not.toContain('gives the answer away');
});
