/** Strings and bytes of Python source, with their prefixes and escapes. */

import { strOfPoints } from '../value/str.ts';
import type { BytesNode, StrNode } from '../value.ts';
import { type Cursor, Unreadable } from './cursor.ts';

const opening = /([A-Za-z]{0,2})('''|"""|'|")/y;

/** Whether a string of any prefix begins at the cursor. */
export function isStringNext(cursor: Cursor): boolean {
  opening.lastIndex = cursor.at;
  const found = opening.exec(cursor.text);
  return found !== null && /^(?:[rubf]|r[bf]|[bf]r)?$/i.test(found[1] ?? '');
}

/** One string, before neighbours are joined to it. */
export type StringPart =
  | { readonly kind: 'str'; readonly points: readonly number[] | string }
  | { readonly kind: 'bytes'; readonly units: readonly number[] };

/** Reads one string. Formatted strings are expressions. */
export function readString(cursor: Cursor): StringPart {
  opening.lastIndex = cursor.at;
  const found = opening.exec(cursor.text);
  if (found === null) throw new Unreadable('syntax', cursor.at);
  const prefix = (found[1] ?? '').toLowerCase();
  const quote = found[2] ?? '';
  if (prefix.includes('f')) throw new Unreadable('expression', cursor.at);
  const start = cursor.at + prefix.length + quote.length;
  const end = stringEnd(cursor.text, start, quote);
  if (end < 0) throw new Unreadable('syntax', cursor.at);
  cursor.at = end + quote.length;
  const body = cursor.text.slice(start, end);
  return prefix.includes('b') ? bytesPart(body, prefix, start) : strPart(body, prefix, start);
}

/** Where the closing quotes begin; −1 where there are none. */
function stringEnd(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '\\') at += 1;
    else if (unit === '\n' && quote.length === 1) return -1;
    else if (unit === quote[0] && text.startsWith(quote, at)) return at;
  }
  return -1;
}

function strPart(body: string, prefix: string, at: number): StringPart {
  if (!body.includes('\\') || prefix.includes('r')) return { kind: 'str', points: body };
  const points: number[] = [];
  readEscapes(body, at, points, true);
  return { kind: 'str', points };
}

function bytesPart(body: string, prefix: string, at: number): StringPart {
  if (/[^\0-\x7f]/.test(body)) throw new Unreadable('syntax', at);
  const units: number[] = [];
  if (prefix.includes('r')) for (const unit of body) units.push(unit.charCodeAt(0));
  else readEscapes(body, at, units, false);
  return { kind: 'bytes', units };
}

const strEscape = /\\(?:(\n)|([\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
const bytesEscape = /\\(?:(\n)|([\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2}))/y;
const letters: Readonly<Record<string, number>> = {
  '\\': 0x5c,
  "'": 0x27,
  '"': 0x22,
  a: 0x07,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

/** Appends the code points of `body` to `points`. What is no escape keeps its backslash; a broken one is a syntax error. */
function readEscapes(body: string, offset: number, points: number[], isStr: boolean): void {
  const pattern = isStr ? strEscape : bytesEscape;
  for (let at = 0; at < body.length; ) {
    const point = body.codePointAt(at) ?? 0;
    if (point !== 0x5c) {
      points.push(point);
      at += point > 0xffff ? 2 : 1;
      continue;
    }
    pattern.lastIndex = at;
    const found = pattern.exec(body);
    if (found === null) {
      refuseBroken(body[at + 1] ?? '', offset + at, isStr);
      points.push(0x5c);
      at += 1;
      continue;
    }
    at = pattern.lastIndex;
    const escaped = pointOf(found, isStr);
    if (escaped > 0x10ffff) throw new Unreadable('syntax', offset + at);
    if (escaped >= 0) points.push(escaped);
  }
}

/** The point that an escape stands for; −1 for a line end that joins lines. */
function pointOf(found: RegExpExecArray, isStr: boolean): number {
  const [, line, letter, octal, two, four, eight] = found;
  if (line !== undefined) return -1;
  if (letter !== undefined) return letters[letter] ?? 0;
  if (octal !== undefined) return Number.parseInt(octal, 8) & (isStr ? 0x1ff : 0xff);
  return Number.parseInt(two ?? four ?? eight ?? '', 16);
}

function refuseBroken(letter: string, at: number, isStr: boolean): void {
  if (letter === 'x' || (isStr && (letter === 'u' || letter === 'U'))) throw new Unreadable('syntax', at);
  if (isStr && letter === 'N') throw new Unreadable('namedCharacter', at);
}

/** Neighbouring strings as one value; a str beside bytes is a syntax error. */
export function joinStrings(parts: readonly StringPart[], at: number): string | StrNode | BytesNode {
  const [first] = parts;
  if (parts.length === 1 && first?.kind === 'str' && typeof first.points === 'string') return first.points;
  if (first?.kind === 'bytes') return { kind: 'bytes', hex: hexOfUnits(parts, at) };
  const points: number[] = [];
  for (const part of parts) {
    if (part.kind !== 'str') throw new Unreadable('syntax', at);
    if (typeof part.points !== 'string') for (const point of part.points) points.push(point);
    else for (const character of part.points) points.push(character.codePointAt(0) ?? 0);
  }
  return strOfPoints(points);
}

function hexOfUnits(parts: readonly StringPart[], at: number): string {
  const digits: string[] = [];
  for (const part of parts) {
    if (part.kind !== 'bytes') throw new Unreadable('syntax', at);
    for (const unit of part.units) digits.push(unit.toString(16).padStart(2, '0'));
  }
  return digits.join('');
}
