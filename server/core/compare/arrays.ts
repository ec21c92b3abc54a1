/** Arrays of numpy against the nested lists that a text can give. */

import { shortTypeName } from '../value/typeName.ts';
import type { NdarrayNode, ScalarNode, Value } from '../value.ts';
import { degraded, differing, type Match } from './match.ts';
import { compareArguments } from './objects.ts';
import type { Compare } from './walk.ts';

/** Two arrays: their shapes, then their elements, then their types. */
export function compareArrays(predicted: NdarrayNode, actual: NdarrayNode, parts: Compare): Match {
  if (predicted.shape.join() !== actual.shape.join()) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another shape' });
  }
  const match = compareArguments(predicted.items, actual.items, parts);
  if (predicted.cut !== undefined || actual.cut !== undefined) {
    return degraded(match, predicted, actual, { grade: 'undecidable', why: 'cut' });
  }
  if (predicted.dtype === actual.dtype || match.grade === 'wrong') return match;
  return degraded(match, predicted, actual, {
    grade: 'type',
    why: `${predicted.dtype} for ${actual.dtype}`,
    equal: match.equal,
  });
}

/** Two scalars of numpy: their values, then their types. */
export function compareElements(predicted: ScalarNode, actual: ScalarNode, parts: Compare): Match {
  const match = parts(predicted.value, actual.value);
  if (predicted.dtype === actual.dtype || match.grade === 'wrong') return match;
  return degraded(match, predicted, actual, {
    grade: 'type',
    why: `${predicted.dtype} for ${actual.dtype}`,
    equal: match.equal,
  });
}

/** An array against something that is none: equal but for a type, if it is the same nested list. */
export function compareWithArray(predicted: Value, actual: Value, parts: Compare): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  const array = isArray(actual) ? actual : predicted;
  const nested = isArray(actual) ? predicted : actual;
  const asArray = isArray(array) ? arrayOf(nested, array.dtype) : undefined;
  if (asArray === undefined || !isArray(array)) return differing(predicted, actual, { grade: 'wrong', why });
  const match = isArray(actual) ? compareArrays(asArray, array, parts) : compareArrays(array, asArray, parts);
  return match.grade === 'wrong'
    ? match
    : degraded(match, predicted, actual, { grade: 'type', why, equal: match.equal });
}

function isArray(value: Value): value is NdarrayNode {
  return typeof value === 'object' && value?.kind === 'ndarray';
}

/** The array of a nested list whose rows are all as long as each other. */
export function arrayOf(value: Value, dtype: string): NdarrayNode | undefined {
  if (typeof value !== 'object' || (value?.kind !== 'list' && value?.kind !== 'tuple')) return undefined;
  const rows = value.items.map(item => arrayOf(item, dtype));
  const [first] = rows;
  if (rows.every(row => row === undefined))
    return { kind: 'ndarray', dtype, shape: [value.items.length], items: value.items };
  const isEven = rows.every(row => row !== undefined && row.shape.join() === first?.shape.join());
  if (!isEven) return undefined;
  const items = rows.flatMap(row => row?.items ?? []);
  return { kind: 'ndarray', dtype, shape: [rows.length, ...(first?.shape ?? [])], items };
}
