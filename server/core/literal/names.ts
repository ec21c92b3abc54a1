/** Names in a literal: constants, `nan` and `inf`, members of enums, and calls of constructors. A bare word is no literal. */
import { floatText, floatValue } from '../value/float.ts';
import { lastPart } from '../value/name.ts';
import type { EnumNode, Value } from '../value.ts';
import { readCallArguments } from './call.ts';
import { construct, isConstructor } from './constructor.ts';
import { type Cursor, match, misplaced, skipSpace, Unreadable } from './cursor.ts';
import type { Term } from './grammar.ts';

const word = String.raw`[\p{XID_Start}_]\p{XID_Continue}*`;
const name = new RegExp(String.raw`${word}(?:\.(?:<locals>\.)?${word})*`, 'uy');
const wordStart = /[\p{XID_Start}_]/uy;
const operatorWords = new Set(['lambda', 'not', 'await', 'yield', 'if', 'for', 'in', 'is', 'or', 'and', 'else']);

/** Whether a name begins at the cursor. */
export function isNameNext(cursor: Cursor): boolean {
  wordStart.lastIndex = cursor.at;
  return wordStart.test(cursor.text);
}

/** Reads the value that a name, with its call if it has one, stands for. */
export function readNamed(cursor: Cursor): Term {
  const start = cursor.at;
  const written = match(cursor, name)?.[0] ?? '';
  const constant = constants.get(written);
  if (constant !== undefined) return constant;
  if (operatorWords.has(written)) throw new Unreadable('expression', start);
  const full = written.normalize('NFKC');
  skipSpace(cursor);
  if (full === 'set') return { value: null, form: 'set' };
  if (cursor.text[cursor.at] === '(') return { value: readCall(cursor, full, start), form: 'other' };
  const special = specials.get(full);
  if (special !== undefined) return special;
  return { value: readMember(cursor, full, start), form: 'other' };
}

function plain(value: Value): Term {
  return { value, form: 'other' };
}

function number(double: number): Term {
  return { value: floatValue(double), form: 'number' };
}

function imaginary(double: number): Term {
  return { value: { kind: 'complex', real: '0.0', imag: floatText(double) }, form: 'number' };
}

const constants = new Map<string, Term>([
  ['None', plain(null)],
  ['True', plain(true)],
  ['False', plain(false)],
]);

const utc: Value = { kind: 'timezone', offsetSeconds: 0 };
const specials = new Map<string, Term>([
  ['nan', number(Number.NaN)],
  ['math.nan', number(Number.NaN)],
  ['inf', number(Number.POSITIVE_INFINITY)],
  ['math.inf', number(Number.POSITIVE_INFINITY)],
  ['nanj', imaginary(Number.NaN)],
  ['infj', imaginary(Number.POSITIVE_INFINITY)],
  ['Ellipsis', plain({ kind: 'constant', name: 'Ellipsis' })],
  ['NotImplemented', plain({ kind: 'constant', name: 'NotImplemented' })],
  ['timezone.utc', plain(utc)],
  ['datetime.timezone.utc', plain(utc)],
]);

function readCall(cursor: Cursor, full: string, start: number): Value {
  if (!isConstructor(full, cursor.known)) throw new Unreadable('call', start);
  const call = readCallArguments(cursor, full);
  const value = construct(call, cursor.known);
  if (value === undefined) throw new Unreadable('call', start);
  return value;
}

/** `Color.RED`, or a combination of flags: `Perm.R|Perm.W`, `Perm.R|W`. */
function readMember(cursor: Cursor, full: string, start: number): Value {
  const dot = full.lastIndexOf('.');
  const type = full.slice(0, Math.max(dot, 0));
  if (!isClassName(type, cursor.known)) throw bareWord(cursor, start);
  const members = [full.slice(dot + 1)];
  for (let next = match(cursor, moreMembers); next !== null; next = match(cursor, moreMembers)) {
    const [, more = ''] = next;
    const ownType = more.slice(0, Math.max(more.lastIndexOf('.'), 0));
    if (ownType !== '' && ownType !== type) throw new Unreadable('expression', start);
    members.push(lastPart(more));
  }
  return memberOf(type, members);
}

const moreMembers = new RegExp(String.raw`\s*\|\s*(${word}(?:\.${word})*)`, 'uy');

/** The value of a member, or of several flags, of the enum `type`, without its value. */
export function memberOf(type: string, members: readonly string[]): EnumNode {
  const [first] = members;
  if (members.length === 1 && first !== undefined) return { kind: 'enum', type, name: first };
  return { kind: 'enum', type, members: [...members] };
}

/** Whether a name may be a class's: it starts with a capital, or the value to compare with has such a class. */
export function isClassName(full: string, known: ReadonlySet<string>): boolean {
  if (full === '') return false;
  const last = lastPart(full);
  return /^\p{Lu}/u.test(last) || [...known].some(type => lastPart(type) === last);
}

function bareWord(cursor: Cursor, start: number): Unreadable {
  const { reason } = misplaced(cursor);
  return new Unreadable(reason === 'expression' ? 'expression' : 'bareWord', start);
}
