/** Two predictors, or one at two dates, on the same probes: what flips, and whether that can be chance. */

export interface Paired {
  readonly bothRight: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly bothWrong: number;
  /** McNemar's exact test, two-sided: how likely flips at least this one-sided are, if both are equally good. */
  readonly probability: number;
}

/** The table of pairs: whether the first and the second were right. */
export function paired(pairs: readonly (readonly [first: boolean, second: boolean])[]): Paired {
  const count = (first: boolean, second: boolean) =>
    pairs.filter(pair => pair[0] === first && pair[1] === second).length;
  const onlyFirst = count(true, false);
  const onlySecond = count(false, true);
  return {
    bothRight: count(true, true),
    onlyFirst,
    onlySecond,
    bothWrong: count(false, false),
    probability: mcnemar(onlyFirst, onlySecond),
  };
}

/** The two-sided binomial probability of `b` against `c` flips at even odds (McNemar 1947, exact); 1 where nothing flips. */
export function mcnemar(b: number, c: number): number {
  const flips = b + c;
  let term = -flips * Math.LN2;
  let tail = 0;
  for (let hits = 0; hits <= Math.min(b, c); hits += 1) {
    tail += Math.exp(term);
    term += Math.log((flips - hits) / (hits + 1));
  }
  return Math.min(1, 2 * tail);
}
