/**
 * Python's numbers as exact values: all number types compare by what they mean, never by what a double would make of them.
 * A finite real is a fraction of big integers; a Decimal with an exponent beyond ±5000 stays as it is written.
 */

import type { Value, ValueNode } from '../value.ts';
import { decimalParts } from './decimal.ts';
import { doubleOf } from './float.ts';
import { integerOfHex } from './integer.ts';

/** An exact number. `special` is `nan`, `inf`, `-inf`, or the text of a Decimal out of range. */
export type ExactNumber =
  | { readonly kind: 'finite'; readonly over: bigint; readonly under: bigint }
  | { readonly kind: 'special'; readonly text: string }
  | { readonly kind: 'complex'; readonly real: ExactNumber; readonly imag: ExactNumber };

/** The number that `value` is, whatever its number type; nothing for a value that is none, or is cut. */
export function numberOf(value: Value): ExactNumber | undefined {
  if (typeof value === 'number') return whole(BigInt(value));
  if (typeof value === 'boolean') return whole(value ? 1n : 0n);
  return typeof value === 'object' && value !== null ? numberOfNode(value) : undefined;
}

function numberOfNode(node: ValueNode): ExactNumber | undefined {
  switch (node.kind) {
    case 'int':
      return node.cut === undefined ? whole(integerOfHex(node.hex)) : undefined;
    case 'float':
      return numberOfDouble(doubleOf(node.text));
    case 'decimal':
      return numberOfDecimal(node.text);
    case 'fraction':
      return quotient(numberOf(node.numerator), numberOf(node.denominator));
    case 'scalar':
      return numberOf(node.value);
    case 'complex':
      return complexOf(doubleOf(node.real), doubleOf(node.imag));
    default:
      return undefined;
  }
}

function whole(over: bigint): ExactNumber {
  return { kind: 'finite', over, under: 1n };
}

function quotient(over: ExactNumber | undefined, under: ExactNumber | undefined): ExactNumber | undefined {
  if (over?.kind !== 'finite' || under?.kind !== 'finite' || under.over === 0n) return undefined;
  return reduced(over.over * under.under, over.under * under.over);
}

function reduced(over: bigint, under: bigint): ExactNumber {
  const divisor = commonDivisor(over < 0n ? -over : over, under < 0n ? -under : under);
  const sign = under < 0n ? -1n : 1n;
  return { kind: 'finite', over: (sign * over) / divisor, under: (sign * under) / divisor };
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [larger, smaller] = [one, other];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger === 0n ? 1n : larger;
}

/** The exact value of a double. */
export function numberOfDouble(double: number): ExactNumber {
  if (Number.isNaN(double)) return { kind: 'special', text: 'nan' };
  if (!Number.isFinite(double)) return { kind: 'special', text: double > 0 ? 'inf' : '-inf' };
  if (Number.isInteger(double)) return whole(BigInt(double));
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const digits = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const under = 1n << BigInt(1075 - Math.max(exponent, 1));
  return reduced(double < 0 ? -digits : digits, under);
}

function numberOfDecimal(text: string): ExactNumber {
  const parts = decimalParts(text);
  if (parts === undefined) return { kind: 'special', text: text.toLowerCase() };
  if (parts.kind === 'special') {
    return {
      kind: 'special',
      text: `${parts.negative && parts.name === 'Infinity' ? '-' : ''}${specialText[parts.name]}`,
    };
  }
  const digits = parts.negative ? -parts.digits : parts.digits;
  if (digits === 0n) return whole(0n);
  if (Math.abs(parts.exponent) > 5000) return { kind: 'special', text: plainDecimal(digits, parts.exponent) };
  const power = 10n ** BigInt(Math.abs(parts.exponent));
  return parts.exponent >= 0 ? whole(digits * power) : reduced(digits, power);
}

const specialText = { NaN: 'nan', sNaN: 'nan', Infinity: 'inf' } as const;

/** Digits and exponent, without zeros at the end of the digits. */
function plainDecimal(digits: bigint, exponent: number): string {
  const text = digits.toString();
  const short = text.replace(/0+$/, '');
  return `${short}e${exponent + text.length - short.length}`;
}

function complexOf(real: number, imag: number): ExactNumber {
  if (imag === 0) return numberOfDouble(real);
  return { kind: 'complex', real: numberOfDouble(real), imag: numberOfDouble(imag) };
}

/** Whether Python's `==` holds between two numbers: `nan` equals nothing. */
export function isEqualNumber(one: ExactNumber, other: ExactNumber): boolean {
  if (one.kind === 'finite') return other.kind === 'finite' && one.over === other.over && one.under === other.under;
  if (one.kind === 'complex') {
    return other.kind === 'complex' && isEqualNumber(one.real, other.real) && isEqualNumber(one.imag, other.imag);
  }
  return other.kind === 'special' && one.text === other.text && one.text !== 'nan';
}

/** The same text for equal numbers. */
export function numberKey(number: ExactNumber): string {
  if (number.kind === 'complex') return `${numberKey(number.real)}+${numberKey(number.imag)}j`;
  if (number.kind === 'special') return `n${number.text}`;
  return number.under === 1n
    ? `n${number.over.toString(16)}`
    : `n${number.over.toString(16)}/${number.under.toString(16)}`;
}
