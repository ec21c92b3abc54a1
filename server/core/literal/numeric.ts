/** Constructors of numbers, ranges and slices in a literal. */
import { decimalOfDouble, decimalParts, decimalText } from '../value/decimal.ts';
import { doubleOf, floatText } from '../value/float.ts';
import { integerOfHex, integerValue } from '../value/integer.ts';
import { numberOf, numberOfDouble } from '../value/number.ts';
import type { Value } from '../value.ts';
import type { LiteralCall } from './call.ts';
import type { Constructor } from './constructor.ts';

const decimal: Constructor = ({ positional, keywords }) => {
  const [from = 0] = positional;
  if (positional.length > 1 || keywords.length > 0) return undefined;
  const parts = typeof from === 'string' ? decimalParts(from) : decimalOfNumber(from);
  return parts === undefined ? undefined : { kind: 'decimal', text: decimalText(parts) };
};

function decimalOfNumber(value: Value): ReturnType<typeof decimalParts> {
  const integer = integerOf(value);
  if (integer !== undefined) return decimalParts(integer.toString());
  if (typeof value !== 'object' || value?.kind !== 'float') return undefined;
  const exact = numberOfDouble(doubleOf(value.text));
  return exact.kind === 'finite' ? decimalOfDouble(exact.over, exact.under) : decimalParts(value.text);
}

const fraction: Constructor = ({ positional, keywords }) => {
  const [over = 0, under = 1] = positional;
  if (positional.length > 2 || keywords.length > 0) return undefined;
  const exact =
    typeof over === 'string'
      ? fractionOfText(over)
      : numberOf({ kind: 'fraction', numerator: over, denominator: under });
  if (exact?.kind !== 'finite') return undefined;
  return { kind: 'fraction', numerator: integerValue(exact.over), denominator: integerValue(exact.under) };
};

function fractionOfText(text: string): ReturnType<typeof numberOf> {
  const [, over, under] = /^\s*([+-]?\d+)\s*(?:\/\s*(\d+))?\s*$/.exec(text) ?? [];
  if (over === undefined) return decimalParts(text) === undefined ? undefined : numberOf({ kind: 'decimal', text });
  const numerator = integerValue(BigInt(over));
  return numberOf({ kind: 'fraction', numerator, denominator: integerValue(BigInt(under ?? '1')) });
}

const complex: Constructor = ({ positional, keywords }) => {
  if (positional.length > 2 || positional.some(value => typeof value === 'string')) return undefined;
  const real = realOf(positional[0] ?? keyword(keywords, 'real') ?? 0);
  const imag = realOf(positional[1] ?? keyword(keywords, 'imag') ?? 0);
  const isKnown = keywords.every(([name]) => name === 'real' || name === 'imag');
  if (real === undefined || imag === undefined || !isKnown) return undefined;
  return { kind: 'complex', real: floatText(real), imag: floatText(imag) };
};

function keyword(keywords: LiteralCall['keywords'], name: string): Value | undefined {
  return keywords.find(([given]) => given === name)?.[1];
}

function realOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value?.kind === 'float' ? doubleOf(value.text) : undefined;
}

function integerOf(value: Value): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return typeof value === 'object' && value?.kind === 'int' ? integerOfHex(value.hex) : undefined;
}

const range: Constructor = ({ positional, keywords }) => {
  const [first, second, third] = positional;
  const isFit = positional.length > 0 && positional.length < 4 && keywords.length === 0;
  if (first === undefined || !isFit || positional.some(value => integerOf(value) === undefined)) return undefined;
  if (second === undefined) return { kind: 'range', start: 0, stop: first, step: 1 };
  return third === 0 ? undefined : { kind: 'range', start: first, stop: second, step: third ?? 1 };
};

const slice: Constructor = ({ positional, keywords }) => {
  const [first, second, third] = positional;
  if (first === undefined || positional.length > 3 || keywords.length > 0) return undefined;
  if (second === undefined) return { kind: 'slice', start: null, stop: first, step: null };
  return { kind: 'slice', start: first, stop: second, step: third ?? null };
};

/** By every name that they are written with. */
export const numberConstructors: readonly (readonly [string, Constructor])[] = [
  ['Decimal', decimal],
  ['decimal.Decimal', decimal],
  ['Fraction', fraction],
  ['fractions.Fraction', fraction],
  ['complex', complex],
  ['range', range],
  ['slice', slice],
];
