/** Where a place is after the text around it was edited, and whether the edit touched the place itself. */
import { compare, type Position, type Range } from '../server/core/source.ts';

/** Of one edit: what was replaced, and by what. */
export interface Change {
  readonly range: Range;
  readonly text: string;
}

export interface Moved {
  readonly range: Range;
  /** Whether the text in the range is another one now. */
  readonly touched: boolean;
}

/** `range` after the edits, which are given so that each refers to the text that the ones before it left. */
export function movedRange(range: Range, changes: readonly Change[]): Moved {
  return changes.reduce<Moved>(
    (moved, change) => {
      const after = movedOnce(moved.range, change);
      return { range: after.range, touched: moved.touched || after.touched };
    },
    { range, touched: false },
  );
}

function movedOnce(range: Range, change: Change): Moved {
  const isBehind = compare(change.range.start, range.end) >= 0;
  const isBefore = compare(change.range.end, range.start) <= 0;
  if (isBehind) return { range, touched: false };
  if (isBefore)
    return { range: { start: shifted(range.start, change), end: shifted(range.end, change) }, touched: false };
  const start = compare(change.range.start, range.start) < 0 ? change.range.start : range.start;
  const end = compare(change.range.end, range.end) > 0 ? endOf(change) : shifted(range.end, change);
  return { range: { start, end }, touched: true };
}

/** Where a position at or after the end of the change has gone. */
function shifted(position: Position, change: Change): Position {
  const old = change.range.end;
  const end = endOf(change);
  const line = position.line - old.line + end.line;
  return position.line > old.line
    ? { line, column: position.column }
    : { line, column: position.column - old.column + end.column };
}

function endOf({ range, text }: Change): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  const { line, column } = range.start;
  return lines.length === 1
    ? { line, column: column + last.length }
    : { line: line + lines.length - 1, column: last.length };
}
