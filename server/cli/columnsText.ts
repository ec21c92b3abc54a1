/** Several predictions of one call, one below the other, as wide as the terminal. */
import type { Finished } from '../core/checking.ts';
import { comparisonRow } from '../core/comparison.ts';
import { leakLines, painted, verdictWords } from './checkText.ts';
import { cell, type Terminal } from './terminal.ts';

const verdictWidth = 12;
const sureWidth = 6;

export function columnsText(all: readonly Finished[], { paint, width }: Terminal): string {
  const rows = all.map(comparisonRow);
  const whole = Math.min(width, 140) - verdictWidth - sureWidth - 3;
  const whoWidth = Math.min(Math.max(9, ...rows.map(({ who }) => who.length)), Math.floor(whole / 2));
  const line = (who: string, predicted: string, verdict: string, sure: string): string =>
    `${cell(who, whoWidth)} ${cell(predicted, whole - whoWidth)} ${verdict} ${sure.padStart(sureWidth)}`;
  return [
    paint.faint(line('predictor', 'predicted', 'verdict'.padEnd(verdictWidth), 'sure')),
    ...rows.map(({ who, predicted, verdict, sure }) => {
      const word = painted(verdict, verdictWords[verdict].padEnd(verdictWidth), paint);
      return line(who, predicted, word, sure);
    }),
    ...new Set(all.flatMap(({ prediction }) => leakLines(prediction, paint))),
  ].join('\n');
}
