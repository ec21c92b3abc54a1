/** Several checks of one call beside each other: who predicted, what, with which verdict, and how sure they were. */
import type { Finished } from './checking.ts';
import {
  confidenceText,
  decidingAspect,
  oneLine,
  outcomeText,
  predictionText,
  predictorText,
  type ShownKind,
  shownKind,
  sidesOf,
} from './line.ts';
import type { VerdictKind } from './verdict.ts';

export type Compared = Pick<Finished, 'prediction' | 'run' | 'verdict'>;

export interface ComparisonRow {
  readonly who: string;
  /** What was expected; of a miss beside the result, that part alone. */
  readonly predicted: string;
  readonly verdict: ShownKind;
  /** `92 %`; empty where nobody said. */
  readonly sure: string;
}

export function comparisonRow(compared: Compared): ComparisonRow {
  const { prediction, verdict } = compared;
  return {
    who: predictorText(prediction),
    predicted: predictedText(compared),
    verdict: shownKind(verdict, prediction),
    sure: prediction.kind === 'answered' ? confidenceText(prediction.confidence).replace(/^ \((.*)\)$/, '$1') : '',
  };
}

function predictedText({ prediction, verdict, run }: Compared): string {
  if (prediction.kind !== 'answered') return `(${prediction.reason})`;
  const aspect = verdict.kind === 'wrong' ? decidingAspect(verdict) : undefined;
  if (aspect === undefined || !/^(state|stdout)/.test(aspect.aspect)) return predictionText(prediction);
  const { name, predicted } = sidesOf(aspect, prediction, run);
  return `${name}: ${predicted}`;
}

/** The verdict on them all: right where every one is, wrong where any is. */
export function comparisonKind(all: readonly Compared[]): Exclude<VerdictKind, 'noAnswer'> {
  const kinds = all.map(({ verdict }) => verdict.kind);
  if (kinds.every(kind => kind === 'right')) return 'right';
  return kinds.includes('wrong') ? 'wrong' : 'undecided';
}

const symbols = { right: '✓', wrong: '✗', undecided: '?' } as const;

/** `✓ 3 of 3 called it: 9`, `✗ 1 of 3 called it, 1 without an answer · really 9`. The outcome is cut to `limit` characters. */
export function comparisonLine(all: readonly [Compared, ...Compared[]], limit: number): string {
  const kind = comparisonKind(all);
  const kinds = all.map(({ verdict, prediction }) => shownKind(verdict, prediction));
  const count = (wanted: ShownKind): number => kinds.filter(each => each === wanted).length;
  const really = oneLine(outcomeText(all[0].run.outcome), limit);
  const called = `${symbols[kind]} ${count('right')} of ${all.length} called it`;
  if (kind === 'right') return `${called}: ${really}`;
  const rest = [
    ...(count('undecided') === 0 ? [] : [`${count('undecided')} undecided`]),
    ...(count('noAnswer') === 0 ? [] : [`${count('noAnswer')} without an answer`]),
    ...(count('notAsked') === 0 ? [] : [`${count('notAsked')} not asked`]),
  ];
  return `${[called, ...rest].join(', ')} · really ${really}`;
}
