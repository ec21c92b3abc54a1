/** Several predictors of one call as a table of Markdown. */
import { type Compared, comparisonRow } from '../server/core/comparison.ts';
import type { VerdictKind } from '../server/core/verdict.ts';
import { cellCode, words } from './quoting.ts';

const verdicts: Readonly<Record<VerdictKind, string>> = {
  right: '✓ right',
  wrong: '✗ wrong',
  undecided: '? undecided',
  noAnswer: '? no answer',
};

/** Predicted texts are cut to `limit` characters. */
export function columnsOf(all: readonly Compared[], limit: number): string {
  const rows = all.map(comparisonRow).map(({ who, predicted, verdict, sure }) => {
    return `| ${[words(who), cellCode(predicted, limit), verdicts[verdict], words(sure)].join(' | ')} |`;
  });
  return ['| predictor | predicted | verdict | sure |', '|---|---|---|---|', ...rows].join('\n');
}
