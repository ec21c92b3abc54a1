/** Constructor text of what is built from one value: instances of subclasses of builtins, views, numpy's arrays and scalars. */

import { hexOf } from '../value/integer.ts';
import type { ArrayNode, Attributes, NdarrayNode, ObjectNode, SequenceNode, Value, ValueNode } from '../value.ts';
import { arrayOf, compareArrays } from './arrays.ts';
import { degraded, differing, type Match } from './match.ts';
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
  const argument = soleArgument(text);
  if (held !== undefined) return argument === undefined ? undefined : parts(argument, held);
  const instance = isEmptyCall(text) ? instanceOf(actual, emptyOf(actual)) : instanceOf(actual, argument);
  if (instance === undefined) return undefined;
  const match = parts(instance, actual);
  if (attributesOf(actual).length === 0) return match;
  return degraded(match, text, actual, { grade: 'partial', why: 'attributes left out' });
}

function isEmptyCall(text: ObjectNode): boolean {
  return (text.positional ?? []).length === 0 && (text.attributes ?? []).length === 0;
}

function attributesOf(node: ValueNode): Attributes {
  return 'attributes' in node ? (node.attributes ?? []) : [];
}

/** The value that a view or a wrapper shows. */
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
      return undefined;
  }
}

/** An instance of the class of `actual`, with its attributes, that is built from `argument`. */
function instanceOf(actual: ValueNode, argument: Value | undefined): Value | undefined {
  if (argument === undefined || !('type' in actual) || actual.type === undefined) return undefined;
  const { type } = actual;
  const attributes = 'attributes' in actual ? actual.attributes : undefined;
  switch (actual.kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      return isItems(argument) ? { kind: actual.kind, type, attributes, items: argument.items } : undefined;
    case 'dict':
      return isNode(argument, 'dict') ? { ...argument, type, attributes, factory: actual.factory } : undefined;
    case 'int':
      return typeof argument === 'number' || isNode(argument, 'int')
        ? { kind: 'int', type, attributes, hex: hexOf(argument) }
        : undefined;
    case 'str':
      if (typeof argument === 'string') return { kind: 'str', type, attributes, text: argument };
      return isNode(argument, 'str') ? { ...argument, type, attributes } : undefined;
    case 'float':
    case 'complex':
    case 'bytes':
    case 'bytearray':
      return isNode(argument, actual.kind) ? { ...argument, type, attributes } : undefined;
    default:
      return undefined;
  }
}

function isNode<K extends ValueNode['kind']>(value: Value, kind: K): value is ValueNode & { readonly kind: K } {
  return typeof value === 'object' && value?.kind === kind;
}

function isItems(value: Value): value is SequenceNode {
  return typeof value === 'object' && value !== null && ['list', 'tuple', 'set', 'frozenset'].includes(value.kind);
}

/** What a builtin is without arguments, of the kind of `node`. */
function emptyOf(node: ValueNode): Value | undefined {
  switch (node.kind) {
    case 'int':
      return 0;
    case 'float':
      return { kind: 'float', text: '0.0' };
    case 'str':
      return '';
    case 'dict':
      return { kind: 'dict', entries: [] };
    case 'bytes':
    case 'bytearray':
      return { kind: node.kind, hex: '' };
    default:
      return 'items' in node ? { kind: 'list', items: [] } : undefined;
  }
}

/** `array([1, 2])`, as numpy prints it: the element type is left out where it is the usual one. */
function compareArrayText(text: ObjectNode, actual: NdarrayNode, parts: Compare): Match | undefined {
  const [nested] = text.positional ?? [];
  const given = new Map<string, Value>(text.attributes ?? []).get('dtype');
  const dtype = typeOfArray(given, actual);
  const array = nested === undefined ? undefined : arrayOf(nested, dtype);
  if (array === undefined) return differing(text, actual, { grade: 'wrong', why: 'no array' });
  return compareArrays(array, actual, parts);
}

/** Types of texts are printed by their width (`<U3`), and named otherwise (`str96`). */
function typeOfArray(given: Value | undefined, actual: NdarrayNode): string {
  if (given === undefined) return actual.dtype;
  if (typeof given === 'string') return /^[<>|=]?[US]\d*$/.test(given) ? actual.dtype : given;
  return isNode(given, 'class') ? given.name : actual.dtype;
}

/** `array('i', [1, 2])`. */
function compareTypecodeText(text: ObjectNode, actual: ArrayNode, parts: Compare): Match | undefined {
  const [typecode, list = { kind: 'list', items: [] } as const] = text.positional ?? [];
  if (typeof typecode !== 'string' || typeof list !== 'object' || list?.kind !== 'list') return undefined;
  return parts({ kind: 'array', typecode, items: list.items }, actual);
}
