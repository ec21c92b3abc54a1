/** What changed between two texts, as one edit: found from the texts themselves, so that no list of edits has to be kept. */
import type { Point } from './parser.ts';

export interface Edit {
  readonly startIndex: number;
  readonly oldEndIndex: number;
  readonly newEndIndex: number;
  readonly startPosition: Point;
  readonly oldEndPosition: Point;
  readonly newEndPosition: Point;
}

/** The smallest single replacement that turns `before` into `after`; `undefined` where they are equal. */
export function editBetween(before: string, after: string): Edit | undefined {
  if (before === after) return undefined;
  const start = commonStart(before, after);
  const tail = commonTail(before, after, start);
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  const startPosition = pointAt(before, start);
  return {
    startIndex: start,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition,
    oldEndPosition: pointAfter(startPosition, before.slice(start, oldEnd)),
    newEndPosition: pointAfter(startPosition, after.slice(start, newEnd)),
  };
}

/**
 * The same edit, said to begin within the word before it. The grammar's tokens for line ends and indents have no width, and where
 * an edit begins right at one, tree-sitter often parses all that follows again: 30 ms on 10,000 lines instead of 1.
 */
export function widened(edit: Edit, before: string): Edit {
  let startIndex = edit.startIndex - 1;
  while (startIndex > 0 && !isWithinWord(before, startIndex)) startIndex -= 1;
  if (startIndex <= 0) return edit;
  const lineStart = before.lastIndexOf('\n', startIndex - 1) + 1;
  const rows = before.slice(startIndex, edit.startIndex).split('\n').length - 1;
  return {
    ...edit,
    startIndex,
    startPosition: { row: edit.startPosition.row - rows, column: startIndex - lineStart },
  };
}

function isWithinWord(text: string, index: number): boolean {
  return isWordUnit(text.charCodeAt(index - 1)) && isWordUnit(text.charCodeAt(index));
}

/** ASCII letters, digits and the underscore. */
function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
}

/** Row and UTF-16 column of an index; rows end with a line feed. */
export function pointAt(text: string, index: number): Point {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
    row += 1;
    lineStart = at + 1;
  }
  return { row, column: index - lineStart };
}

/** The index of a row and column; a column beyond the row's end is at its end. */
export function indexAt(text: string, row: number, column: number): number {
  let lineStart = 0;
  for (let passed = 0; passed < row; passed += 1) {
    const end = text.indexOf('\n', lineStart);
    if (end === -1) return text.length;
    lineStart = end + 1;
  }
  const end = text.indexOf('\n', lineStart);
  return Math.min(lineStart + column, end === -1 ? text.length : end);
}

function pointAfter(start: Point, added: string): Point {
  const { row, column } = pointAt(added, added.length);
  return row === 0 ? { row: start.row, column: start.column + column } : { row: start.row + row, column };
}

/** Blocks of text compare many times faster than code units one by one. */
const block = 1024;

function commonStart(before: string, after: string): number {
  const limit = Math.min(before.length, after.length);
  let at = 0;
  while (at + block <= limit && before.slice(at, at + block) === after.slice(at, at + block)) at += block;
  while (at < limit && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at > 0 && isHighSurrogate(before.charCodeAt(at - 1)) ? at - 1 : at;
}

function commonTail(before: string, after: string, start: number): number {
  const limit = Math.min(before.length, after.length) - start;
  let tail = 0;
  const part = (text: string): string => text.slice(text.length - tail - block, text.length - tail);
  while (tail + block <= limit && part(before) === part(after)) tail += block;
  const unit = (text: string): number => text.charCodeAt(text.length - tail - 1);
  while (tail < limit && unit(before) === unit(after)) tail += 1;
  return tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail)) ? tail - 1 : tail;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
