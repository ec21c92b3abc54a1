/** What comparing two values gives, and how the results of parts make the result of the whole: the worst grade wins. */
import type { Value } from '../value.ts';
import { type Flags, Grade } from '../verdict.ts';

/** One difference, at the smallest part that differs. `predicted` or `actual` is absent where that side has no such part. */
export interface Finding {
  /** From the root: `[2].name`; empty at the root. */
  readonly path: string;
  readonly grade: Grade;
  readonly flags: Flags;
  readonly predicted?: Value | undefined;
  readonly actual?: Value | undefined;
  /** In a few plain words: `list for tuple`, `one item too few`. */
  readonly why: string;
}

export interface Match {
  readonly grade: Grade;
  /** Whether Python's `==` would hold. */
  readonly equal: boolean;
  /** In the order of the walk; empty for `exact`. */
  readonly findings: readonly Finding[];
}

/** Differences beyond this many are not listed: the grade is known by then. */
export const mostFindings = 100;

export const exact: Match = { grade: 'exact', equal: true, findings: [] };
/** The same in every respect that a description has, but not `==`: `nan`, two generators. */
export const exactUnequal: Match = { grade: 'exact', equal: false, findings: [] };

const rank = new Map<Grade, number>(Grade.options.map((grade, index) => [grade, index]));

/** How bad a grade is; `exact` is 0. */
export function rankOf(grade: Grade): number {
  return rank.get(grade) ?? 0;
}

export function worseOf(one: Grade, other: Grade): Grade {
  return rankOf(other) > rankOf(one) ? other : one;
}

/** What differs between two values as wholes. */
export interface Remark {
  readonly grade: Grade;
  readonly why: string;
  readonly equal?: boolean;
  readonly flags?: Flags;
}

/** A match whose one finding is about the two values themselves. */
export function differing(predicted: Value | undefined, actual: Value | undefined, remark: Remark): Match {
  const { grade, why, equal = false, flags = {} } = remark;
  return { grade, equal, findings: [{ path: '', grade, flags, predicted, actual, why }] };
}

/** `match`, made worse by a remark on the two values as wholes, unless it is worse already. */
export function degraded(match: Match, predicted: Value, actual: Value, remark: Remark): Match {
  const grade = worseOf(match.grade, remark.grade);
  const own = differing(predicted, actual, remark).findings;
  return { grade, equal: match.equal && remark.equal === true, findings: [...match.findings, ...own] };
}

/** The results of parts while they come in. */
export interface Tally {
  grade: Grade;
  equal: boolean;
  readonly findings: Finding[];
}

export function emptyTally(): Tally {
  return { grade: 'exact', equal: true, findings: [] };
}

/** Adds the result of the part that stands at `step` of the whole. `step` is asked only where there is something to say. */
export function addPart(tally: Tally, match: Match, step: () => string): void {
  tally.equal &&= match.equal;
  if (match.findings.length === 0) return;
  tally.grade = worseOf(tally.grade, match.grade);
  const prefix = step();
  for (const finding of match.findings) {
    if (tally.findings.length >= mostFindings) return;
    tally.findings.push({ ...finding, path: prefix + finding.path });
  }
}

/** Whether nothing that comes can change the grade or the list. */
export function isSettled(tally: Tally): boolean {
  return tally.grade === 'wrong' && tally.findings.length >= mostFindings;
}

/** The match with the sides exchanged. */
export function flipped(match: Match): Match {
  return {
    ...match,
    findings: match.findings.map(finding => ({
      ...finding,
      predicted: finding.actual,
      actual: finding.predicted,
      flags: flippedFlags(finding.flags),
    })),
  };
}

function flippedFlags(flags: Flags): Flags {
  const { missingKeys, extraKeys, lengths, delta, rounded, relation, ...same } = flags;
  return {
    ...same,
    ...(missingKeys === undefined ? {} : { extraKeys: missingKeys }),
    ...(extraKeys === undefined ? {} : { missingKeys: extraKeys }),
    ...(lengths === undefined ? {} : { lengths: [lengths[1], lengths[0]] }),
    ...(delta === undefined ? {} : { delta: delta.startsWith('-') ? delta.slice(1) : `-${delta}` }),
  };
}
