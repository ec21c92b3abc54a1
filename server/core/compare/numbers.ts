/** Numbers against numbers: bool, int, float, complex, Decimal, Fraction, numpy's scalars. */
import { doubleOf, ulpsBetween } from '../value/float.ts';
import { kindOf } from '../value/kind.ts';
import { type ExactNumber, isEqualNumber, numberOf } from '../value/number.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { ComplexNode, FloatNode, Value } from '../value.ts';
import type { Flags } from '../verdict.ts';
import { differing, exact, exactUnequal, type Match } from './match.ts';

const numberKinds = new Set(['bool', 'int', 'float', 'complex', 'decimal', 'fraction', 'scalar']);

export function isNumber(value: Value): boolean {
  return numberKinds.has(kindOf(value));
}

/** Compares two numbers, neither of them cut. Types of subclasses are not looked at. */
export function compareNumbers(predicted: Value, actual: Value): Match {
  if (isFloat(predicted) && isFloat(actual)) return compareFloats(predicted, actual);
  if (isComplex(predicted) && isComplex(actual)) return compareComplex(predicted, actual);
  const [one, other] = [numberOf(predicted), numberOf(actual)];
  if (one === undefined || other === undefined) {
    return differing(predicted, actual, { grade: 'undecidable', why: 'a number without a value' });
  }
  const equal = isEqualNumber(one, other);
  if (kindOf(predicted) !== kindOf(actual)) return compareAcross(predicted, actual, equal);
  return equal ? sameKindEqual(predicted, actual) : sameKindUnequal(predicted, actual, one, other);
}

function isFloat(value: Value): value is FloatNode {
  return typeof value === 'object' && value?.kind === 'float';
}

function isComplex(value: Value): value is ComplexNode {
  return typeof value === 'object' && value?.kind === 'complex';
}

function compareAcross(predicted: Value, actual: Value, equal: boolean): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  if (equal) return differing(predicted, actual, { grade: 'type', why, equal: true });
  return differing(predicted, actual, { grade: 'wrong', why, flags: roundedFlag(predicted, actual) });
}

function sameKindEqual(predicted: Value, actual: Value): Match {
  const isDecimal = typeof predicted === 'object' && predicted?.kind === 'decimal';
  const sameText =
    isDecimal && typeof actual === 'object' && actual?.kind === 'decimal' && predicted.text === actual.text;
  if (!isDecimal || sameText) return exact;
  return differing(predicted, actual, { grade: 'near', why: 'equal, with another exponent', equal: true });
}

function sameKindUnequal(predicted: Value, actual: Value, one: ExactNumber, other: ExactNumber): Match {
  const areNan = one.kind === 'special' && other.kind === 'special' && one.text === 'nan' && other.text === 'nan';
  if (areNan) return exactUnequal;
  return differing(predicted, actual, {
    grade: 'wrong',
    why: 'another number',
    flags: { ...deltaFlag(predicted, actual, one, other), ...roundedFlag(predicted, actual) },
  });
}

const longestDelta = 10n ** 60n;

function deltaFlag(predicted: Value, actual: Value, one: ExactNumber, other: ExactNumber): Flags {
  const areIntegers = kindOf(predicted) === 'int' && kindOf(actual) === 'int';
  if (!areIntegers || one.kind !== 'finite' || other.kind !== 'finite') return {};
  const delta = one.over - other.over;
  return delta < longestDelta && delta > -longestDelta ? { delta: delta.toString() } : {};
}

/** Within four units in the last place, or a relative 1e-9: what reordering a sum does. */
export function isNear(one: number, other: number): boolean {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  const larger = Math.max(Math.abs(one), Math.abs(other));
  return Math.abs(one - other) <= larger * 1e-9 || ulpsBetween(one, other) <= 4n;
}

function compareFloats(predicted: FloatNode, actual: FloatNode): Match {
  if (predicted.text === actual.text) return predicted.text === 'nan' ? exactUnequal : exact;
  const [one, other] = [doubleOf(predicted.text), doubleOf(actual.text)];
  if (one === other) return differing(predicted, actual, { grade: 'near', why: 'zero of the other sign', equal: true });
  if (isNear(one, other)) return differing(predicted, actual, { grade: 'near', why: 'nearly the same float' });
  return differing(predicted, actual, {
    grade: 'wrong',
    why: 'another number',
    flags: roundedFlag(predicted, actual),
  });
}

/** The sign of a zero part is not looked at: `-2j` is the text of two complex numbers. */
function compareComplex(predicted: ComplexNode, actual: ComplexNode): Match {
  const pairs = [
    [doubleOf(predicted.real), doubleOf(actual.real)],
    [doubleOf(predicted.imag), doubleOf(actual.imag)],
  ] as const;
  if (pairs.every(([one, other]) => one === other)) return exact;
  const areSame = pairs.every(([one, other]) => one === other || (Number.isNaN(one) && Number.isNaN(other)));
  if (areSame) return exactUnequal;
  const areNear = pairs.every(
    ([one, other]) => one === other || isNear(one, other) || (Number.isNaN(one) && Number.isNaN(other)),
  );
  const why = areNear ? 'nearly the same complex number' : 'another number';
  return differing(predicted, actual, { grade: areNear ? 'near' : 'wrong', why });
}

/** How many places a prediction was rounded to, if rounding the real float to them gives it. */
function roundedFlag(predicted: Value, actual: Value): Flags {
  if (!isFloat(actual)) return {};
  const text = isFloat(predicted) ? predicted.text : typeof predicted === 'number' ? String(predicted) : '';
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{1,14}))?$/.exec(text) ?? [];
  if (whole === undefined) return {};
  const places = fraction === '0' ? 0 : fraction.length;
  const real = doubleOf(actual.text);
  const isShorter = Number.isFinite(real) && Math.abs(real) < 1e21 && actual.text !== text;
  return isShorter && Number(real.toFixed(places)) === Number(text) ? { rounded: places } : {};
}
