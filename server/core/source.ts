/** Places in a program. One unit of position everywhere inside: zero-based line, UTF-16 column. */
import * as z from 'zod';

export const Position = z.strictObject({
  /** Zero-based. */
  line: z.int().nonnegative(),
  /** Zero-based, in UTF-16 code units, as editors count. */
  column: z.int().nonnegative(),
});
export type Position = Readonly<z.infer<typeof Position>>;

export const Range = z.strictObject({ start: Position, end: Position });
export type Range = Readonly<z.infer<typeof Range>>;

/** Whether `position` lies in `range`, both ends included. */
export function contains(range: Range, position: Position): boolean {
  return compare(range.start, position) <= 0 && compare(position, range.end) <= 0;
}

/** Negative, zero or positive as `a` stands before, at or after `b`. */
export function compare(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

/** The index at which a zero-based line begins; the length of the text where it has fewer lines. */
export function indexOfLine(text: string, line: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return start;
}
