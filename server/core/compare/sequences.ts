/** Lists, tuples and what else holds items in an order. */

import type { Cut, Value } from '../value.ts';
import { settle } from './cut.ts';
import { addPart, differing, emptyTally, isSettled, type Match, mostFindings } from './match.ts';
import { absent } from './subclasses.ts';
import type { Compare } from './walk.ts';

/** A value that holds items in an order. */
export type Sequence = Value & { readonly items: readonly Value[]; readonly cut?: Cut | undefined };

/** Compares two sequences item by item; `stepOf` names a place. Their own kinds and types are not looked at. */
export function compareSequences(predicted: Sequence, actual: Sequence, parts: Compare, stepOf = indexStep): Match {
  const match = compareItems(predicted, actual, parts, stepOf);
  if (predicted.cut === undefined && actual.cut === undefined) return match;
  return settle(predicted, actual, match);
}

function indexStep(index: number): string {
  return `[${index}]`;
}

function compareItems(predicted: Sequence, actual: Sequence, parts: Compare, stepOf: (index: number) => string): Match {
  const [one, other] = [predicted.items, actual.items];
  const lengths: [number, number] = [predicted.cut?.length ?? one.length, actual.cut?.length ?? other.length];
  const isSameLength = lengths[0] === lengths[1];
  const tally = emptyTally();
  const kept = Math.min(one.length, other.length);
  for (let index = 0; index < kept && !isSettled(tally); index += 1) {
    const [left = null, right = null] = [one[index], other[index]];
    const match = parts(left, right);
    if (match.grade === 'wrong' && !isSameLength) return shifted(predicted, actual, index, parts, stepOf);
    addPart(tally, match, () => stepOf(index));
  }
  if (!isSameLength) addPart(tally, lengthMatch(predicted, actual, kept, lengths), () => stepOf(kept));
  return tally;
}

function lengthMatch(predicted: Sequence, actual: Sequence, at: number, lengths: [number, number]): Match {
  const why = lengths[0] < lengths[1] ? `${lengths[1] - lengths[0]} missing` : `${lengths[0] - lengths[1]} too many`;
  return differing(predicted.items[at], actual.items[at], { grade: 'wrong', why, flags: { lengths } });
}

/**
 * From `start` on, sequences of different lengths: what both end with is left aside, so that one item put in or left out is one
 * difference and not as many as there are items after it.
 */
function shifted(
  predicted: Sequence,
  actual: Sequence,
  start: number,
  parts: Compare,
  stepOf: (index: number) => string,
): Match {
  const [one, other] = [predicted.items, actual.items];
  const lengths: [number, number] = [predicted.cut?.length ?? one.length, actual.cut?.length ?? other.length];
  const tally = emptyTally();
  addPart(tally, lengthMatch(predicted, actual, start, lengths), () => stepOf(start));
  const tail = predicted.cut === undefined && actual.cut === undefined ? commonTail(one, other, start, parts) : 0;
  const [oneEnd, otherEnd] = [one.length - tail, other.length - tail];
  for (let index = start + 1; index < Math.max(oneEnd, otherEnd) && tally.findings.length < mostFindings; index += 1) {
    const [left, right] = [index < oneEnd ? one[index] : undefined, index < otherEnd ? other[index] : undefined];
    const match = left === undefined || right === undefined ? absent(left, right) : parts(left, right);
    addPart(tally, match, () => stepOf(index));
  }
  return tally;
}

function commonTail(one: readonly Value[], other: readonly Value[], start: number, parts: Compare): number {
  const most = Math.min(one.length, other.length) - start;
  let tail = 0;
  while (tail < most) {
    const [left = null, right = null] = [one[one.length - 1 - tail], other[other.length - 1 - tail]];
    if (parts(left, right).grade !== 'exact') break;
    tail += 1;
  }
  return tail;
}
