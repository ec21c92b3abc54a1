/** Rates and how far they can be trusted: Wilson's interval, and one that knows that checks of one target are alike. */

/** The 97.5 % quantile of the standard normal distribution. */
const z = 1.959963984540054;

export type Interval = readonly [low: number, high: number];

/** Wilson's 95 % interval for `right` of `total`; `null` where there is nothing. `total` may be an effective, fractional number. */
export function wilson(right: number, total: number): Interval | null {
  if (total <= 0) return null;
  const rate = right / total;
  const scale = 1 + z ** 2 / total;
  const centre = (rate + z ** 2 / (2 * total)) / scale;
  const half = (z * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** One judged check, and the target whose checks stand or fall together. */
export interface Judged {
  readonly right: boolean;
  readonly cluster: string;
}

/**
 * A 95 % interval for checks that come in clusters: Wilson's, with the number of checks divided by the design effect, which is the
 * cluster-robust variance of the mean (with the correction G/(G−1)) over the binomial one (Kish 1965). Never narrower than Wilson's own.
 * Where all are right or all wrong, the clusters are counted instead. `null` for fewer than two clusters.
 */
export function clusteredInterval(checks: readonly Judged[]): Interval | null {
  const total = checks.length;
  const clusters = new Map<string, { count: number; right: number }>();
  for (const { right, cluster } of checks) {
    const sum = clusters.get(cluster) ?? { count: 0, right: 0 };
    clusters.set(cluster, { count: sum.count + 1, right: sum.right + Number(right) });
  }
  if (clusters.size < 2) return null;
  const rate = checks.filter(({ right }) => right).length / total;
  const effective = effectiveNumber([...clusters.values()], rate, total);
  return wilson(rate * effective, effective);
}

function effectiveNumber(
  clusters: readonly { readonly count: number; readonly right: number }[],
  rate: number,
  total: number,
): number {
  if (rate === 0 || rate === 1) return clusters.length;
  const squares = clusters.reduce((sum, { count, right }) => sum + (right - count * rate) ** 2, 0);
  const variance = (squares / total ** 2) * (clusters.length / (clusters.length - 1));
  return variance === 0 ? total : Math.min(total, (rate * (1 - rate)) / variance);
}

/**
 * The chance that at least one of `k` samples drawn from `n` passes, where `c` of the `n` passed: 1 − C(n−c, k)/C(n, k), the unbiased
 * estimator of Chen et al. 2021. `null` where there are fewer than `k` samples.
 */
export function passAt(n: number, c: number, k: number): number | null {
  if (n < k || k < 1) return null;
  if (n - c < k) return 1;
  let none = 1;
  for (let drawn = 0; drawn < k; drawn += 1) none *= (n - c - drawn) / (n - drawn);
  return 1 - none;
}

/** The mean, or `null` of nothing. */
export function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The smallest number that at least `share` of the numbers do not exceed; `null` of nothing. */
export function quantile(numbers: readonly number[], share: number): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
