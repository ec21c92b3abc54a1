/**
 * Judges what was claimed of the state after the call, target by target. A target that is not mentioned is claimed not to change, so
 * a change that was not foretold is wrong (`missed`), as is one that was foretold and did not happen (`invented`).
 */
import { comparedAspect, type Sides, undecidedAspect, unreadableAspect, wrongAspect } from './aspect.ts';
import { compareValues } from './compare.ts';
import type { Judging } from './judgeResult.ts';
import { type Literal, readLiteral } from './literal.ts';
import type { StateEntry } from './outcome.ts';
import type { Claims } from './prediction.ts';
import { classesOf } from './typeName.ts';
import type { Attributes, Value } from './value.ts';
import type { Aspect } from './verdict.ts';

type StateClaim = Claims['state'][number];

/** The aspects of the targets that were mentioned. */
export function judgeClaimedState(claims: Claims, state: readonly StateEntry[], judging: Judging): readonly Aspect[] {
  return claims.state.flatMap(claim => judgeClaim(claim, state, judging));
}

/** The aspects of the targets that changed and were not mentioned. */
export function judgeMissedState(claims: Claims, state: readonly StateEntry[]): readonly Aspect[] {
  const mentioned = claims.state.map(({ target }) => target);
  return state
    .filter(entry => entry.changed && !mentioned.some(target => covers(target, entry.target)))
    .map(entry => {
      const sides: Sides = { predicted: entry.before, actual: entry.after };
      return wrongAspect(aspectOf(entry.target), sides, { missed: true });
    });
}

/** Whether a claim of `target` says something of `other`: itself, or an attribute of it. */
function covers(target: string, other: string): boolean {
  return other === target || other.startsWith(`${target}.`);
}

function aspectOf(target: string): string {
  return `state:${target}`;
}

function judgeClaim(claim: StateClaim, state: readonly StateEntry[], judging: Judging): readonly Aspect[] {
  const entry = state.find(({ target }) => target === claim.target);
  if (entry !== undefined) return [judgeEntry(claim, entry, judging)];
  const attributes = state.filter(({ target }) => covers(claim.target, target));
  return attributes.length > 0 ? judgeWhole(claim, attributes, judging) : [judgeUnlisted(claim, judging)];
}

/** A claim of a value that the target has is right, whether or not the call changed it. */
function judgeEntry(claim: StateClaim, entry: StateEntry, judging: Judging): Aspect {
  const sides: Sides = { predicted: claim.text, actual: entry.after };
  const known = entry.afterValue === undefined ? new Set<string>() : classesOf(entry.afterValue);
  const literal = readLiteral(claim.text, { known, unquoted: judging.unquoted });
  const aspect = aspectOf(claim.target);
  if (literal.kind === 'unreadable') return unreadableAspect(aspect, sides, literal);
  if (entry.afterValue === undefined) return judgeUndescribed(aspect, sides);
  const compared = comparedAspect(
    aspect,
    judging.policy,
    compareValues(literal.value, entry.afterValue),
    literal.flags,
  );
  if (compared.kind !== 'wrong' || entry.changed) return compared;
  return { ...compared, flags: { ...compared.flags, invented: true } };
}

/** Without a description, the target is gone, or it could not be described. */
function judgeUndescribed(aspect: string, sides: Sides): Aspect {
  return sides.actual === '' ? wrongAspect(aspect, sides) : undecidedAspect(aspect, sides, 'opaque');
}

/** Only what changed is listed: a target that is not there did not change. */
function judgeUnlisted(claim: StateClaim, judging: Judging): Aspect {
  const sides: Sides = { predicted: claim.text, actual: '' };
  const literal = readLiteral(claim.text, { unquoted: judging.unquoted });
  const aspect = aspectOf(claim.target);
  return literal.kind === 'unreadable'
    ? unreadableAspect(aspect, sides, literal)
    : wrongAspect(aspect, sides, { invented: true });
}

/** A claim of an instance as a whole, whose attributes are the targets: each that the text gives is judged, the others are open. */
function judgeWhole(claim: StateClaim, attributes: readonly StateEntry[], judging: Judging): readonly Aspect[] {
  const literal = readLiteral(claim.text, { unquoted: judging.unquoted });
  const given = new Map<string, Value>(attributesOf(literal));
  return attributes.flatMap(entry => {
    const value = given.get(entry.target.slice(claim.target.length + 1));
    const sides: Sides = { predicted: claim.text, actual: entry.after };
    if (literal.kind === 'unreadable') return [unreadableAspect(aspectOf(entry.target), sides, literal)];
    if (value !== undefined && entry.afterValue !== undefined) {
      return [comparedAspect(aspectOf(entry.target), judging.policy, compareValues(value, entry.afterValue))];
    }
    return entry.changed ? [undecidedAspect(aspectOf(entry.target), sides, 'partial')] : [];
  });
}

function attributesOf(literal: Literal): Attributes {
  if (literal.kind !== 'value' || typeof literal.value !== 'object' || literal.value?.kind !== 'object') return [];
  return literal.value.attributes ?? [];
}
