/**
 * Qualified names of classes and functions, as far as two texts can agree on them. Module and qualified name are one text, so
 * a name that is a suffix of the other, part by part, is the same name said with less.
 */

/** Whether two names can mean the same: where one side gives no module, or `__main__`, the other's last parts decide. */
export function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = [partsOfName(one), partsOfName(other)].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return false;
  return short.every((part, index) => part === long[long.length - short.length + index]);
}

function partsOfName(name: string): readonly string[] {
  const parts = name
    .replace(/^(?:__main__|builtins)\./, '')
    .replace(/^np\./, 'numpy.')
    .split('.');
  return parts.filter(part => part !== '<locals>');
}

/** The name without its module's and class's names. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
