/** Whether a higher confidence goes with being right: what one could gain by answering only where one is sure. */
import { byValue, type Stated } from './calibration.ts';

/** The chance that a right prediction is surer than a wrong one, ties counted half; `null` where there are not both kinds. */
export function auroc(items: readonly Stated[]): number | null {
  const right = items.filter(item => item.right).length;
  const wrong = items.length - right;
  if (right === 0 || wrong === 0) return null;
  let wrongBelow = 0;
  let pairs = 0;
  for (const [, members] of byValue(items)) {
    const here = members.filter(item => item.right).length;
    const wrongHere = members.length - here;
    pairs += here * (wrongBelow + wrongHere / 2);
    wrongBelow += wrongHere;
  }
  return pairs / (right * wrong);
}

/** Answering only the surest: which share that is, and which share of those is wrong. */
export interface RiskPoint {
  readonly coverage: number;
  readonly risk: number;
  /** The least confidence that is accepted. */
  readonly confidence: number;
}

/** From the surest on, equal confidences accepted together. */
export function riskCoverage(items: readonly Stated[]): readonly RiskPoint[] {
  let accepted = 0;
  let errors = 0;
  return surestFirst(items).map(({ confidence, count, wrong }) => {
    accepted += count;
    errors += wrong;
    return { coverage: accepted / items.length, risk: errors / accepted, confidence };
  });
}

export interface RiskArea {
  /** Mean risk over all numbers of accepted items; within a tie the errors are spread evenly. */
  readonly area: number;
  /** The least that this share of errors allows. */
  readonly optimal: number;
  readonly excess: number;
  /** Mean share of all items that are accepted and wrong; the first few weigh less (Traub et al. 2024). */
  readonly generalised: number;
}

/** The area under the risk–coverage curve and its kin; `null` of nothing. */
export function riskArea(items: readonly Stated[]): RiskArea | null {
  const total = items.length;
  if (total === 0) return null;
  const errors = errorsAt(items);
  const wrong = items.filter(item => !item.right).length;
  const meanOf = (share: (error: number, accepted: number) => number) =>
    errors.reduce((sum, error, index) => sum + share(error, index + 1), 0) / total;
  const area = meanOf((error, accepted) => error / accepted);
  const optimal = meanOf((_, accepted) => Math.max(0, accepted - (total - wrong)) / accepted);
  return { area, optimal, excess: area - optimal, generalised: meanOf(error => error / total) };
}

/** Expected errors among the surest 1, 2, … of `items`. */
function errorsAt(items: readonly Stated[]): readonly number[] {
  const result: number[] = [];
  let before = 0;
  for (const { count, wrong } of surestFirst(items)) {
    for (let taken = 1; taken <= count; taken += 1) result.push(before + (wrong * taken) / count);
    before += wrong;
  }
  return result;
}

/** The largest share of the items that can be answered with a risk of at most `risk`; 0 where there is none. */
export function coverageAtRisk(items: readonly Stated[], risk: number): number {
  return riskCoverage(items).reduce((most, point) => (point.risk <= risk ? Math.max(most, point.coverage) : most), 0);
}

function surestFirst(items: readonly Stated[]) {
  return [...byValue(items)].reverse().map(([confidence, members]) => ({
    confidence,
    count: members.length,
    wrong: members.filter(item => !item.right).length,
  }));
}
