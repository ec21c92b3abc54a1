/** What an answer to an `input` question makes of the call: the target with the claimed arguments, if these are literals alone. */
import { readArguments } from './arguments.ts';
import type { Claims } from './prediction.ts';
import type { Probe } from './probe.ts';
import type { Value } from './value.ts';

/**
 * `probe` with the claimed arguments in its call, ready to run; `undefined` where there are none, or they are more than literals of
 * builtin types: a model's text is never run as code.
 */
export function withClaimedInput(probe: Probe, claims: Claims): Probe | undefined {
  if (claims.input === undefined) return undefined;
  const read = readArguments(claims.input, probe.target.name);
  if (read.kind === 'unreadable') return undefined;
  const values = [...read.positional, ...read.keywords.map(([, value]) => value)];
  if (!values.every(isBuiltin)) return undefined;
  const expression = `${calleeOf(probe)}(${read.text})`;
  return { ...probe, call: { ...probe.call, expression } };
}

/** The call's callee as it is written: what stands before its arguments; the target's name where that is not plain. */
function calleeOf({ call, target }: Probe): string {
  return /^\s*([A-Za-z_][\w.]*)\s*\(/.exec(call.expression)?.[1] ?? target.name;
}

/** Whether the text of the value calls nothing but the builtin constructors that have no literal (`set()`, `float('nan')`). */
function isBuiltin(value: Value): boolean {
  if (value === null || typeof value !== 'object') return true;
  if ('type' in value && value.type !== undefined) return false;
  switch (value.kind) {
    case 'int':
    case 'str':
    case 'float':
    case 'complex':
    case 'bytes':
    case 'bytearray':
      return true;
    case 'constant':
      return value.name === 'Ellipsis';
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      return value.items.every(isBuiltin);
    case 'dict':
      return value.factory === undefined && value.entries.every(entry => entry.every(isBuiltin));
    default:
      return false;
  }
}
