/**
 * Differences for people, from the same walk as the grades: a list with a plain line each, and both sides laid out over lines so
 * that a diff of texts shows what the walk found. For the line, the hover, the diff editor and the page.
 */

import type { Finding } from './compare/match.ts';
import { matchValues } from './compare.ts';
import { textOf } from './text.ts';
import type { Value } from './value.ts';
import type { Flags, Grade } from './verdict.ts';

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
