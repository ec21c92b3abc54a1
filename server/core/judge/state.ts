/**
 * Judges what was claimed of the state after the call, target by target. A target that is not mentioned is claimed not to change, so
 * a change that was not foretold is wrong (`missed`), as is one that was foretold and did not happen (`invented`). Of a target that was
 * asked about without an answer nothing is claimed, nor of any that was not asked about where each had a question of its own.
 */

import { compareValues } from '../compare.ts';
import { type Literal, readLiteral } from '../literal.ts';
import type { Alias, Run, StateEntry } from '../outcome.ts';
import type { Claims } from '../prediction.ts';
import { kindOf } from '../value/kind.ts';
import { classesOf } from '../value/typeName.ts';
import type { Attributes, Value } from '../value.ts';
import type { Aspect } from '../verdict.ts';
import { comparedAspect, type Sides, undecidedAspect, unreadableAspect, wrongAspect } from './aspect.ts';
import type { Judging } from './result.ts';

type StateClaim = Claims['state'][number];

/** What is known of the state after the call. */
export type State = Pick<Run, 'state' | 'aliases'>;

/** The aspects of the targets that were mentioned. */
export function judgeClaimedState(claims: Claims, run: State, judging: Judging): readonly Aspect[] {
  return claims.state.flatMap(claim => judgeClaim(claim, run, judging));
}

/** The aspects of the targets that were asked about without an answer: undecided, whether or not they changed. */
export function judgeUnansweredState({ unanswered = [] }: Claims, { state, aliases }: State): readonly Aspect[] {
  return unanswered.map(target => {
    const names = namesOf(target, aliases);
    const changed = state.find(entry => entry.changed && names.includes(entry.target));
    const sides: Sides = { predicted: '', actual: changed?.after ?? '' };
    return { ...undecidedAspect(aspectOf(target), sides, 'unanswered'), grade: 'unreadable' };
  });
}

/**
 * The aspects of the targets that changed and were not mentioned, by any of their names; of two names of one object the nearer one.
 * What an iterator went on is recorded and does not count: no text can say it; nor does a change that nobody was asked about.
 */
export function judgeMissedState(claims: Claims, run: State): readonly Aspect[] {
  const named = [...claims.state.map(({ target }) => target), ...(claims.unanswered ?? [])];
  const mentioned = named.flatMap(target => namesOf(target, run.aliases));
  const changed = run.state.filter(entry => entry.changed);
  return changed
    .filter(
      ({ target }) => !mentioned.some(name => covers(name, target)) && !isSecondName(target, changed, run.aliases),
    )
    .map(entry => {
      const sides: Sides = { predicted: entry.before, actual: entry.after };
      if (isProgress(entry)) return { ...undecidedAspect(aspectOf(entry.target), sides, 'opaque'), notAsked: true };
      if (isAsked(entry.target, claims, run)) return wrongAspect(aspectOf(entry.target), sides, { missed: true });
      return { ...undecidedAspect(aspectOf(entry.target), { ...sides, predicted: '' }, 'unasked'), notAsked: true };
    });
}

function isAsked(target: string, { askedTargets }: Claims, { aliases }: State): boolean {
  const asked = askedTargets?.flatMap(each => namesOf(each, aliases));
  return asked === undefined || asked.some(name => covers(name, target));
}

const iteratorKinds = new Set(['generator', 'iterator', 'coroutine', 'asyncGenerator']);

/** Whether the same iterator stands before and after the call. */
function isProgress({ beforeValue = null, afterValue = null }: StateEntry): boolean {
  return iteratorKinds.has(kindOf(afterValue)) && kindOf(beforeValue) === kindOf(afterValue);
}

/** Whether a change of `target` is listed by a nearer name too. */
function isSecondName(target: string, changed: readonly StateEntry[], aliases: readonly Alias[]): boolean {
  return aliases.some(
    ({ target: nearer, other }) =>
      other !== undefined && covers(other, target) && changed.some(entry => covers(nearer, entry.target)),
  );
}

/** The names of the object, or attribute of one, that `target` names: its own first. */
function namesOf(target: string, aliases: readonly Alias[]): readonly string[] {
  const others = aliases.flatMap(({ target: one, other }) => {
    if (other === undefined) return [];
    if (covers(one, target)) return [other + target.slice(one.length)];
    return covers(other, target) ? [one + target.slice(other.length)] : [];
  });
  return [target, ...others];
}

/** Whether a claim of `target` says something of `other`: itself, or an attribute of it. */
function covers(target: string, other: string): boolean {
  return other === target || other.startsWith(`${target}.`);
}

function aspectOf(target: string): string {
  return `state:${target}`;
}

function judgeClaim(claim: StateClaim, { state, aliases }: State, judging: Judging): readonly Aspect[] {
  for (const name of namesOf(claim.target, aliases)) {
    const entry = state.find(({ target }) => target === name);
    if (entry !== undefined) return [judgeEntry(claim, entry, judging)];
    const attributes = state.filter(({ target }) => covers(name, target));
    if (attributes.length > 0) return judgeWhole({ ...claim, target: name }, attributes, judging);
  }
  return [judgeUnlisted(claim, judging)];
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
