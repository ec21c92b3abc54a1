/** Python inside other text: the example of a doctest, the words of a comment. Its places translate to those of the file. */
import type { Position, Range } from '../core/source.ts';

/** Consecutive rows of a file, each from a column on. */
export interface Embedded {
  readonly firstRow: number;
  /** For each row, how many columns stand before the Python. */
  readonly columns: readonly number[];
  readonly source: string;
}

export function embed(firstRow: number, rows: readonly { readonly column: number; readonly text: string }[]): Embedded {
  return { firstRow, columns: rows.map(row => row.column), source: rows.map(row => row.text).join('\n') };
}

/** A place of the file as one of the embedded text; what stands before the Python counts as its first column. */
export function inward({ firstRow, columns }: Embedded, range: Range): Range {
  const move = ({ line, column }: Position): Position => {
    const row = Math.min(Math.max(line - firstRow, 0), columns.length - 1);
    return { line: row, column: Math.max(0, column - (columns[row] ?? 0)) };
  };
  return { start: move(range.start), end: move(range.end) };
}

/** A place of the embedded text as one of the file. */
export function outward({ firstRow, columns }: Embedded, range: Range): Range {
  const move = ({ line, column }: Position): Position => ({
    line: firstRow + line,
    column: column + (columns[line] ?? 0),
  });
  return { start: move(range.start), end: move(range.end) };
}
