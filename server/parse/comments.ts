/** Calls inside comments: `# total([1, 2], k=3) is 9`. */
import { compare, contains, type Position, type Range } from '../core/source.ts';
import { pointAt } from './edit.ts';
import { type Embedded, embed, inward, outward } from './embedded.ts';
import { readExpression } from './expressions.ts';
import type { Parser } from './parser.ts';

/** The innermost call of a comment at a place; `undefined` where the comment has none there. */
export function callInComment(
  parser: Parser,
  rows: readonly string[],
  range: Range,
  columnOf: (row: number) => number | undefined,
): { readonly expression: string; readonly range: Range } | undefined {
  const comment = commentAt(rows, range.start.line, columnOf);
  const wanted = inward(comment, range);
  const calls = callsIn(comment.source)
    .filter(call => contains(call.range, wanted.start) && contains(call.range, wanted.end))
    .sort((a, b) => compare(b.range.start, a.range.start));
  for (const call of calls) {
    const reading = readExpression(parser, call.text);
    if (reading.kind === 'expression') return { expression: reading.text, range: outward(comment, call.range) };
  }
  return undefined;
}

/** The comment of a row, with the rows of nothing but comment around it where they belong together. */
function commentAt(rows: readonly string[], row: number, columnOf: (row: number) => number | undefined): Embedded {
  const isWhole = (at: number): boolean => /^\s*#/.test(rows[at] ?? '') && columnOf(at) !== undefined;
  let first = row;
  let last = row;
  if (isWhole(row)) {
    while (isWhole(first - 1)) first -= 1;
    while (isWhole(last + 1)) last += 1;
  }
  const pieces = rows.slice(first, last + 1).map((text, at) => {
    const hash = columnOf(first + at) ?? 0;
    const marks = /^#+:? ?/.exec(text.slice(hash))?.[0].length ?? 0;
    return { column: hash + marks, text: text.slice(hash + marks).replace(/\r$/, '') };
  });
  return embed(first, pieces);
}

const callee = /[\p{ID_Start}_][\p{ID_Continue}]*(?:\s*\.\s*[\p{ID_Start}_][\p{ID_Continue}]*)*\(/gu;

function callsIn(text: string): readonly { readonly text: string; readonly range: Range }[] {
  return [...text.matchAll(callee)].flatMap(match => {
    const end = closing(text, match.index + match[0].length - 1);
    if (end === undefined) return [];
    return [{ text: text.slice(match.index, end), range: { start: place(text, match.index), end: place(text, end) } }];
  });
}

function place(text: string, index: number): Position {
  const { row, column } = pointAt(text, index);
  return { line: row, column };
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The index after the bracket that closes the one at `open`; strings are passed over. */
function closing(text: string, open: number): number | undefined {
  const expected: string[] = [];
  for (let at = open; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '"' || mark === "'") at = endOfString(text, at);
    else if (closers[mark] !== undefined) expected.push(closers[mark]);
    else if (')]}'.includes(mark)) {
      if (expected.pop() !== mark) return undefined;
      if (expected.length === 0) return at + 1;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}
