/** Several predictions of one call, one below the other: who, what, the verdict, how sure. */
import type { Finished } from '../core/checking.ts';
import { confidenceText, decidingAspect, predictionText, predictorText, sidesOf } from '../core/line.ts';
import { painted, verdictWords } from './checkText.ts';
import { cell, type Terminal } from './terminal.ts';

const verdictWidth = 12;
const sureWidth = 6;

export function columnsText(all: readonly Finished[], { paint, width }: Terminal): string {
  const whole = Math.min(width, 140) - verdictWidth - sureWidth - 3;
  const who = Math.min(
    Math.max(9, ...all.map(({ prediction }) => predictorText(prediction).length)),
    Math.floor(whole / 2),
  );
  const row = (name: string, predicted: string, verdict: string, sure: string): string =>
    `${cell(name, who)} ${cell(predicted, whole - who)} ${verdict} ${sure.padStart(sureWidth)}`;
  const head = row('predictor', 'predicted', 'verdict'.padEnd(verdictWidth), 'sure');
  const rows = all.map(each => {
    const { prediction, verdict } = each;
    const word = painted(verdict.kind, verdictWords[verdict.kind].padEnd(verdictWidth), paint);
    const sure = confidenceText(prediction.confidence).replace(/^ \((.*)\)$/, '$1');
    return row(predictorText(prediction), predictedText(each), word, sure);
  });
  return [paint.faint(head), ...rows].join('\n');
}

/** What was missed, where that is something beside the result. */
function predictedText({ prediction, verdict, run }: Finished): string {
  if (prediction.kind !== 'answered') return `(${prediction.reason})`;
  const aspect = verdict.kind === 'wrong' ? decidingAspect(verdict) : undefined;
  if (aspect === undefined || !/^(state|stdout)/.test(aspect.aspect)) return predictionText(prediction);
  const { name, predicted } = sidesOf(aspect, prediction, run);
  return `${name}: ${predicted}`;
}
