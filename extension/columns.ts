/** Several predictors of one call as a table of Markdown. */
import { type Compared, comparisonRow } from '../server/core/comparison.ts';
import type { ShownKind } from '../server/core/line.ts';
import { cellCode, words } from './quoting.ts';

const verdicts: Readonly<Record<ShownKind, string>> = {
  right: '✓ right',
  wrong: '✗ wrong',
  undecided: '? undecided',
  noAnswer: '? no answer',
  notAsked: '? not asked',
};

/** Predicted texts are cut to `limit` characters. */
export function columnsOf(all: readonly Compared[], limit: number): string {
  const rows = all.map(comparisonRow).map(({ who, predicted, verdict, sure }) => {
    return `| ${[words(who), cellCode(predicted, limit), verdicts[verdict], words(sure)].join(' | ')} |`;
  });
  return ['| predictor | predicted | verdict | sure |', '|---|---|---|---|', ...rows].join('\n');
}
