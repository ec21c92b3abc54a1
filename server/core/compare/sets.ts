/** Sets: items find each other by Python's equality, whatever their order. */

import { textOf } from '../text.ts';
import { equalKey } from '../value/equalKey.ts';
import type { Value } from '../value.ts';
import { settle } from './cut.ts';
import { addPart, differing, emptyTally, type Match } from './match.ts';
import type { Sequence } from './sequences.ts';
import type { Compare } from './walk.ts';

/** Compares the items of two values as sets. Their own kinds and types are not looked at. */
export function compareSets(predicted: Sequence, actual: Sequence, parts: Compare): Match {
  const isCut = predicted.cut !== undefined || actual.cut !== undefined;
  const { pairs, ...rest } = pairUp(predicted.items, actual.items, parts);
  const tally = emptyTally();
  for (const [one, other] of pairs) addPart(tally, parts(one, other), () => '{}');
  const lengths: [number, number] = [
    predicted.cut?.length ?? predicted.items.length,
    actual.cut?.length ?? actual.items.length,
  ];
  const missing = predicted.cut === undefined ? rest.missing : [];
  const extra = actual.cut === undefined ? rest.extra : [];
  const lengthFlag = lengths[0] === lengths[1] ? {} : { lengths };
  if (extra.length > 0 || missing.length > 0 || lengths[0] !== lengths[1]) {
    const flags = { ...keyFlags(missing, extra), ...lengthFlag };
    const why = whyOf(missing, extra) || 'another length';
    addPart(tally, differing(extra[0], missing[0], { grade: 'wrong', why, flags }), () => '{}');
  }
  return isCut ? settle(predicted, actual, tally) : tally;
}

function whyOf(missing: readonly Value[], extra: readonly Value[]): string {
  const parts = [
    missing.length > 0 ? `${missing.length} missing` : '',
    extra.length > 0 ? `${extra.length} too many` : '',
  ];
  return parts.filter(part => part !== '').join(', ');
}

/** At most twenty texts each: flags are for people. */
export function keyFlags(missing: readonly Value[], extra: readonly Value[]) {
  const texts = (values: readonly Value[]): string[] => values.slice(0, 20).map(value => textOf(value, 200));
  return {
    ...(missing.length === 0 ? {} : { missingKeys: texts(missing) }),
    ...(extra.length === 0 ? {} : { extraKeys: texts(extra) }),
  };
}

interface Pairing {
  readonly pairs: readonly (readonly [predicted: Value, actual: Value])[];
  readonly extra: readonly Value[];
  readonly missing: readonly Value[];
}

/**
 * Pairs items that are equal, and of the rest those that compare as no worse than saying less (a member of an enum without its
 * value, an instance's bare repr) or as nearly the same float.
 */
export function pairUp(predicted: readonly Value[], actual: readonly Value[], parts: Compare): Pairing {
  const waiting = new Map<string, Value[]>();
  for (const value of predicted) {
    const key = equalKey(value);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [value]);
    else list.push(value);
  }
  const pairs: (readonly [Value, Value])[] = [];
  const left: Value[] = [];
  for (const value of actual) {
    const given = waiting.get(equalKey(value))?.shift();
    if (given === undefined) left.push(value);
    else pairs.push([given, value]);
  }
  return pairRest(pairs, [...waiting.values()].flat(), left, parts);
}

/** So many comparisons of the rest at most: each is a walk of its own. */
const mostTrials = 10_000;

function pairRest(
  pairs: (readonly [Value, Value])[],
  predicted: readonly Value[],
  actual: readonly Value[],
  parts: Compare,
): Pairing {
  if (predicted.length * actual.length > mostTrials) return { pairs, extra: predicted, missing: actual };
  const missing = [...actual];
  const extra: Value[] = [];
  for (const value of predicted) {
    const found = missing.findIndex(other => parts(value, other).grade !== 'wrong');
    const other = missing[found];
    if (other === undefined) {
      extra.push(value);
      continue;
    }
    missing.splice(found, 1);
    pairs.push([value, other]);
  }
  return { pairs, extra, missing };
}
