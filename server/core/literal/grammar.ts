/**
 * The grammar of Python literals, read in one pass into values: what `ast.literal_eval` reads, with its own rules for signs and sums,
 * and the names, calls and reprs of `literalName.ts` and `literalAngle.ts` wherever a value may stand.
 */
import { withoutEqualItems, withoutEqualKeys } from '../value/equalKey.ts';
import type { Value } from '../value.ts';
import { readAngle } from './angle.ts';
import { type Cursor, expect, misplaced, skipSpace, takes, Unreadable, within } from './cursor.ts';
import { isHashable, sortedSet } from './hashable.ts';
import { isNameNext, readNamed } from './names.ts';
import { complexSum, isDigit, negated, readNumber } from './numbers.ts';
import { isStringNext, joinStrings, readString, type StringPart } from './strings.ts';

/**
 * A value and how it was written: only a plain `number` may have a sign, and only a `number` or a `signed` one be the left of a sum,
 * however many parentheses stand around it. `set` is that bare name, which is a value only once it is called.
 */
export interface Term {
  readonly value: Value;
  readonly form: 'number' | 'signed' | 'set' | 'other';
}

/** Reads one expression, or several between commas as a tuple, up to what can follow neither. */
export function readExpressions(cursor: Cursor): Value {
  const first = readExpression(cursor);
  if (!takes(cursor, ',')) return first;
  return { kind: 'tuple', items: readMore(cursor, [first], '') };
}

/** Reads one expression. */
export function readExpression(cursor: Cursor): Value {
  const term = readTerm(cursor);
  if (term.form === 'set') throw new Unreadable('bareWord', cursor.at);
  return term.value;
}

function readTerm(cursor: Cursor): Term {
  const left = readSigned(cursor);
  skipSpace(cursor);
  const sign = cursor.text[cursor.at];
  if (sign !== '+' && sign !== '-') return left;
  const start = cursor.at;
  cursor.at += 1;
  if (left.form !== 'number' && left.form !== 'signed') throw new Unreadable('expression', start);
  const right = readAtom(cursor);
  const value = right.form === 'number' ? complexSum(left.value, sign === '+' ? 1 : -1, right.value) : undefined;
  if (value === undefined) throw new Unreadable('expression', start);
  return { value, form: 'other' };
}

function readSigned(cursor: Cursor): Term {
  skipSpace(cursor);
  const sign = cursor.text[cursor.at];
  if (sign !== '+' && sign !== '-') return readAtom(cursor);
  const start = cursor.at;
  cursor.at += 1;
  const operand = readAtom(cursor);
  const value = operand.form !== 'number' ? undefined : sign === '+' ? operand.value : negated(operand.value);
  if (value === undefined) throw new Unreadable('expression', start);
  return { value, form: 'signed' };
}

function readAtom(cursor: Cursor): Term {
  skipSpace(cursor);
  const term = readBareAtom(cursor);
  skipSpace(cursor);
  const next = cursor.text[cursor.at];
  if (term.form === 'set' && next === '(') return readEmptySet(cursor);
  if (next === '(' || next === '[' || next === '.') throw new Unreadable('expression', cursor.at);
  return term;
}

function readEmptySet(cursor: Cursor): Term {
  cursor.at += 1;
  within(cursor, ')', () => {
    if (!isNext(cursor, ')')) throw new Unreadable('call', cursor.at);
  });
  return other({ kind: 'set', items: [] });
}

function readBareAtom(cursor: Cursor): Term {
  const { text, at } = cursor;
  const first = text[at];
  if (isDigit(text.charCodeAt(at)) || (first === '.' && isDigit(text.charCodeAt(at + 1)))) {
    return { value: readNumber(cursor), form: 'number' };
  }
  if (first === '(') return readParenthesised(cursor);
  if (first === '[') return other(readList(cursor));
  if (first === '{') return other(readBraces(cursor));
  if (first === '<') return other(readAngle(cursor));
  if (isStringNext(cursor)) return other(readStrings(cursor));
  if (isNameNext(cursor)) return readNamed(cursor);
  if (text.startsWith('...', at)) {
    cursor.at += 3;
    return other({ kind: 'constant', name: 'Ellipsis' });
  }
  throw misplaced(cursor);
}

function other(value: Value): Term {
  return { value, form: 'other' };
}

function readStrings(cursor: Cursor): Value {
  const start = cursor.at;
  const parts: StringPart[] = [];
  while (isStringNext(cursor)) {
    parts.push(readString(cursor));
    skipSpace(cursor);
  }
  return joinStrings(parts, start);
}

function readParenthesised(cursor: Cursor): Term {
  cursor.at += 1;
  return within(cursor, ')', () => {
    if (isNext(cursor, ')')) return other({ kind: 'tuple', items: [] });
    const first = readTerm(cursor);
    if (!takes(cursor, ',')) return first;
    return other({ kind: 'tuple', items: readMore(cursor, [first.value], ')') });
  });
}

function readList(cursor: Cursor): Value {
  cursor.at += 1;
  return within(cursor, ']', () => {
    if (isNext(cursor, ']')) return { kind: 'list', items: [] };
    const first = readExpression(cursor);
    return { kind: 'list', items: takes(cursor, ',') ? readMore(cursor, [first], ']') : [first] };
  });
}

/** Reads the items after the first comma, up to `close`, or with no `close` up to what can be no item. */
function readMore(cursor: Cursor, items: Value[], close: string): readonly Value[] {
  while (!isEnd(cursor, close)) {
    items.push(readExpression(cursor));
    if (!takes(cursor, ',')) break;
  }
  return items;
}

function isNext(cursor: Cursor, token: string): boolean {
  skipSpace(cursor);
  return cursor.text.startsWith(token, cursor.at);
}

function isEnd(cursor: Cursor, close: string): boolean {
  skipSpace(cursor);
  const next = cursor.text[cursor.at];
  return close === '' ? next === undefined || next === '\n' || next === '#' : next === close;
}

function readBraces(cursor: Cursor): Value {
  cursor.at += 1;
  return within(cursor, '}', () => {
    if (isNext(cursor, '}')) return { kind: 'dict', entries: [] };
    const first = readHashable(cursor);
    return isNext(cursor, ':') ? readEntries(cursor, first) : readSetItems(cursor, first);
  });
}

function readHashable(cursor: Cursor): Value {
  const start = cursor.at;
  const value = readExpression(cursor);
  if (!isHashable(value)) throw new Unreadable('unhashable', start);
  return value;
}

function readEntries(cursor: Cursor, first: Value): Value {
  const entries = [[first, readEntryValue(cursor)] as const];
  while (takes(cursor, ',') && !isNext(cursor, '}')) {
    const key = readHashable(cursor);
    entries.push([key, readEntryValue(cursor)]);
  }
  return { kind: 'dict', entries: withoutEqualKeys(entries) };
}

function readEntryValue(cursor: Cursor): Value {
  expect(cursor, ':');
  return readExpression(cursor);
}

function readSetItems(cursor: Cursor, first: Value): Value {
  const items = [first];
  while (takes(cursor, ',') && !isNext(cursor, '}')) items.push(readHashable(cursor));
  return { kind: 'set', items: sortedSet(withoutEqualItems(items)) };
}
