/**
 * Reprs in angle brackets: classes, functions, methods, generators, coroutines, modules, members of enums, and instances that say no
 * more than their class. Addresses are read over; a repr of any other form is unknown.
 */

import type { Value } from '../value.ts';
import { type Cursor, match, Unreadable, within } from './cursor.ts';
import { readExpression } from './grammar.ts';
import { memberOf } from './names.ts';

const address = String.raw`(?: at (?:0[xX][0-9a-zA-Z]*)?(?:…|\.\.\.)?)?`;
const named = String.raw`[^\s<>'|:]+(?:<(?:locals|lambda|listcomp|genexpr|module)>[^\s<>'|:]*)*`;
const lambda = '<lambda>|<genexpr>';
const qualified = `((?:${named})|${lambda})`;

function pattern(text: string): RegExp {
  return new RegExp(text, 'y');
}

type Reading = (parts: RegExpExecArray, cursor: Cursor) => Value;

/** The forms of whole reprs, each with the value it stands for. */
const forms: readonly (readonly [RegExp, Reading])[] = [
  [pattern(String.raw`<(?:class|enum|flag) '([^'\s]+)'>`), ([, name = '']) => ({ kind: 'class', name })],
  [pattern(`<function ${qualified}${address}>`), ([, name = '']) => ({ kind: 'function', module: '', name })],
  [pattern(`<(generator|coroutine) object ${qualified}${address}>`), readFrame],
  [pattern(`<async_generator object ${qualified}${address}>`), ([, name = '']) => ({ kind: 'asyncGenerator', name })],
  [pattern("<module '([^']+)'[^>]*>"), ([, name = '']) => ({ kind: 'module', name })],
  [
    pattern(`<built-in (?:function|method) ([\\w.]+)(?: of [\\w.]+ object)?${address}>`),
    ([, name = '']) => ({ kind: 'builtin', name }),
  ],
  [
    pattern(`<(?:method|slot wrapper|method-wrapper|class method) '(\\w+)' of '?([\\w.]+)'? objects?${address}>`),
    ([, name = '', type = '']) => ({ kind: 'builtin', name: `${type}.${name}` }),
  ],
  [pattern(`<memory${address}>`), () => ({ kind: 'object', type: 'memoryview' })],
  [pattern(`<${qualified} (?:object|instance)${address}>`), ([, type = '']) => ({ kind: 'object', type })],
  [
    pattern(String.raw`<([\w.]*\w)\.(\w+(?:\|\w+)*)>`),
    ([, type = '', members = '']) => memberOf(type, members.split('|')),
  ],
];

function readFrame([, kind, name = '']: RegExpExecArray): Value {
  return { kind: kind === 'generator' ? 'generator' : 'coroutine', name };
}

const method = pattern(`<bound method ${qualified} of `);
const member = pattern(String.raw`<([\w.<>]*\w)\.(\w+(?:\|(?:[\w.]+\.)?\w+)*): `);
const noMember = pattern(String.raw`<([\w.<>]*\w): `);

/** Reads the repr at the cursor. */
export function readAngle(cursor: Cursor): Value {
  for (const [form, read] of forms) {
    const parts = match(cursor, form);
    if (parts !== null) return read(parts, cursor);
  }
  return readMethod(cursor) ?? readMember(cursor) ?? refuse(cursor);
}

function readMethod(cursor: Cursor): Value | undefined {
  const [, name] = match(cursor, method) ?? [];
  if (name === undefined) return undefined;
  const self = within(cursor, '>', () => readExpression(cursor));
  return { kind: 'method', module: '', name, self };
}

/** `<Color.RED: 1>`, `<Perm.R|W: 6>`, and `<Perm: 0>` where no flag is set. */
function readMember(cursor: Cursor): Value | undefined {
  const [, type, members] = match(cursor, member) ?? match(cursor, noMember) ?? [];
  if (type === undefined) return undefined;
  const value = within(cursor, '>', () => readExpression(cursor));
  const names = members === undefined ? [] : members.split('|').map(name => name.slice(name.lastIndexOf('.') + 1));
  return { ...memberOf(type, names), value };
}

function refuse(cursor: Cursor): never {
  const isRepr = /<[\w.]/y;
  isRepr.lastIndex = cursor.at;
  throw new Unreadable(isRepr.test(cursor.text) ? 'unknownRepr' : 'syntax', cursor.at);
}
