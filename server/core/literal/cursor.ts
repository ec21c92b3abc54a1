/** A place in a text that is being read as a Python literal, and the white space between tokens, as CPython's tokenizer sees it. */

/** Why a text cannot be read. */
export type UnreadableReason =
  | 'empty'
  /** A name without quotes: read as a string only by the rule `unquoted`. */
  | 'bareWord'
  /** More than a literal: an operation, a comprehension, a formatted string. */
  | 'expression'
  /** A call of something that is no constructor. */
  | 'call'
  | 'syntax'
  /** A `<…>` that is none of the known reprs. */
  | 'unknownRepr'
  /** A key of a dict or an item of a set that Python cannot hash. */
  | 'unhashable'
  /** An escape `\N{…}`: names of characters are not known here. */
  | 'namedCharacter'
  | 'tooLong'
  | 'tooDeep';

/** Thrown while reading, and caught by `readLiteral` alone. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(
    readonly reason: UnreadableReason,
    /** Offset in the text. */
    readonly at: number,
  ) {
    super(reason);
  }
}

export interface Cursor {
  /** With `\n` as the only line end. */
  readonly text: string;
  at: number;
  /** How many brackets are open: within them line ends are white space. */
  nesting: number;
  /** Full names of classes that may be called although their names start small, or are those of well-known constructors. */
  readonly known: ReadonlySet<string>;
}

/** As many brackets as CPython's tokenizer lets stand within each other. */
export const deepestNesting = 200;

/** Moves over white space, and within brackets over line ends and comments. */
export function skipSpace(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const unit = text.charCodeAt(cursor.at);
    if (unit === 0x20 || unit === 0x09 || unit === 0x0c) cursor.at += 1;
    else if (unit === 0x5c) skipContinuation(cursor);
    else if (cursor.nesting > 0 && unit === 0x0a) cursor.at += 1;
    else if (cursor.nesting > 0 && unit === 0x23) skipComment(cursor);
    else return;
  }
}

function skipContinuation(cursor: Cursor): void {
  const isJoined = cursor.text[cursor.at + 1] === '\n' && cursor.at + 2 < cursor.text.length;
  if (!isJoined) throw new Unreadable('syntax', cursor.at);
  cursor.at += 2;
}

function skipComment(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end < 0 ? cursor.text.length : end;
}

/** Moves over white space and then `token`, if it stands there. */
export function takes(cursor: Cursor, token: string): boolean {
  skipSpace(cursor);
  if (!cursor.text.startsWith(token, cursor.at)) return false;
  cursor.at += token.length;
  return true;
}

/** Moves over `token`, which must come next. */
export function expect(cursor: Cursor, token: string): void {
  if (!takes(cursor, token)) throw misplaced(cursor);
}

const operator = /[-+*/%@&|^~<>=.([!]|(?:if|for|or|and|in|is|not|async)\b/y;

/** What is wrong where a literal should have ended: it goes on as an expression, or it is no Python at all. */
export function misplaced(cursor: Cursor): Unreadable {
  operator.lastIndex = cursor.at;
  return new Unreadable(operator.test(cursor.text) ? 'expression' : 'syntax', cursor.at);
}

/** Reads with `read` what stands within a bracket that was just opened, and the closing one. */
export function within<T>(cursor: Cursor, close: string, read: () => T): T {
  cursor.nesting += 1;
  if (cursor.nesting > deepestNesting) throw new Unreadable('tooDeep', cursor.at);
  const content = read();
  skipSpace(cursor);
  cursor.nesting -= 1;
  if (cursor.text[cursor.at] !== close) throw misplaced(cursor);
  cursor.at += 1;
  return content;
}

/** Matches a sticky pattern at the cursor and moves over it. */
export function match(cursor: Cursor, sticky: RegExp): RegExpExecArray | null {
  sticky.lastIndex = cursor.at;
  const found = sticky.exec(cursor.text);
  if (found !== null) cursor.at = sticky.lastIndex;
  return found;
}
