/** Members of enums against each other, and against their values. */

import { isSameName } from '../value/name.ts';
import { shortTypeName } from '../value/typeName.ts';
import type { EnumNode, Value } from '../value.ts';
import { degraded, differing, exact, type Match } from './match.ts';
import type { Compare } from './walk.ts';

/** Two members: by class and name, flags in any order; and by value where both give one. */
export function compareMembers(predicted: Value, actual: Value, parts: Compare): Match | undefined {
  if (!isMember(predicted) || !isMember(actual)) return undefined;
  if (!isSameName(predicted.type, actual.type)) {
    const values =
      predicted.mixin !== undefined && actual.mixin !== undefined ? bothValues(predicted, actual, parts) : null;
    const equal = values?.equal === true;
    return differing(predicted, actual, { grade: 'wrong', why: 'a member of another enum', equal });
  }
  const values = bothValues(predicted, actual, parts);
  if (!hasSameNames(predicted, actual) && !(isNameless(predicted, actual) && values?.grade === 'exact')) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another member' });
  }
  if (values === null || values.grade === 'exact') return exact;
  return { ...values, findings: values.findings.map(finding => ({ ...finding, path: `.value${finding.path}` })) };
}

function isMember(value: Value): value is EnumNode {
  return typeof value === 'object' && value?.kind === 'enum';
}

function bothValues(predicted: EnumNode, actual: EnumNode, parts: Compare): Match | null {
  if (predicted.value === undefined || actual.value === undefined) return null;
  return parts(predicted.value, actual.value);
}

function namesOf(member: EnumNode): readonly string[] {
  return member.name === undefined ? (member.members ?? []) : [member.name];
}

function hasSameNames(predicted: EnumNode, actual: EnumNode): boolean {
  const [one, other] = [new Set(namesOf(predicted)), new Set(namesOf(actual))];
  return one.size === other.size && [...one].every(name => other.has(name));
}

/** A combination whose text gives its value alone: `<Perm: 3>`. */
function isNameless(predicted: EnumNode, actual: EnumNode): boolean {
  return namesOf(predicted).length === 0 || namesOf(actual).length === 0;
}

/** A member against a value that is none: equal only to the value of an enum that is a number or a string too. */
export function compareWithMember(predicted: Value, actual: Value, parts: Compare): Match {
  const member = isMember(actual) ? actual : isMember(predicted) ? predicted : null;
  const why = `${shortTypeName(predicted)} for ${shortTypeName(actual)}`;
  const wrong = differing(predicted, actual, { grade: 'wrong', why });
  if (member?.value === undefined || member.mixin === undefined) return wrong;
  const values = isMember(actual) ? parts(predicted, member.value) : parts(member.value, actual);
  if (values.grade === 'wrong') return { ...wrong, equal: values.equal };
  return degraded({ ...values, findings: [] }, predicted, actual, { grade: 'type', why, equal: values.equal });
}
