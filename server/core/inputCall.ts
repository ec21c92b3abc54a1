/** What an answer to an `input` question makes of the call: the target with the claimed arguments, if these are literals alone. */
import { readArguments } from './arguments.ts';
import { type Claims, noClaims, type Prediction } from './prediction.ts';
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
  const callee = calleeOf(probe);
  if (callee === undefined) return undefined;
  const expression = `${callee}(${read.text})`;
  return { ...probe, call: { ...probe.call, expression } };
}

/**
 * A prediction for an `input` question as it can be judged, to be settled before it is frozen: arguments that are more than literals
 * are no answer, in the whole and in each sample. What was said stays in `raw`. Other questions' predictions stay as they are.
 */
export function settledInput(probe: Probe, prediction: Prediction): Prediction {
  if (probe.question.kind !== 'input') return prediction;
  const isRunnable = (claims: Claims) => withClaimedInput(probe, claims) !== undefined;
  const samples = prediction.samples.map(sample =>
    sample.claims === null || isRunnable(sample.claims)
      ? sample
      : { ...sample, claims: null, reason: 'unreadable' as const },
  );
  if (prediction.kind !== 'answered' || isRunnable(prediction.claims)) return { ...prediction, samples };
  const explanation = 'The arguments are not literals of builtin types, and nothing else is run.';
  return { ...prediction, kind: 'noAnswer', reason: 'unreadable', claims: noClaims, explanation, samples };
}

/** The call's callee as it is written, `cart.total`; `undefined` where the expression is no single call of a plain name. */
function calleeOf({ call }: Probe): string | undefined {
  const [opening, callee] = /^\s*([A-Za-z_][\w.]*)\s*\(/.exec(call.expression) ?? [];
  if (opening === undefined) return undefined;
  return closingAt(call.expression, opening.length) === call.expression.trimEnd().length - 1 ? callee : undefined;
}

/** Strings, and single brackets outside of them. */
const pieces = /[rbuf]{0,2}("""|'''|"|')(?:\\[\s\S]|(?!\1)[\s\S])*\1|[()[\]{}]/gi;

/** Where the bracket is closed that was opened just before `start`; −1 where it is not. */
function closingAt(text: string, start: number): number {
  let depth = 1;
  for (const { 0: piece, index } of text.slice(start).matchAll(pieces)) {
    if (piece.length > 1) continue;
    depth += '([{'.includes(piece) ? 1 : -1;
    if (depth === 0) return start + index;
  }
  return -1;
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
