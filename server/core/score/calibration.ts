/**
 * Whether stated confidence means what it says. All measures take the checks that were answered with a confidence and judged; for none
 * of them they are `null`.
 */
import { grouped } from '../group.ts';
import { type Interval, mean, wilson } from './rate.ts';

/** A confidence from 0 to 1, and whether the prediction was right. */
export interface Stated {
  readonly confidence: number;
  readonly right: boolean;
}

/** Checks whose confidence lies in one range, or is one value. */
export interface Bin {
  /** Above `from`, up to and with `to`; the first bin has 0 too. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly confidence: number;
  readonly accuracy: number;
  readonly interval: Interval;
}

/** The bins of equal width, closed on the right, that are not empty. Rounding keeps 0.3 × 10 from being more than 3. */
export function equalWidthBins(items: readonly Stated[], bins: number): readonly Bin[] {
  const place = ({ confidence }: Stated) =>
    Math.max(0, Math.ceil(Math.round(checked(confidence) * bins * 1e9) / 1e9) - 1);
  return groupsBy(items, place).map(([index, members]) => binOf(members, index / bins, (index + 1) / bins));
}

/**
 * About `groups` bins of equal size that never part equal values: distinct values are walked upward, and a group is closed when it
 * holds its share.
 */
export function equalMassBins(items: readonly Stated[], groups: number): readonly Bin[] {
  const share = items.length / groups;
  const result: Bin[] = [];
  let members: Stated[] = [];
  let from = 0;
  for (const [value, equals] of byValue(items)) {
    for (const item of equals) members.push(item);
    if (members.length < share) continue;
    result.push(binOf(members, from, value));
    members = [];
    from = value;
  }
  return members.length === 0 ? result : [...result, binOf(members, from, 1)];
}

/** Expected calibration error: the mean distance between confidence and accuracy over `bins`, weighted by size. */
export function calibrationError(bins: readonly Bin[]): number | null {
  const total = totalOf(bins);
  if (total === 0) return null;
  return bins.reduce((sum, bin) => sum + (bin.count / total) * Math.abs(bin.accuracy - bin.confidence), 0);
}

/** The distance of the worst bin. */
export function maximumCalibrationError(bins: readonly Bin[]): number | null {
  return bins.length === 0 ? null : Math.max(...bins.map(bin => Math.abs(bin.accuracy - bin.confidence)));
}

/** The root of the mean squared distance. */
export function squaredCalibrationError(bins: readonly Bin[]): number | null {
  const total = totalOf(bins);
  if (total === 0) return null;
  return Math.sqrt(bins.reduce((sum, bin) => sum + (bin.count / total) * (bin.accuracy - bin.confidence) ** 2, 0));
}

export interface Brier {
  /** Mean squared distance of confidence and truth; the three parts add up to it: reliability − resolution + uncertainty. */
  readonly score: number;
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
  /** 1 − score / uncertainty: above 0 beats saying the base rate; `null` where all are right or all wrong. */
  readonly skill: number | null;
}

/** Brier's score with Murphy's decomposition over the distinct confidences. */
export function brier(items: readonly Stated[]): Brier | null {
  const accuracy = accuracyOf(items);
  const score = mean(items.map(({ confidence, right }) => (checked(confidence) - Number(right)) ** 2));
  if (accuracy === null || score === null) return null;
  const values = byValue(items).map(([value, members]) => binOf(members, value, value));
  const weigh = (distance: (bin: Bin) => number) =>
    values.reduce((sum, bin) => sum + (bin.count / items.length) * distance(bin) ** 2, 0);
  const uncertainty = accuracy * (1 - accuracy);
  return {
    score,
    reliability: weigh(bin => bin.confidence - bin.accuracy),
    resolution: weigh(bin => bin.accuracy - accuracy),
    uncertainty,
    skill: uncertainty === 0 ? null : 1 - score / uncertainty,
  };
}

/** Mean of −ln of the probability given to what happened, clipped at 1e-15. */
export function logLoss(items: readonly Stated[]): number | null {
  const clip = (probability: number) => Math.min(1 - 1e-15, Math.max(1e-15, probability));
  return mean(items.map(({ confidence, right }) => -Math.log(right ? clip(confidence) : 1 - clip(confidence))));
}

/** Mean confidence less accuracy: positive is overconfident. */
export function overconfidence(items: readonly Stated[]): number | null {
  const confidence = mean(items.map(item => checked(item.confidence)));
  const accuracy = accuracyOf(items);
  return confidence === null || accuracy === null ? null : confidence - accuracy;
}

/** Among those that were at least `threshold` sure: how many, and how many of these were wrong. */
export function highConfidenceErrors(
  items: readonly Stated[],
  threshold: number,
): { readonly count: number; readonly wrong: number } {
  const sure = items.filter(({ confidence }) => confidence >= threshold);
  return { count: sure.length, wrong: sure.filter(({ right }) => !right).length };
}

/** The distinct confidences upward, each with its items. */
export function byValue(items: readonly Stated[]): readonly (readonly [number, readonly Stated[]])[] {
  return groupsBy(items, ({ confidence }) => checked(confidence));
}

function groupsBy(
  items: readonly Stated[],
  key: (item: Stated) => number,
): readonly (readonly [number, readonly Stated[]])[] {
  return [...grouped(items, key)].sort(([a], [b]) => a - b);
}

function binOf(members: readonly Stated[], from: number, to: number): Bin {
  const count = members.length;
  const right = members.filter(item => item.right).length;
  const confidence = members.reduce((sum, item) => sum + item.confidence, 0) / count;
  return { from, to, count, confidence, accuracy: right / count, interval: wilson(right, count) ?? [0, 1] };
}

function accuracyOf(items: readonly Stated[]): number | null {
  return mean(items.map(({ right }) => Number(right)));
}

function totalOf(bins: readonly Bin[]): number {
  return bins.reduce((sum, { count }) => sum + count, 0);
}

/** A confidence outside of 0–1 is refused where it enters, so here it is a bug. */
function checked(confidence: number): number {
  if (confidence >= 0 && confidence <= 1) return confidence;
  throw new RangeError(`${confidence} is no confidence from 0 to 1`);
}
