/** Instances that both sides describe by their parts: namedtuples, exceptions, objects. */

import { isSameName } from '../value/name.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { ExceptionNode, NamedtupleNode, ObjectNode, Value } from '../value.ts';
import { settle } from './cut.ts';
import { addPart, degraded, differing, emptyTally, type Match } from './match.ts';
import { compareSequences } from './sequences.ts';
import { absent, compareAttributes } from './subclasses.ts';
import type { Compare } from './walk.ts';

/** Two namedtuples, item by item; their classes are compared by `withTypes`. */
export function compareNamedtuples(predicted: NamedtupleNode, actual: NamedtupleNode, parts: Compare): Match {
  return compareSequences(predicted, actual, parts, index => `.${actual.fields[index] ?? index}`);
}

function anotherClass(predicted: Value, actual: Value): Match {
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}: another class`;
  return differing(predicted, actual, { grade: 'wrong', why });
}

/** Two exceptions as values. Python's `==` holds only for the same object. */
export function compareExceptions(predicted: Value, actual: Value, parts: Compare): Match | undefined {
  if (!isException(predicted) || !isException(actual)) return undefined;
  if (!isSameName(predicted.type, actual.type)) return anotherClass(predicted, actual);
  const tally = emptyTally();
  addPart(tally, compareArguments(predicted.args, actual.args, parts), () => '.args');
  addPart(tally, compareAttributes(predicted.attributes ?? [], actual.attributes ?? [], parts), () => '');
  addPart(tally, compareArguments(predicted.exceptions ?? [], actual.exceptions ?? [], parts), () => '.exceptions');
  addPart(tally, compareArguments(predicted.notes ?? [], actual.notes ?? [], parts), () => '.__notes__');
  return { ...tally, equal: false };
}

function isException(value: Value): value is ExceptionNode {
  return typeof value === 'object' && value?.kind === 'exception';
}

/** Two lists of values that are no value of their own. */
export function compareArguments(predicted: readonly Value[], actual: readonly Value[], parts: Compare): Match {
  const tally = emptyTally();
  for (let index = 0; index < Math.max(predicted.length, actual.length); index += 1) {
    const [one, other] = [predicted[index], actual[index]];
    addPart(
      tally,
      one === undefined || other === undefined ? absent(one, other) : parts(one, other),
      () => `[${index}]`,
    );
  }
  return tally;
}

/** Two described instances. Instances of dataclasses are `==` by their fields, others only if they are the same object. */
export function compareObjects(predicted: Value, actual: Value, parts: Compare): Match | undefined {
  if (!isObject(predicted) || !isObject(actual)) return undefined;
  if (!isSameName(predicted.type, actual.type)) return anotherClass(predicted, actual);
  const attributes = compareAttributes(predicted.attributes ?? [], actual.attributes ?? [], parts);
  const match = { ...attributes, equal: attributes.equal && actual.fields !== undefined };
  if (predicted.cut !== undefined || actual.cut !== undefined) {
    return settle(predicted, actual, match);
  }
  if (predicted.opaque !== true && actual.opaque !== true) return match;
  return degraded(match, predicted, actual, { grade: 'partial', why: 'state that cannot be seen' });
}

function isObject(value: Value): value is ObjectNode {
  return typeof value === 'object' && value?.kind === 'object';
}
