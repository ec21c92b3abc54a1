/** Python integers of any size, between the two forms that a value may have and `bigint`. */
import type { IntNode, Value } from '../value.ts';

/** The value of an integer: a JSON number within ±(2^53 − 1), else a node with hexadecimal digits. */
export function integerValue(integer: bigint): Value {
  const small = Number(integer);
  if (Number.isSafeInteger(small)) return small;
  const digits = (integer < 0n ? -integer : integer).toString(16);
  return { kind: 'int', hex: integer < 0n ? `-${digits}` : digits };
}

/** The integer of a node's digits; where the node is cut, that of the digits kept. */
export function integerOfHex(hex: string): bigint {
  const negative = hex.startsWith('-');
  const digits = BigInt(`0x${(negative ? hex.slice(1) : hex) || '0'}`);
  return negative ? -digits : digits;
}

/** The digits of an integer in the form that nodes have. */
export function hexOf(value: number | IntNode): string {
  if (typeof value !== 'number') return value.hex;
  return value < 0 ? `-${(-value).toString(16)}` : value.toString(16);
}
