/** The arguments of a call in a literal: values, in place or by keyword, and nothing that would have to be run. */

import { lastPart } from '../value/name.ts';
import type { Value } from '../value.ts';
import { type Cursor, match, misplaced, skipSpace, takes, within } from './cursor.ts';
import { readExpression } from './grammar.ts';

/** A call as it is written. */
export interface LiteralCall {
  /** As it is written, dots included. */
  readonly name: string;
  readonly positional: readonly Value[];
  readonly keywords: readonly (readonly [name: string, value: Value])[];
}

const keyword = /([\p{XID_Start}_]\p{XID_Continue}*)[ \t\f]*=(?!=)/uy;

/** Reads the arguments of `name`, from the opening parenthesis to the closing one. */
export function readCallArguments(cursor: Cursor, name: string): LiteralCall {
  const positional: Value[] = [];
  const keywords: (readonly [string, Value])[] = [];
  cursor.at += 1;
  within(cursor, ')', () => {
    if (lastPart(name) === 'defaultdict') readFactory(cursor, positional);
    while (!isClosing(cursor)) {
      const named = match(cursor, keyword)?.[1];
      if (named !== undefined) keywords.push([named, readKeywordValue(cursor, named)]);
      else if (keywords.length > 0) throw misplaced(cursor);
      else positional.push(readExpression(cursor));
      if (!takes(cursor, ',')) break;
    }
  });
  return { name, positional, keywords };
}

function isClosing(cursor: Cursor): boolean {
  skipSpace(cursor);
  return cursor.text[cursor.at] === ')';
}

const typeName = /(?:np\.|numpy\.)?([a-z]\w*)[ \t]*(?=[,)])/y;

/** The element type of an array is printed as a bare name. */
function readKeywordValue(cursor: Cursor, keywordName: string): Value {
  skipSpace(cursor);
  const name = keywordName === 'dtype' ? match(cursor, typeName)?.[1] : undefined;
  return name === undefined ? readExpression(cursor) : { kind: 'class', name };
}

const factory = /(?!None\b)([A-Za-z_][\w.]*)\s*(?:,\s*|(?=\)))/y;

/** The factory of a defaultdict may be the bare name of a class, which is a literal nowhere else. */
function readFactory(cursor: Cursor, positional: Value[]): void {
  skipSpace(cursor);
  const name = match(cursor, factory)?.[1];
  if (name !== undefined) positional.push({ kind: 'class', name });
}
