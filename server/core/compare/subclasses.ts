/** Subclasses of builtins: their names, and the attributes that their instances have besides. */

import { isSameName } from '../value/name.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { Attributes, TypeName, Value } from '../value.ts';
import { addPart, degraded, emptyTally, type Match, type Tally } from './match.ts';
import type { Compare } from './walk.ts';

/** `match`, the comparison of what two values hold, made worse where their exact types differ. */
export function withTypes(match: Match, predicted: Value, actual: Value, parts: Compare): Match {
  const [one, other] = [typeOf(predicted), typeOf(actual)];
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  if (one === undefined && other === undefined) return match;
  if (one === undefined || other === undefined) {
    return match.grade === 'wrong'
      ? match
      : degraded(match, predicted, actual, { grade: 'type', why, equal: match.equal });
  }
  if (!isSameName(one, other)) {
    return degraded(match, predicted, actual, { grade: 'wrong', why: `${why}: another class`, equal: match.equal });
  }
  return withAttributes(match, attributesOf(predicted), attributesOf(actual), parts);
}

function typeOf(value: Value): TypeName | undefined {
  return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
}

function attributesOf(value: Value): Attributes {
  return typeof value === 'object' && value !== null && 'attributes' in value ? (value.attributes ?? []) : [];
}

function withAttributes(match: Match, predicted: Attributes, actual: Attributes, parts: Compare): Match {
  if (predicted.length === 0 && actual.length === 0) return match;
  const tally: Tally = { grade: match.grade, equal: match.equal, findings: [...match.findings] };
  addPart(tally, compareAttributes(predicted, actual, parts), () => '');
  return { ...tally, equal: match.equal };
}

/** Compares attributes by name, whatever their order; one that a side has not is a difference. */
export function compareAttributes(predicted: Attributes, actual: Attributes, parts: Compare): Match {
  const tally = emptyTally();
  const waiting = new Map(predicted);
  for (const [name, value] of actual) {
    const given = waiting.get(name);
    waiting.delete(name);
    addPart(tally, given === undefined ? absent(undefined, value) : parts(given, value), () => `.${name}`);
  }
  for (const [name, value] of waiting) addPart(tally, absent(value, undefined), () => `.${name}`);
  return tally;
}

/** A part that only one side has. */
export function absent(predicted: Value | undefined, actual: Value | undefined): Match {
  const why = predicted === undefined ? 'missing' : 'too much';
  return { grade: 'wrong', equal: false, findings: [{ path: '', grade: 'wrong', flags: {}, predicted, actual, why }] };
}
