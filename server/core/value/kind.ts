/** Which kind a value is of, natives included, so that one `switch` can tell all values apart. */
import type { Value, ValueNode } from '../value.ts';

export type Kind = ValueNode['kind'] | 'none' | 'bool';

/** The kind of `value`; a JSON number is an `int`, JSON text a `str`. */
export function kindOf(value: Value): Kind {
  if (value === null) return 'none';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
      return 'int';
    case 'string':
      return 'str';
    default:
      return value.kind;
  }
}
