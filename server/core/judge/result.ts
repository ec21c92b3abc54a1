/** Judges what was claimed of the result: the value, or the exception and its message, or that the result is one of the arguments. */

import { textFlags } from '../compare/strings.ts';
import { compareValues } from '../compare.ts';
import { readLiteral } from '../literal.ts';
import type { Alias, Outcome, Raised, Run } from '../outcome.ts';
import type { Claims } from '../prediction.ts';
import { quoteStr } from '../value/quote.ts';
import { classesOf } from '../value/typeName.ts';
import type { Aspect, Policy } from '../verdict.ts';
import { comparedAspect, rightAspect, type Sides, undecidedAspect, unreadableAspect, wrongAspect } from './aspect.ts';
import { namesException, relationTo } from './exceptionName.ts';

/** By which rules aspects are decided. */
export interface Judging {
  readonly policy: Policy;
  /** Whether a bare word is read as a string. */
  readonly unquoted: boolean;
}

/** What happened, in one line. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returned':
      return outcome.repr;
    case 'raised':
      return raisedText(outcome.exception);
    case 'exited':
      return `exited with ${outcome.code}`;
    default:
      return `${outcome.kind}: ${outcome.reason}`;
  }
}

function raisedText(exception: Raised): string {
  const type = exception.type.replace(/^builtins\./, '');
  return `raised ${type}${exception.message === '' ? '' : `: ${exception.message}`}`;
}

/** The aspects that the claims about the result make. */
export function judgeResult(claims: Claims, run: Run, judging: Judging): readonly Aspect[] {
  const aspects: Aspect[] = [];
  if (claims.returns !== undefined) aspects.push(judgeReturn(claims.returns, run.outcome, judging));
  if (claims.raises !== undefined) aspects.push(...judgeRaise(claims.raises, run));
  for (const target of claims.aliases ?? []) aspects.push(judgeAlias(target, run.aliases));
  return aspects;
}

/** The aspect `return`: a predicted text against what happened. */
export function judgeReturn(text: string, outcome: Outcome, judging: Judging): Aspect {
  const aspect = judgeText(text, outcome, judging);
  const isRepr = outcome.kind === 'returned' && outcome.reprFailed === undefined && outcome.repr === text.trim();
  return isRepr && aspect.kind !== 'right' ? { ...aspect, flags: { ...aspect.flags, sameRepr: true } } : aspect;
}

function judgeText(text: string, outcome: Outcome, judging: Judging): Aspect {
  const sides: Sides = { predicted: text, actual: outcomeText(outcome) };
  const known = outcome.kind === 'returned' ? classesOf(outcome.value) : new Set<string>();
  const literal = readLiteral(text, { known, unquoted: judging.unquoted });
  if (literal.kind === 'unreadable') return unreadableAspect('return', sides, literal);
  if (outcome.kind === 'raised') return wrongAspect('return', sides);
  if (outcome.kind !== 'returned') return undecidedAspect('return', sides, outcome.kind);
  return comparedAspect('return', judging.policy, compareValues(literal.value, outcome.value), literal.flags);
}

function judgeRaise(claim: NonNullable<Claims['raises']>, { outcome, cut }: Run): readonly Aspect[] {
  const sides: Sides = { predicted: claim.type, actual: outcomeText(outcome) };
  if (outcome.kind === 'returned') return [wrongAspect('exceptionType', sides)];
  if (outcome.kind !== 'raised') return [undecidedAspect('exceptionType', sides, outcome.kind)];
  const { exception } = outcome;
  const types: Sides = { predicted: claim.type, actual: exception.type };
  const relation = relationTo(claim.type, exception.type, exception.bases);
  const type = namesException(claim.type, exception.type)
    ? rightAspect('exceptionType', types)
    : wrongAspect('exceptionType', types, relation === undefined ? {} : { relation });
  return claim.message === undefined ? [type] : [type, judgeMessage(claim.message, exception, cut)];
}

const address = /\b0x[0-9a-fA-F]+\b/g;

function judgeMessage(claimed: string, exception: Raised, cut: readonly string[]): Aspect {
  const sides: Sides = { predicted: claimed, actual: exception.message };
  if (exception.messageFailed !== undefined) return undecidedAspect('exceptionMessage', sides, 'opaque');
  const [one, other] = [claimed.replace(address, '0x'), exception.message.replace(address, '0x')];
  const isCut = cut.includes('message') && one.startsWith(other);
  if (isCut) return undecidedAspect('exceptionMessage', sides, 'cut');
  if (one === other) return rightAspect('exceptionMessage', sides);
  const quoted = other === quoteStr(one) || one === quoteStr(other);
  return wrongAspect('exceptionMessage', sides, { ...(quoted ? { quoted } : {}), ...textFlags(one, other) });
}

function judgeAlias(target: string, aliases: readonly Alias[]): Aspect {
  const isSame = aliases.some(alias => alias.result && alias.target === target);
  const sides: Sides = { predicted: target, actual: isSame ? target : '' };
  return isSame ? rightAspect(`alias:${target}`, sides) : wrongAspect(`alias:${target}`, sides);
}
