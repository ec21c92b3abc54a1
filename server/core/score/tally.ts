/** Counts and rates of judged predictions, as `eval` and `report` give them. */
import { clusteredInterval, type Interval, mean, passAt, wilson } from './rate.ts';

export const scoredKinds = ['right', 'wrong', 'undecided', 'noAnswer', 'notAsked'] as const;
/** A verdict, or `notAsked` where the transport failed. */
export type ScoredKind = (typeof scoredKinds)[number];

/** One probe put to one predictor. */
export interface Scored {
  /** One for each sample. */
  readonly samples: readonly ScoredKind[];
  /** The target: checks of one target stand or fall together. */
  readonly cluster: string;
}

export interface Tally {
  readonly probes: number;
  /** Samples that reached the predictor; the transport's failures are `notAsked`. */
  readonly asked: number;
  readonly answered: number;
  readonly right: number;
  readonly wrong: number;
  readonly undecided: number;
  readonly noAnswer: number;
  readonly notAsked: number;
  /** right / (right + wrong), from 0 to 1; `null` where there is none, or where it would mislead (see `warning`). */
  readonly accuracy: number | null;
  /** Wilson's. */
  readonly interval: Interval | null;
  /** Clustered by target. */
  readonly clusteredInterval: Interval | null;
  /** answered / asked. */
  readonly coverage: number | null;
  /** Mean over the probes; every sample that was asked is in the denominator. `null` where a probe has fewer samples. */
  readonly passAt1: number | null;
  readonly passAt5: number | null;
  /** Why there is no rate; empty where there is one. */
  readonly warning: string;
}

/** Above this share of failed transports, what was answered says little about the predictor. */
const mostNotAsked = 0.2;

/** `isComplete`: right predictions are among the items too. Without them there are counts, but no rate. */
export function tallyOf(items: readonly Scored[], isComplete: boolean): Tally {
  const counts = countsOf(items);
  const asked = counts.right + counts.wrong + counts.undecided + counts.noAnswer;
  const answered = asked - counts.noAnswer;
  const decided = counts.right + counts.wrong;
  const warning = warningOf(counts.notAsked, asked, isComplete);
  const isFair = warning === '';
  return {
    probes: items.length,
    asked,
    answered,
    ...counts,
    accuracy: isFair && decided > 0 ? counts.right / decided : null,
    interval: isFair ? wilson(counts.right, decided) : null,
    clusteredInterval: isFair ? clusteredInterval(judgedOf(items)) : null,
    coverage: isComplete && asked > 0 ? answered / asked : null,
    passAt1: isFair ? passOf(items, 1) : null,
    passAt5: isFair ? passOf(items, 5) : null,
    warning,
  };
}

function countsOf(items: readonly Scored[]): Record<ScoredKind, number> {
  const counts = { right: 0, wrong: 0, undecided: 0, noAnswer: 0, notAsked: 0 };
  for (const { samples } of items) for (const kind of samples) counts[kind] += 1;
  return counts;
}

function warningOf(notAsked: number, asked: number, isComplete: boolean): string {
  if (!isComplete) return 'This corpus keeps mismatches only, so it has counts, but no rate.';
  const total = asked + notAsked;
  if (total === 0 || notAsked / total <= mostNotAsked) return '';
  return `${notAsked} of ${total} requests did not reach the model, so there is no rate.`;
}

function judgedOf(items: readonly Scored[]) {
  return items.flatMap(({ samples, cluster }) =>
    samples.flatMap(kind => (kind === 'right' || kind === 'wrong' ? [{ right: kind === 'right', cluster }] : [])),
  );
}

function passOf(items: readonly Scored[], k: number): number | null {
  const shares = items.flatMap(({ samples }) => {
    const asked = samples.filter(kind => kind !== 'notAsked');
    if (asked.length === 0) return [];
    return [passAt(asked.length, asked.filter(kind => kind === 'right').length, k)];
  });
  const known = shares.filter(share => share !== null);
  return known.length < shares.length ? null : mean(known);
}
