/** Two values of different kinds: equal but for a type, or wrong with what helps people to see why. */

import { kindOf } from '../value/kind.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { BytesNode, Value } from '../value.ts';
import { compareWithArray } from './arrays.ts';
import { compareEntries, type Mapping } from './dicts.ts';
import { compareWithMember } from './enums.ts';
import { degraded, differing, type Match } from './match.ts';
import { compareNumbers, isNumber } from './numbers.ts';
import { compareSequences, type Sequence } from './sequences.ts';
import { compareSets } from './sets.ts';
import { compareBytes, compareWithString } from './strings.ts';
import type { Compare } from './walk.ts';

/** Compares two values that `kindOf` tells apart. */
export function compareAcross(predicted: Value, actual: Value, parts: Compare): Match {
  const kinds = [kindOf(predicted), kindOf(actual)];
  if (kinds.includes('enum')) return compareWithMember(predicted, actual, parts);
  if (isNumber(predicted) && isNumber(actual)) return compareNumbers(predicted, actual);
  if (isBytes(predicted) && isBytes(actual)) return compareBytes(predicted, actual);
  if (kinds.includes('str')) return compareWithString(predicted, actual);
  return compareCollections(predicted, actual, parts) ?? wrongKind(predicted, actual);
}

function wrongKind(predicted: Value, actual: Value): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  return differing(predicted, actual, { grade: 'wrong', why });
}

function isBytes(value: Value): value is BytesNode {
  return typeof value === 'object' && (value?.kind === 'bytes' || value?.kind === 'bytearray');
}

const listKinds = new Set(['list', 'tuple', 'namedtuple']);
const setKinds = new Set(['set', 'frozenset']);
const dictKinds = new Set(['dict', 'mappingproxy']);
const tupleKinds = new Set(['tuple', 'namedtuple']);

function compareCollections(predicted: Value, actual: Value, parts: Compare): Match | undefined {
  const kinds = [kindOf(predicted), kindOf(actual)];
  if (kinds.includes('ndarray')) return compareWithArray(predicted, actual, parts);
  if (isMapping(predicted) && isMapping(actual)) {
    return asType(compareEntries(predicted, actual, parts), predicted, actual);
  }
  if (!isSequence(predicted) || !isSequence(actual)) return undefined;
  if (kinds.every(kind => setKinds.has(kind)) || isKeysOfSet(predicted, actual)) {
    return asType(compareSets(predicted, actual, parts), predicted, actual);
  }
  if (kinds.every(kind => listKinds.has(kind))) {
    const match = asType(compareSequences(predicted, actual, parts), predicted, actual);
    return kinds.every(kind => tupleKinds.has(kind)) ? match : { ...match, equal: false };
  }
  return wrongSequence(predicted, actual, parts);
}

/** `match`, of what two kinds hold, which differ in the kind itself. */
function asType(match: Match, predicted: Value, actual: Value): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  return match.grade === 'wrong'
    ? match
    : degraded(match, predicted, actual, { grade: 'type', why, equal: match.equal });
}

/** The view of a dict's keys is `==` to a set of them. */
function isKeysOfSet(predicted: Value, actual: Value): boolean {
  const types = [predicted, actual].map(shortTypeName);
  return types.includes('dict_keys') && types.some(type => setKinds.has(type));
}

/** Right items in the wrong kind of collection. */
function wrongSequence(predicted: Sequence, actual: Sequence, parts: Compare): Match {
  const isSame = compareSets(predicted, actual, parts).grade === 'exact';
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  return differing(predicted, actual, { grade: 'wrong', why, flags: isSame ? { sameElements: true } : {} });
}

function isMapping(value: Value): value is Mapping {
  return typeof value === 'object' && value !== null && dictKinds.has(value.kind) && 'entries' in value;
}

function isSequence(value: Value): value is Sequence {
  return typeof value === 'object' && value !== null && 'items' in value;
}
