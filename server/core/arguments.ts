/**
 * Reads a predicted argument list, or whole call, of which every argument is a literal of builtin types: what an `input` question asks
 * for. Less is read than `readLiteral` reads, since this text will run: no constructor of a class, no member, no repr.
 */

import { readCallArguments } from './literal/call.ts';
import { type Cursor, skipSpace, Unreadable, type UnreadableReason } from './literal/cursor.ts';
import { withoutFence } from './literal.ts';
import { visitNodes } from './value/parts.ts';
import type { Value } from './value.ts';

export type Arguments =
  | {
      readonly kind: 'arguments';
      /** The source between the parentheses: literals of builtin types only, so running it calls nothing of the program. */
      readonly text: string;
      readonly positional: readonly Value[];
      readonly keywords: readonly (readonly [name: string, value: Value])[];
    }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason };

const longest = 4_000_000;

/** Reads `f(1, k=2)` or `1, k=2`; `callee` is the name of the target, with or without the names before it. */
export function readArguments(text: string, callee: string): Arguments {
  if (text.length > longest) return { kind: 'unreadable', reason: 'tooLong' };
  const source = withoutFence(text.replace(/\r\n?/g, '\n')).trim();
  const inner = argumentsOf(source, callee);
  try {
    const cursor: Cursor = { text: `(${inner})`, at: 0, nesting: 0, known: new Set() };
    const { positional, keywords } = readCallArguments(cursor, '');
    skipSpace(cursor);
    if (cursor.at < cursor.text.length) throw new Unreadable('syntax', cursor.at);
    if (![...positional, ...keywords.map(([, value]) => value)].every(isBuiltin)) throw new Unreadable('call', 0);
    return { kind: 'arguments', text: inner, positional, keywords };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: 'unreadable', reason: error.reason };
  }
}

const builtinKinds = new Set([
  ...['int', 'str', 'float', 'complex', 'bytes', 'bytearray', 'constant', 'range', 'slice'],
  ...['list', 'tuple', 'set', 'frozenset', 'dict'],
]);

function isBuiltin(value: Value): boolean {
  let builtin = true;
  visitNodes(value, node => {
    if (!builtinKinds.has(node.kind) || ('type' in node && node.type !== undefined)) builtin = false;
  });
  return builtin;
}

/** What stands between the parentheses of a whole call of `callee`; else the text itself. */
function argumentsOf(source: string, callee: string): string {
  const [, name = ''] = /^([\w.]+)\s*\(/.exec(source) ?? [];
  const last = callee.slice(callee.lastIndexOf('.') + 1);
  const isCall = last !== '' && (name === last || name.endsWith(`.${last}`)) && source.endsWith(')');
  return isCall ? source.slice(source.indexOf('(') + 1, -1) : source;
}
