/** Things by what they have in common. */

/** The items by `key`, keys in the order of their first item. (`Map.groupBy` is newer than the oldest runtime.) */
export function grouped<T, K>(items: Iterable<T>, key: (item: T) => K): readonly (readonly [K, readonly T[]])[] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const name = key(item);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [item]);
    else members.push(item);
  }
  return [...groups];
}
