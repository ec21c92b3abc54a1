/** Aspects of a verdict: what a comparison means under a policy, and why an aspect cannot be decided. */
import type { Comparison } from '../compare.ts';
import type { Literal } from '../literal.ts';
import type { Aspect, Grade, Policy } from '../verdict.ts';

/** Whether a comparison is right, wrong or undecided under a policy. */
export function kindUnder(policy: Policy, grade: Grade, equal: boolean): Aspect['kind'] {
  if (policy === 'equal' && equal) return 'right';
  if (grade === 'partial' || grade === 'undecidable' || grade === 'unreadable') return 'undecided';
  return policy === 'strict' && (grade === 'exact' || grade === 'order') ? 'right' : 'wrong';
}

/** The aspect that a comparison of two values decides. */
export function comparedAspect(
  aspect: string,
  policy: Policy,
  comparison: Comparison,
  flags: Aspect['flags'] = {},
): Aspect {
  const kind = kindUnder(policy, comparison.grade, comparison.equal);
  return {
    aspect,
    kind,
    grade: comparison.grade,
    equal: comparison.equal,
    flags: { ...comparison.flags, ...flags },
    firstDifference: comparison.firstDifference,
    predicted: comparison.predicted,
    actual: comparison.actual,
    reason: kind !== 'undecided' ? '' : comparison.grade === 'partial' ? 'partial' : comparison.why,
  };
}

/** Two sides of an aspect as text. */
export interface Sides {
  readonly predicted: string;
  readonly actual: string;
}

const none = { equal: false, flags: {}, firstDifference: '' } as const;

export function rightAspect(aspect: string, sides: Sides): Aspect {
  return { aspect, kind: 'right', grade: 'exact', ...none, equal: true, ...sides, reason: '' };
}

export function wrongAspect(aspect: string, sides: Sides, flags: Aspect['flags'] = {}): Aspect {
  return { aspect, kind: 'wrong', grade: 'wrong', ...none, flags, ...sides, reason: '' };
}

/** `reason` in one word: `unstable`, `blocked`, `timedOut`, `cut`. */
export function undecidedAspect(aspect: string, { predicted, actual }: Sides, reason: string): Aspect {
  return { aspect, kind: 'undecided', grade: 'undecidable', ...none, predicted, actual, reason };
}

/** An aspect whose prediction cannot be read: not wrong. */
export function unreadableAspect(
  aspect: string,
  sides: Sides,
  literal: Extract<Literal, { kind: 'unreadable' }>,
): Aspect {
  return { ...undecidedAspect(aspect, sides, literal.reason), grade: 'unreadable' };
}
