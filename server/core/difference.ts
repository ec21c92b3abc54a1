/** Differences for people, from the same walk as the grades: a list with a plain line each. */

import { type Finding, mostFindings } from './compare/match.ts';
import { matchValues } from './compare.ts';
import { readLiteral } from './literal.ts';
import type { Run } from './outcome.ts';
import type { Claims } from './prediction.ts';
import { textOf } from './text.ts';
import { classesOf } from './value/typeName.ts';
import type { Value } from './value.ts';
import type { Aspect, Flags, Grade } from './verdict.ts';

/** One difference between a predicted and a real value. */
export interface Difference {
  /** From the root: `[2].name`; empty at the root. */
  readonly path: string;
  /** What this difference alone would make of the whole. */
  readonly grade: Grade;
  /** The text of each side there, at most about 300 characters; empty where that side has nothing there. */
  readonly predicted: string;
  readonly actual: string;
  readonly flags: Flags;
  /** In a few plain words. */
  readonly why: string;
}

const longestText = 300;

/** All differences, in the order of the walk, up to a hundred; none where the values are exactly the same. */
export function differencesOf(predicted: Value, actual: Value): readonly Difference[] {
  return matchValues(predicted, actual).findings.map(differenceOf);
}

function differenceOf(finding: Finding): Difference {
  const { path, grade, flags, why } = finding;
  return { path, grade, flags, why, predicted: textAt(finding.predicted), actual: textAt(finding.actual) };
}

function textAt(value: Value | undefined): string {
  return value === undefined ? '' : textOf(value, longestText);
}

/**
 * The lines of all differences of an aspect, where two values stand against each other; none where they are the same, or where one side is
 * no value. A last line says where there may be more.
 */
export function differencesIn({ aspect }: Aspect, claims: Claims, run: Run): readonly string[] {
  const pair = aspect === 'return' ? resultPair(claims, run) : statePair(aspect, claims, run);
  if (pair === undefined) return [];
  const [text, actual] = pair;
  const literal = readLiteral(text, { known: classesOf(actual) });
  if (literal.kind === 'unreadable') return [];
  const lines = differencesOf(literal.value, actual).map(describeDifference);
  return lines.length < mostFindings ? lines : [...lines, `more is not listed after ${mostFindings} differences`];
}

type Pair = readonly [text: string, actual: Value];

function resultPair({ returns }: Claims, { outcome }: Run): Pair | undefined {
  return returns === undefined || outcome.kind !== 'returned' ? undefined : [returns, outcome.value];
}

function statePair(aspect: string, { state }: Claims, run: Run): Pair | undefined {
  const claim = state.find(({ target }) => `state:${target}` === aspect);
  const actual = run.state.find(({ target }) => `state:${target}` === aspect)?.afterValue;
  return claim === undefined || actual === undefined ? undefined : [claim.text, actual];
}

/** A difference as a sentence without an end: `[2].name: 'b' was predicted, it is 'B' (only upper and lower case differ)`. */
export function describeDifference(difference: Difference): string {
  const place = difference.path === '' ? '' : `${difference.path}: `;
  const remarks = [remarkOf(difference), ...flagRemarks(difference.flags)].filter(remark => remark !== '');
  const note = remarks.length === 0 ? '' : ` (${[...new Set(remarks)].join('; ')})`;
  return `${place}${sidesOf(difference)}${note}`;
}

function sidesOf({ predicted, actual, grade }: Difference): string {
  if (grade === 'order') return 'the keys are in another order';
  if (predicted === '') return `${actual} was not predicted`;
  if (actual === '') return `${predicted} was predicted, and is not there`;
  return `${predicted} was predicted, it is ${actual}`;
}

const plainGrades = new Set<Grade>(['wrong', 'order']);

function remarkOf({ grade, why }: Difference): string {
  if (plainGrades.has(grade)) return '';
  return grade === 'undecidable' ? `cannot be decided: ${why}` : why;
}

function flagRemarks(flags: Flags): readonly string[] {
  return [
    flags.quoted === true ? 'only the quotes differ' : '',
    flags.sameText === true ? 'the same text, as str and as bytes' : '',
    flags.sameElements === true ? 'the same items, in another kind of collection' : '',
    flags.rounded === undefined ? '' : `rounded to ${flags.rounded} places`,
    flags.whitespace === true ? 'only white space differs' : '',
    flags.caseOnly === true ? 'only upper and lower case differ' : '',
    flags.delta === undefined ? '' : `off by ${flags.delta}`,
    flags.lengths === undefined ? '' : `${flags.lengths[0]} predicted, ${flags.lengths[1]} there`,
  ];
}
