/** Whether a value is what other benchmarks know: builtin scalars and containers, whole, that Python reads back from their text. */
import type { Value } from '../../core/value.ts';

/** Why `value` has no literal of its own; `undefined` where it has. */
export function notPlain(value: Value): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if ('cut' in value && value.cut !== undefined) return 'a cut value';
  if ('type' in value && value.type !== undefined) return `a value of ${value.type}`;
  switch (value.kind) {
    case 'int':
    case 'str':
    case 'bytes':
      return undefined;
    case 'float':
      return /nan|inf/.test(value.text) ? 'nan or infinity' : undefined;
    case 'list':
    case 'tuple':
    case 'set':
      return first(value.items);
    case 'dict':
      return value.factory === undefined ? first(value.entries.flat()) : 'a defaultdict';
    default:
      return `a value of kind ${value.kind}`;
  }
}

function first(values: readonly Value[]): string | undefined {
  for (const value of values) {
    const why = notPlain(value);
    if (why !== undefined) return why;
  }
  return undefined;
}
