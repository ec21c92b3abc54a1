/**
 * A text for each hashable value, the same for values that Python's `==` holds equal as far as descriptions tell: how keys of dicts
 * and items of sets are found. Values that say less than others (an enum member without its value) need a comparison of their own.
 */
import { asciiJson, canonicalJson, inOrder } from '../canonical.ts';
import type { Value, ValueNode } from '../value.ts';
import { lastPart } from './name.ts';
import { numberKey, numberOf } from './number.ts';
import { escapedText } from './str.ts';

/** The key of `value` among other keys. */
export function equalKey(value: Value): string {
  if (typeof value === 'string') return `s${value.replaceAll('\\', '\\\\')}`;
  if (value === null) return 'None';
  const number = numberOf(value);
  if (number !== undefined) return numberKey(number);
  return typeof value === 'object' ? keyOfNode(value) : canonicalJson(value);
}

function keyOfNode(node: ValueNode): string {
  switch (node.kind) {
    case 'str':
      return node.cut === undefined ? `s${escapedText(node)}` : canonicalJson(node);
    case 'bytes':
    case 'bytearray':
      return `b${node.hex}`;
    case 'tuple':
    case 'namedtuple':
      return `(${node.items.map(keyPart).join()})`;
    case 'set':
    case 'frozenset':
      return `{${node.items.map(keyPart).sort(inOrder).join()}}`;
    case 'enum':
      return keyOfMember(node);
    case 'class':
      return `class ${lastPart(node.name)}`;
    default:
      return canonicalJson(node);
  }
}

function keyPart(value: Value): string {
  return asciiJson(equalKey(value));
}

function keyOfMember(node: Extract<ValueNode, { kind: 'enum' }>): string {
  if (node.mixin !== undefined && node.value !== undefined) return equalKey(node.value);
  const member = node.name ?? [...(node.members ?? [])].sort(inOrder).join('|');
  return `enum ${lastPart(node.type)}.${member}`;
}

/** The last of equal keys decides the value, the first the key and its place: how a dict display is read. */
export function withoutEqualKeys(entries: readonly (readonly [Value, Value])[]): readonly (readonly [Value, Value])[] {
  if (entries.length < 2) return entries;
  const found = new Map<string, readonly [Value, Value]>();
  for (const [key, value] of entries) {
    const text = equalKey(key);
    const earlier = isNan(key) ? undefined : found.get(text);
    found.set(isNan(key) ? `${text} ${found.size}` : text, [earlier === undefined ? key : earlier[0], value]);
  }
  return [...found.values()];
}

/** Of equal items the first stays: how a set display is read. */
export function withoutEqualItems(items: readonly Value[]): readonly Value[] {
  return withoutEqualKeys(items.map(item => [item, null] as const)).map(([item]) => item);
}

/** `nan` is equal to nothing, itself included. */
function isNan(value: Value): boolean {
  return typeof value === 'object' && value !== null && value.kind === 'float' && value.text === 'nan';
}
