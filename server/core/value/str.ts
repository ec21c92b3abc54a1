/** Texts of Python strings, compared and counted by code points, lone surrogates included. */
import type { StrNode } from '../value.ts';

/** A text in which every backslash is doubled and every lone surrogate escaped, whatever the form of the value. */
export function escapedText(value: string | StrNode): string {
  if (typeof value === 'string') return value.replaceAll('\\', '\\\\');
  return value.escaped === true ? value.text : value.text.replaceAll('\\', '\\\\');
}

/** The text as people read it: escapes of lone surrogates stay. */
export function plainText(value: string | StrNode): string {
  if (typeof value === 'string') return value;
  return value.escaped === true ? value.text.replaceAll('\\\\', '\\') : value.text;
}

/** How many code points the whole str has. */
export function lengthOfStr(value: string | StrNode): number {
  if (typeof value === 'string') return countPoints(value);
  if (value.cut !== undefined) return value.cut.length;
  return value.escaped === true
    ? countPoints(value.text.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, '.'))
    : countPoints(value.text);
}

function countPoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

/** The str of code points, some of which may be lone surrogates. */
export function strOfPoints(points: readonly number[]): string | StrNode {
  if (!points.some(isSurrogate)) return textOfPoints(points);
  const text = points.map(point => {
    if (isSurrogate(point)) return `\\u${point.toString(16)}`;
    return point === 0x5c ? '\\\\' : String.fromCodePoint(point);
  });
  return { kind: 'str', text: text.join(''), escaped: true };
}

function textOfPoints(points: readonly number[]): string {
  let text = '';
  for (const point of points) text += String.fromCodePoint(point);
  return text;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}
