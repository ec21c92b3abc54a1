/**
 * Where the callables of a text begin, kept from edit to edit: after one, only the statements that it touched are looked at again.
 * Less than `Module` knows, and many times faster on a long file.
 */
import { type Heading, headingsIn } from './headings.ts';
import type { Change, Cursor, Node, Stretch, Syntax } from './parser.ts';

/** One statement of a block. Everything counts from the start of the statement around it, so that edits above change little. */
interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly row: number;
  readonly headings: readonly Heading[];
  /** The statements of a class. */
  readonly body: readonly Entry[];
}

export interface Outline {
  readonly entries: readonly Entry[];
}

export function outlineOf(syntax: Syntax): Outline {
  return { entries: entriesOf(syntax.root, { text: syntax.text, ...top }, []) };
}

/** The outline of an edited text; `previous` is that of the text that `syntax` was edited from. */
export function outlineAfter(previous: Outline, { text, root, change }: Syntax): Outline {
  if (change === undefined) return previous;
  const nextRow = text.indexOf('\n', change.edit.newEndIndex);
  const within = { text, ...top, change: { ...change, nextRow } };
  return { entries: entriesOf(root, within, previous.entries) };
}

function entriesOf(root: Node, within: Within, before: readonly Entry[]): readonly Entry[] {
  const cursor = root.walk();
  const entries = entriesIn(cursor, within, before);
  cursor.delete?.();
  return entries;
}

/** From top to bottom. */
export function headingsOf({ entries }: Outline): readonly Heading[] {
  const found: Heading[] = [];
  addHeadings(entries, 0, found);
  return found;
}

function addHeadings(entries: readonly Entry[], above: number, found: Heading[]): void {
  for (const entry of entries) {
    const row = above + entry.row;
    for (const { name, row: below, column } of entry.headings) found.push({ name, row: row + below, column });
    addHeadings(entry.body, row, found);
  }
}

interface TextChange extends Change {
  /** The index at which the row of the edit's end is over; negative where it is the last. Columns are the same after it. */
  readonly nextRow: number;
}

interface Within {
  readonly text: string;
  /** Where the statement around the block starts; it is the same before and after the change. */
  readonly startIndex: number;
  readonly row: number;
  readonly change: TextChange | undefined;
}

const top = { startIndex: 0, row: 0, change: undefined } as const;

/** The entries of the block at the cursor; `before` are those that the block had. */
function entriesIn(cursor: Cursor, within: Within, before: readonly Entry[]): readonly Entry[] {
  const known = new Map(before.map(entry => [entry.offset, entry]));
  const entries: Entry[] = [];
  if (!cursor.gotoFirstChild()) return entries;
  do {
    entries.push(keptAt(cursor, within, known) ?? entryAt(cursor, within, known));
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return entries;
}

/** The entry that the statement at the cursor had, where the change did not touch it. */
function keptAt(cursor: Cursor, within: Within, known: ReadonlyMap<number, Entry>): Entry | undefined {
  if (within.change === undefined) return undefined;
  const { edit, nextRow, changed } = within.change;
  const { startIndex, endIndex } = cursor;
  const isAfter = nextRow !== -1 && startIndex > nextRow;
  if (!isAfter && endIndex > edit.startIndex) return undefined;
  const offset = startIndex - within.startIndex;
  const old = known.get(isAfter ? offset - edit.newEndIndex + edit.oldEndIndex : offset);
  if (old?.length !== endIndex - startIndex || changed.some(one => touches(one, startIndex, endIndex)))
    return undefined;
  if (!isAfter) return old;
  const { length, headings, body } = old;
  return { offset, length, row: old.row + edit.newEndPosition.row - edit.oldEndPosition.row, headings, body };
}

function touches(stretch: Stretch, startIndex: number, endIndex: number): boolean {
  return stretch.startIndex <= endIndex && startIndex <= stretch.endIndex;
}

function entryAt(cursor: Cursor, within: Within, known: ReadonlyMap<number, Entry>): Entry {
  const { startIndex, endIndex, startPosition } = cursor;
  const { row } = startPosition;
  const offset = startIndex - within.startIndex;
  const isClass = cursor.nodeType === 'class_definition';
  const headings = headingsIn(cursor.currentNode, within.text).map(one => ({ ...one, row: one.row - row }));
  const isTouched = within.change !== undefined && startIndex <= within.change.edit.startIndex;
  const inner = { ...within, startIndex, row, change: isTouched ? within.change : undefined };
  const body = isClass ? bodyOf(cursor, inner, known.get(offset)?.body ?? []) : [];
  return { offset, length: endIndex - startIndex, row: row - within.row, headings, body };
}

function bodyOf(cursor: Cursor, within: Within, before: readonly Entry[]): readonly Entry[] {
  let entries: readonly Entry[] = [];
  if (!cursor.gotoFirstChild()) return entries;
  do {
    if (cursor.nodeType === 'block') entries = entriesIn(cursor, within, before);
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return entries;
}
