/** Constructor text of what is built from one value: instances of subclasses of builtins, views, numpy's arrays and scalars. */
import { arrayOf, compareArrays } from './compareTable.ts';
import { integerOfHex, integerValue } from './integer.ts';
import { degraded, differing, type Match } from './match.ts';
import type { ArrayNode, Attributes, NdarrayNode, ObjectNode, Value, ValueNode } from './value.ts';
import type { Compare } from './walk.ts';

/** The only argument of a constructor text. */
export function soleArgument(text: ObjectNode): Value | undefined {
  const [first] = text.positional ?? [];
  return text.positional?.length === 1 && (text.attributes ?? []).length === 0 ? first : undefined;
}

/** Compares the argument with what the instance holds; nothing where the two have no such relation. */
export function compareBase(text: ObjectNode, actual: Value, parts: Compare): Match | undefined {
  if (typeof actual !== 'object' || actual === null) return undefined;
  if (actual.kind === 'ndarray') return compareArrayText(text, actual, parts);
  if (actual.kind === 'array') return compareTypecodeText(text, actual, parts);
  const held = heldBy(actual);
  const argument = soleArgument(text) ?? (isEmptyCall(text) && held !== undefined ? emptied(held) : undefined);
  if (held === undefined || argument === undefined) return undefined;
  const match = parts(argument, held);
  if (attributesOf(actual).length === 0) return match;
  return degraded(match, text, actual, { grade: 'partial', why: 'attributes left out' });
}

function isEmptyCall(text: ObjectNode): boolean {
  return (text.positional ?? []).length === 0 && (text.attributes ?? []).length === 0;
}

function attributesOf(node: ValueNode): Attributes {
  return 'attributes' in node ? (node.attributes ?? []) : [];
}

/** The value of the builtin that an instance holds. */
function heldBy(node: ValueNode): Value | undefined {
  switch (node.kind) {
    case 'view':
      return { kind: 'list', items: node.items, cut: node.cut };
    case 'mappingproxy':
      return { kind: 'dict', entries: node.entries, cut: node.cut };
    case 'scalar':
      return node.value;
    case 'regex':
      return node.pattern;
    default:
      return 'type' in node && node.type !== undefined ? builtinOf(node) : undefined;
  }
}

function builtinOf(node: ValueNode): Value | undefined {
  switch (node.kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      return { kind: node.kind, items: node.items, cut: node.cut };
    case 'dict':
      return { kind: 'dict', entries: node.entries, cut: node.cut };
    case 'int':
      return node.cut === undefined
        ? integerValue(integerOfHex(node.hex))
        : { kind: 'int', hex: node.hex, cut: node.cut };
    case 'str':
      return node.cut === undefined && node.escaped === undefined
        ? node.text
        : { kind: 'str', text: node.text, escaped: node.escaped, cut: node.cut };
    case 'float':
      return { kind: 'float', text: node.text };
    case 'complex':
      return { kind: 'complex', real: node.real, imag: node.imag };
    case 'bytes':
    case 'bytearray':
      return { kind: node.kind, hex: node.hex, cut: node.cut };
    default:
      return undefined;
  }
}

/** What a builtin is without arguments, of the kind of `held`. */
function emptied(held: Value): Value | undefined {
  if (typeof held === 'number') return 0;
  if (typeof held === 'string') return '';
  if (typeof held !== 'object' || held === null) return undefined;
  if ('items' in held) return { ...held, items: [] };
  return held.kind === 'dict' ? { ...held, entries: [] } : undefined;
}

/** `array([1, 2])`, as numpy prints it: the element type is left out where it is the usual one. */
function compareArrayText(text: ObjectNode, actual: NdarrayNode, parts: Compare): Match | undefined {
  const [nested] = text.positional ?? [];
  const given = new Map<string, Value>(text.attributes ?? []).get('dtype');
  const dtype = typeof given === 'string' ? given : typeOfArray(given, actual);
  const array = nested === undefined ? undefined : arrayOf(nested, dtype);
  if (array === undefined) return differing(text, actual, { grade: 'wrong', why: 'no array' });
  return compareArrays(array, actual, parts);
}

function typeOfArray(given: Value | undefined, actual: NdarrayNode): string {
  return typeof given === 'object' && given?.kind === 'class' ? given.name : actual.dtype;
}

/** `array('i', [1, 2])`. */
function compareTypecodeText(text: ObjectNode, actual: ArrayNode, parts: Compare): Match | undefined {
  const [typecode, list = { kind: 'list', items: [] } as const] = text.positional ?? [];
  if (typeof typecode !== 'string' || typeof list !== 'object' || list?.kind !== 'list') return undefined;
  return parts({ kind: 'array', typecode, items: list.items }, actual);
}
