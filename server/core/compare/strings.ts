/** Strings and bytes against each other, and what a string predicted for something else looks like. */

import { textOf } from '../text.ts';
import { bytesOfText, textOfBytes } from '../value/quote.ts';
import { escapedText, lengthOfStr, plainText } from '../value/str.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { BytesNode, StrNode, Value } from '../value.ts';
import type { Flags } from '../verdict.ts';
import { settle } from './cut.ts';
import { differing, exact, type Match } from './match.ts';

/** Compares two strings. Types of subclasses are not looked at. */
export function compareStrings(predicted: string | StrNode, actual: string | StrNode): Match {
  const [one, other] = [escapedText(predicted), escapedText(actual)];
  if (isCut(predicted) || isCut(actual)) return settle(predicted, actual, compareHeads(predicted, actual, one, other));
  if (one === other) return exact;
  return differing(predicted, actual, { grade: 'wrong', why: 'another text', flags: textFlags(one, other) });
}

function isCut(value: string | StrNode): boolean {
  return typeof value === 'object' && value.cut !== undefined;
}

function compareHeads(predicted: string | StrNode, actual: string | StrNode, one: string, other: string): Match {
  const kept = Math.min(one.length, other.length);
  const lengths: [number, number] = [lengthOfStr(predicted), lengthOfStr(actual)];
  if (one.slice(0, kept) === other.slice(0, kept) && lengths[0] === lengths[1]) return exact;
  return differing(predicted, actual, { grade: 'wrong', why: 'another text', flags: { lengths } });
}

/** What two different texts have in common. */
export function textFlags(one: string, other: string): Flags {
  if (one.length > 100_000 || other.length > 100_000) return {};
  const bare = (text: string): string => text.replace(/\s+/g, '');
  if (unquoted(one) === other || one === unquoted(other)) return { quoted: true };
  if (bare(one) === bare(other)) return { whitespace: true };
  return one.toLowerCase() === other.toLowerCase() ? { caseOnly: true } : {};
}

/** The text without one pair of quotes around it. */
function unquoted(text: string): string {
  return /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text;
}

/** Compares bytes or bytearrays, of one kind or two. */
export function compareBytes(predicted: BytesNode, actual: BytesNode): Match {
  if (predicted.cut !== undefined || actual.cut !== undefined)
    return settle(predicted, actual, compareByteHeads(predicted, actual));
  if (predicted.hex !== actual.hex) {
    return differing(predicted, actual, {
      grade: 'wrong',
      why: 'other bytes',
      flags: textFlags(textOfBytes(predicted.hex), textOfBytes(actual.hex)),
    });
  }
  if (predicted.kind === actual.kind) return exact;
  return differing(predicted, actual, { grade: 'type', why: `${predicted.kind} for ${actual.kind}`, equal: true });
}

function compareByteHeads(predicted: BytesNode, actual: BytesNode): Match {
  const kept = Math.min(predicted.hex.length, actual.hex.length);
  const lengths: [number, number] = [lengthOfBytes(predicted), lengthOfBytes(actual)];
  const isSame = predicted.hex.slice(0, kept) === actual.hex.slice(0, kept) && lengths[0] === lengths[1];
  return isSame ? exact : differing(predicted, actual, { grade: 'wrong', why: 'other bytes', flags: { lengths } });
}

function lengthOfBytes(node: BytesNode): number {
  return node.cut?.length ?? node.hex.length / 2;
}

function isStr(value: Value): value is string | StrNode {
  return typeof value === 'string' || (typeof value === 'object' && value?.kind === 'str');
}

function isBytes(value: Value): value is BytesNode {
  return typeof value === 'object' && (value?.kind === 'bytes' || value?.kind === 'bytearray');
}

/** A string against something that is none: always wrong, with a flag where only quotes or a `b` are amiss. */
export function compareWithString(predicted: Value, actual: Value): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  return differing(predicted, actual, { grade: 'wrong', why, flags: quoteFlags(predicted, actual) });
}

function quoteFlags(predicted: Value, actual: Value): Flags {
  const [text, other] = isStr(predicted) ? [predicted, actual] : [actual, predicted];
  if (!isStr(text)) return {};
  const plain = plainText(text);
  if (isBytes(other)) return bytesOfText(plain) === other.hex ? { sameText: true } : {};
  return plain === textOf(other) || plain.trim() === textOf(other) ? { quoted: true } : {};
}
