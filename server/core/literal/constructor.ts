/**
 * What a call in a literal constructs. Calls of well-known constructors become the value that they would return; any other name
 * that can be a class's becomes an object with the arguments that were written; the rest is not a literal.
 */
import { floatValue } from '../value/float.ts';
import { lastPart } from '../value/name.ts';
import type { Value } from '../value.ts';
import type { LiteralCall } from './call.ts';
import { collectionConstructors } from './collections.ts';
import { dateConstructors } from './dates.ts';
import { isClassName } from './names.ts';
import { numberConstructors } from './numeric.ts';
import { pathConstructors } from './paths.ts';

/** Builds the value of a call; nothing where the arguments do not fit. */
export type Constructor = (call: LiteralCall) => Value | undefined;

/** Whether a call of `name` can be a literal at all, whatever its arguments are. */
export function isConstructor(name: string, known: ReadonlySet<string>): boolean {
  return (
    constructors.has(name.replace(/^builtins\./, '')) || (!notClasses.has(lastPart(name)) && isClassName(name, known))
  );
}

/** The value that `call` constructs; nothing where it is no constructor. `known` are full names of classes of the value to compare with. */
export function construct(call: LiteralCall, known: ReadonlySet<string>): Value | undefined {
  const last = lastPart(call.name);
  const standard = constructors.get(call.name.replace(/^builtins\./, ''));
  const shadowed =
    standard !== undefined && [...known].some(type => lastPart(type) === last && !standardTypes.has(type));
  if (standard !== undefined && !shadowed) return standard(call);
  if (!isConstructor(call.name, known)) return undefined;
  return { kind: 'object', type: call.name, positional: call.positional, attributes: call.keywords };
}

/** Builtins that make values out of others: more than a literal, also where the recorded value is of that type. */
const notClasses = new Set([
  'int',
  'float',
  'str',
  'bytes',
  'list',
  'tuple',
  'bool',
  'set',
  'dict',
  'frozenset',
  'type',
]);

const special = /^[+-]?(?:nan|inf(?:inity)?)$/i;

const float: Constructor = ({ positional: [text], keywords }) => {
  if (typeof text !== 'string' || keywords.length > 0 || !special.test(text.trim())) return undefined;
  const plain = text.trim().toLowerCase();
  if (plain.includes('nan')) return floatValue(Number.NaN);
  return floatValue(plain.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
};

const constructors: ReadonlyMap<string, Constructor> = new Map<string, Constructor>([
  ['float', float],
  ...numberConstructors,
  ...collectionConstructors,
  ...dateConstructors,
  ...pathConstructors,
]);

/** Full names of the classes that the well-known constructors build. */
const standardTypes: ReadonlySet<string> = new Set([
  ...[...constructors.keys()].filter(name => name.includes('.')),
  ...[...constructors.keys()].filter(name => !name.includes('.')).map(name => `builtins.${name}`),
  ...['PosixPath', 'WindowsPath', 'PurePosixPath', 'PureWindowsPath'].map(name => `pathlib._local.${name}`),
]);
