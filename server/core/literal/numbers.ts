/** Numbers of Python source: integers of any base and length, floats, imaginary numbers. */
import { doubleOf, floatText, floatValue } from '../value/float.ts';
import { integerValue } from '../value/integer.ts';
import type { Value } from '../value.ts';
import { type Cursor, Unreadable } from './cursor.ts';

/** Reads the number at the cursor, which stands on a digit, or on a point before one. */
export function readNumber(cursor: Cursor): Value {
  const start = cursor.at;
  const value = readBased(cursor) ?? readDecimal(cursor);
  if (cursor.at === start || isWordUnit(cursor.text.charCodeAt(cursor.at))) throw new Unreadable('syntax', start);
  return value;
}

/** Whether a character can continue a name or a number. */
export function isWordUnit(unit: number): boolean {
  return (
    isDigit(unit) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f || unit > 0x7f
  );
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const bases = new Map([
  ['x', /^[0-9a-fA-F]$/],
  ['o', /^[0-7]$/],
  ['b', /^[01]$/],
]);

function readBased(cursor: Cursor): Value | undefined {
  const letter = cursor.text[cursor.at + 1]?.toLowerCase() ?? '';
  const digit = cursor.text[cursor.at] === '0' ? bases.get(letter) : undefined;
  if (digit === undefined) return undefined;
  const start = cursor.at;
  const first = cursor.text[start + 2] === '_' ? start + 3 : start + 2;
  const end = digitsEnd(cursor.text, first, unit => digit.test(String.fromCharCode(unit)));
  if (end < 0) throw new Unreadable('syntax', start);
  cursor.at = end;
  return integerValue(BigInt(`0${letter}${cursor.text.slice(first, end).replaceAll('_', '')}`));
}

/** Where digits end that may be parted by single underscores; −1 where there are none, or an underscore dangles. */
function digitsEnd(text: string, start: number, isOne: (unit: number) => boolean): number {
  let at = start;
  if (!isOne(text.charCodeAt(at))) return -1;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (isOne(unit)) at += 1;
    else if (unit === 0x5f && isOne(text.charCodeAt(at + 1))) at += 2;
    else return unit === 0x5f ? -1 : at;
  }
}

function readDecimal(cursor: Cursor): Value {
  const { text, at: start } = cursor;
  const whole = text[start] === '.' ? start : digitsEnd(text, start, isDigit);
  const fraction = whole >= 0 && text[whole] === '.' ? fractionEnd(text, whole + 1) : whole;
  const end = fraction < 0 ? -1 : powerEnd(text, fraction);
  if (end < 0) throw new Unreadable('syntax', start);
  const digits = text.slice(start, end).replaceAll('_', '');
  cursor.at = end;
  if (text[end] === 'j' || text[end] === 'J') {
    cursor.at += 1;
    return { kind: 'complex', real: '0.0', imag: floatText(Number(digits)) };
  }
  return end === whole ? integerOf(digits, start) : floatValue(Number(digits));
}

function fractionEnd(text: string, start: number): number {
  return isDigit(text.charCodeAt(start)) ? digitsEnd(text, start, isDigit) : start;
}

function powerEnd(text: string, start: number): number {
  if (text[start] !== 'e' && text[start] !== 'E') return start;
  const sign = text[start + 1];
  return digitsEnd(text, sign === '+' || sign === '-' ? start + 2 : start + 1, isDigit);
}

function integerOf(digits: string, at: number): Value {
  if (digits[0] === '0' && /[1-9]/.test(digits)) throw new Unreadable('syntax', at);
  return digits.length <= 15 ? Number(digits) : integerValue(BigInt(digits));
}

/** The number with a minus before it; nothing where `value` is no number that may have one. */
export function negated(value: Value): Value | undefined {
  if (typeof value === 'number') return value === 0 ? 0 : -value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.kind === 'int') return { kind: 'int', hex: `-${value.hex}` };
  if (value.kind === 'float') return floatValue(-doubleOf(value.text));
  if (value.kind !== 'complex') return undefined;
  return { kind: 'complex', real: floatText(-doubleOf(value.real)), imag: floatText(-doubleOf(value.imag)) };
}

/** A real number plus or minus an imaginary one, as Python up to 3.13 adds them; nothing for other numbers. */
export function complexSum(left: Value, sign: 1 | -1, right: Value): Value | undefined {
  if (typeof right !== 'object' || right === null || right.kind !== 'complex') return undefined;
  const real = doubleOfReal(left);
  if (real === undefined) return undefined;
  const parts = [real + sign * doubleOf(right.real), 0 + sign * doubleOf(right.imag)];
  const [realText = '', imagText = ''] = parts.map(floatText);
  return { kind: 'complex', real: realText, imag: imagText };
}

function doubleOfReal(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.kind === 'float') return doubleOf(value.text);
  if (value.kind !== 'int') return undefined;
  const double = Number(BigInt(value.hex.startsWith('-') ? `0x${value.hex.slice(1)}` : `0x${value.hex}`));
  if (!Number.isFinite(double)) return undefined;
  return value.hex.startsWith('-') ? -double : double;
}
