/** What may be a key of a dict or an item of a set, and the order of a set's items in a description. */
import { canonicalJson, inOrder } from '../canonical.ts';
import type { Value } from '../value.ts';

const unhashable = new Set(['list', 'dict', 'set', 'bytearray', 'deque', 'mappingproxy', 'ndarray', 'array', 'view']);

/** Whether Python can hash `value`, as far as its kind tells. */
export function isHashable(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (value.kind === 'tuple' || value.kind === 'namedtuple') return value.items.every(isHashable);
  return !unhashable.has(value.kind);
}

/** The items in the order of their canonical JSON. */
export function sortedSet(items: readonly Value[]): readonly Value[] {
  if (items.length < 2) return items;
  return items
    .map(item => ({ item, text: canonicalJson(item) }))
    .sort((one, other) => inOrder(one.text, other.text))
    .map(({ item }) => item);
}
