/**
 * Text that constructs an instance (`C(1, b=2)`), or names no more than its class (`<m.C object at 0x…>`), against what was
 * recorded. Positions follow the fields, or the attributes in the order of their definition.
 */

import { isSameName } from '../value/name.ts';
import { printedName, shortTypeName, typeNameOf } from '../value/typeName.ts';
import type { Attributes, ExceptionNode, ObjectNode, Value } from '../value.ts';
import { compareBase, soleArgument } from './builtFrom.ts';
import { addPart, degraded, differing, emptyTally, exactUnequal, type Match, type Tally } from './match.ts';
import { compareArguments } from './objects.ts';
import { absent, compareAttributes } from './subclasses.ts';
import type { Compare } from './walk.ts';

/** An object as a literal has it, which says less than a description. */
export function isConstructed(value: Value): value is ObjectNode {
  if (typeof value !== 'object' || value?.kind !== 'object') return false;
  return value.positional !== undefined || (value.attributes === undefined && value.opaque !== true);
}

/** Compares the text of an instance with a value of any kind. */
export function compareConstructed(text: ObjectNode, actual: Value, parts: Compare): Match {
  const type = typeNameOf(actual);
  if (!isSameName(text.type, type) && !isSameName(text.type, printedName(type))) {
    const why = `${shortTypeName(text)} for ${shortTypeName(actual)}`;
    return differing(text, actual, { grade: 'wrong', why });
  }
  if (isConstructed(actual)) return compareTexts(text, actual, parts);
  if (text.positional === undefined) return compareBare(text, actual);
  return compareArgumentsOf(text, actual, parts);
}

function compareTexts(one: ObjectNode, other: ObjectNode, parts: Compare): Match {
  if (one.positional === undefined || other.positional === undefined) {
    const isSame = one.positional === other.positional;
    return isSame ? exactUnequal : differing(one, other, { grade: 'partial', why: 'only the class' });
  }
  const tally = emptyTally();
  addPart(tally, compareArguments(one.positional, other.positional, parts), () => '');
  addPart(tally, compareAttributes(one.attributes ?? [], other.attributes ?? [], parts), () => '');
  return tally;
}

/** What has no text but its class's name is said in full by it. */
function compareBare(text: ObjectNode, actual: Value): Match {
  if (typeof actual === 'object' && actual?.kind === 'iterator') return exactUnequal;
  return differing(text, actual, { grade: 'partial', why: 'only the class was predicted' });
}

function compareArgumentsOf(text: ObjectNode, actual: Value, parts: Compare): Match {
  const partial = differing(text, actual, { grade: 'partial', why: 'arguments that are not recorded' });
  if (typeof actual !== 'object' || actual === null) return compareBase(text, actual, parts) ?? partial;
  switch (actual.kind) {
    case 'namedtuple':
      return compareFields(text, { shown: pairsOf(actual.fields, actual.items), hidden: [] }, parts);
    case 'exception':
      return compareException(text, actual, parts);
    case 'object':
      return compareObject(text, actual, parts);
    case 'enum':
      return compareEnum(text, actual.value, parts) ?? partial;
    default:
      return compareBase(text, actual, parts) ?? partial;
  }
}

function pairsOf(names: readonly string[], values: readonly Value[]): Attributes {
  return names.map((name, index) => [name, values[index] ?? null] as const);
}

function compareObject(text: ObjectNode, actual: ObjectNode, parts: Compare): Match {
  if (actual.opaque === true) return compareOpaque(text, actual, parts);
  const attributes = actual.attributes ?? [];
  if (actual.fields === undefined) {
    const match = compareFields(text, { shown: attributes, hidden: [] }, parts);
    return degraded(match, text, actual, { grade: 'partial', why: 'the text of a plain object' });
  }
  const byName = new Map(attributes);
  const fields = actual.fields.filter(name => byName.has(name));
  const shown = pairsOf(
    fields,
    fields.map(name => byName.get(name) ?? null),
  );
  const hidden = attributes.filter(([name]) => !fields.includes(name));
  const match = compareFields(text, { shown, hidden }, parts);
  return actual.cut === undefined ? match : degraded(match, text, actual, { grade: 'undecidable', why: 'cut' });
}

/** Of an instance whose state cannot be seen in full, only what was recorded can be wrong. */
function compareOpaque(text: ObjectNode, actual: ObjectNode, parts: Compare): Match {
  const given = new Map<string, Value>(text.attributes ?? []);
  const tally = emptyTally();
  for (const [name, value] of actual.attributes ?? []) {
    const claimed = given.get(name);
    if (claimed !== undefined) addPart(tally, parts(claimed, value), () => `.${name}`);
  }
  return degraded(tally, text, actual, { grade: 'partial', why: 'state that cannot be seen' });
}

/** The fields that an instance's text shows, and those that it may name besides. */
interface Fields {
  readonly shown: Attributes;
  readonly hidden: Attributes;
}

function compareFields(text: ObjectNode, fields: Fields, parts: Compare): Match {
  const given = new Map<string, Value>(text.attributes ?? []);
  const surplus = (text.positional ?? []).slice(fields.shown.length);
  (text.positional ?? []).slice(0, fields.shown.length).forEach((value, index) => {
    given.set(fields.shown[index]?.[0] ?? '', value);
  });
  const tally = emptyTally();
  for (const [name, value] of fields.shown) addField(tally, name, given.get(name), value, parts);
  for (const [name, value] of fields.hidden) {
    if (given.has(name)) addField(tally, name, given.get(name), value, parts);
  }
  const names = new Set([...fields.shown, ...fields.hidden].map(([name]) => name));
  for (const [name, value] of given) {
    if (!names.has(name)) addPart(tally, absent(value, undefined), () => `.${name}`);
  }
  for (const value of surplus) addPart(tally, absent(value, undefined), () => '');
  return tally;
}

function addField(tally: Tally, name: string, given: Value | undefined, value: Value, parts: Compare): void {
  const left = differing(undefined, value, { grade: 'partial', why: 'left out' });
  addPart(tally, given === undefined ? left : parts(given, value), () => `.${name}`);
}

function compareException(text: ObjectNode, actual: ExceptionNode, parts: Compare): Match {
  const tally = emptyTally();
  addPart(tally, compareArguments(text.positional ?? [], actual.args, parts), () => '.args');
  const attributes = new Map(actual.attributes ?? []);
  for (const [name, value] of text.attributes ?? []) {
    const real = attributes.get(name);
    const unknown = differing(value, undefined, { grade: 'partial', why: 'an argument that is not recorded' });
    addPart(tally, real === undefined ? unknown : parts(value, real), () => `.${name}`);
  }
  return { ...tally, equal: false };
}

/** `Color(1)` is the member whose value is 1. */
function compareEnum(text: ObjectNode, value: Value | undefined, parts: Compare): Match | undefined {
  const argument = soleArgument(text);
  return argument === undefined || value === undefined ? undefined : parts(argument, value);
}
