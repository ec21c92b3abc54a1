/** The Python type of a value by its full name. */

import type { Value } from '../value.ts';
import { kindOf } from './kind.ts';
import { lastPart } from './name.ts';
import { visitNodes } from './parts.ts';

const elsewhere: ReadonlyMap<string, string> = new Map([
  ['none', 'builtins.NoneType'],
  ['deque', 'collections.deque'],
  ['mappingproxy', 'builtins.mappingproxy'],
  ['constant', 'builtins.ellipsis'],
  ['class', 'builtins.type'],
  ['builtin', 'builtins.builtin_function_or_method'],
  ['asyncGenerator', 'builtins.async_generator'],
  ['decimal', 'decimal.Decimal'],
  ['fraction', 'fractions.Fraction'],
  ['date', 'datetime.date'],
  ['time', 'datetime.time'],
  ['datetime', 'datetime.datetime'],
  ['timedelta', 'datetime.timedelta'],
  ['timezone', 'datetime.timezone'],
  ['uuid', 'uuid.UUID'],
  ['regex', 're.Pattern'],
  ['array', 'array.array'],
  ['ndarray', 'numpy.ndarray'],
  ['dataframe', 'pandas.DataFrame'],
  ['series', 'pandas.Series'],
]);

/** The full name of the type of `value`. */
export function typeNameOf(value: Value): string {
  if (typeof value === 'object' && value !== null) {
    if ('type' in value && value.type !== undefined) return value.type;
    if (value.kind === 'scalar') return `numpy.${value.dtype}`;
  }
  const kind = kindOf(value);
  return elsewhere.get(kind) ?? `builtins.${kind}`;
}

/** Names that some types print themselves with, other than their own. */
const printedNames: ReadonlyMap<string, string> = new Map([
  ['numpy.ndarray', 'numpy.array'],
  ['types.SimpleNamespace', 'types.namespace'],
  ['re.Pattern', 're.compile'],
]);

/** The name with which the constructor text of a type begins, where that is not its own. */
export function printedName(type: string): string {
  return printedNames.get(type) ?? type;
}

/** Kinds whose builtin types have no literal of their own: `dict_keys([…])`, `object()`. */
const printedAsCalls: ReadonlySet<string> = new Set(['view', 'mappingproxy', 'object']);

/** Full names of the classes in a recorded value: what a prediction of it may call though the name starts small. */
export function classesOf(value: Value): ReadonlySet<string> {
  const names = new Set<string>();
  visitNodes(value, node => {
    const name = typeNameOf(node);
    if (name.startsWith('builtins.') && !printedAsCalls.has(node.kind)) return;
    names.add(name);
    if (printedName(name) !== name) names.add(printedName(name));
  });
  return names;
}

/** The class's own name, as people know it. */
export function shortTypeName(value: Value): string {
  return lastPart(typeNameOf(value));
}
