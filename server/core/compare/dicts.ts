/** Dicts: entries find each other by Python's equality of keys; their order is a grade of its own. */

import { textOf } from '../text.ts';
import type { Cut, Entries, Value } from '../value.ts';
import { settle } from './cut.ts';
import { addPart, differing, emptyTally, exact, type Match, type Tally } from './match.ts';
import { keyFlags, pairUp } from './sets.ts';
import { absent } from './subclasses.ts';
import type { Compare } from './walk.ts';

/** A value that holds entries. */
export type Mapping = Value & { readonly kind: string; readonly entries: Entries; readonly cut?: Cut | undefined };

/** Compares the entries of two mappings. Their own kinds and types are not looked at. */
export function compareEntries(predicted: Mapping, actual: Mapping, parts: Compare): Match {
  const isCut = predicted.cut !== undefined || actual.cut !== undefined;
  const [given, real] = [new Map(predicted.entries), new Map(actual.entries)];
  const { pairs, extra, missing } = pairUp([...given.keys()], [...real.keys()], parts);
  const tally = emptyTally();
  const partners = new Map(pairs.map(([one, other]) => [other, one] as const));
  for (const [key, value] of actual.entries) {
    const partner = partners.get(key);
    if (partner === undefined) continue;
    const step = (): string => `[${textOf(key, 100)}]`;
    addPart(tally, parts(partner, key), step);
    addPart(tally, parts(given.get(partner) ?? null, value), step);
  }
  addUnpaired(tally, predicted, actual, { extra, missing });
  if (isCut) return settle(predicted, actual, tally);
  return isInOrder(pairs, [...given.keys()], [...real.keys()]) || tally.grade === 'wrong'
    ? tally
    : inOtherOrder(tally, predicted, actual);
}

function addUnpaired(
  tally: Tally,
  predicted: Mapping,
  actual: Mapping,
  keys: { readonly extra: readonly Value[]; readonly missing: readonly Value[] },
): void {
  const missing = predicted.cut === undefined ? keys.missing : [];
  const extra = actual.cut === undefined ? keys.extra : [];
  addPart(tally, compareLengths(predicted, actual), () => '');
  const flags = keyFlags(missing, extra);
  const [real, given] = [new Map(actual.entries), new Map(predicted.entries)];
  for (const key of missing)
    addPart(tally, withFlags(absent(undefined, real.get(key)), flags), () => `[${textOf(key, 100)}]`);
  for (const key of extra)
    addPart(tally, withFlags(absent(given.get(key), undefined), flags), () => `[${textOf(key, 100)}]`);
}

/** Where a side is cut, keys that it may have are not known: their number is. */
function compareLengths(predicted: Mapping, actual: Mapping): Match {
  const lengths: [number, number] = [
    predicted.cut?.length ?? predicted.entries.length,
    actual.cut?.length ?? actual.entries.length,
  ];
  const isKnown = predicted.cut === undefined && actual.cut === undefined;
  if (isKnown || lengths[0] === lengths[1]) return exact;
  return differing(predicted, actual, { grade: 'wrong', why: 'another length', flags: { lengths } });
}

function withFlags(match: Match, flags: ReturnType<typeof keyFlags>): Match {
  return { ...match, findings: match.findings.map(finding => ({ ...finding, flags })) };
}

function isInOrder(
  pairs: readonly (readonly [Value, Value])[],
  predicted: readonly Value[],
  actual: readonly Value[],
): boolean {
  const places = new Map(predicted.map((key, index) => [key, index] as const));
  const partners = new Map(pairs.map(([one, other]) => [other, one] as const));
  let last = -1;
  for (const key of actual) {
    const partner = partners.get(key);
    const place = partner === undefined ? undefined : places.get(partner);
    if (place === undefined) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

function inOtherOrder(tally: Tally, predicted: Mapping, actual: Mapping): Match {
  addPart(
    tally,
    differing(predicted, actual, { grade: 'order', why: 'another order of the keys', equal: true }),
    () => '',
  );
  return tally;
}
