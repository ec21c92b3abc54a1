/**
 * Compares a predicted value with a real one: the grade of DESIGN.md section 5, whether Python's `==` would hold, what helps people
 * to see why, and where the first difference is. Pure and total: every two values have a comparison.
 */
import { compareAcross } from './compare/across.ts';
import { compareConstructed, isConstructed } from './compare/constructed.ts';
import { compareLeftOut, isLeftOut } from './compare/cut.ts';
import { compareKind } from './compare/kinds.ts';
import { type Finding, flipped, type Match } from './compare/match.ts';
import { type Compare, walkOver } from './compare/walk.ts';
import { textOf } from './text.ts';
import { kindOf } from './value/kind.ts';
import type { Value } from './value.ts';
import type { Flags, Grade } from './verdict.ts';

/** How two values compare, in short: the whole tree's grade, and the first of the differences that decided it. */
export interface Comparison {
  readonly grade: Grade;
  readonly equal: boolean;
  readonly flags: Flags;
  /** From the root: `[2].name`; empty at the root, and where there is no difference. */
  readonly firstDifference: string;
  /** The text of each side there; empty where that side has nothing there. */
  readonly predicted: string;
  readonly actual: string;
  /** In a few plain words; empty where there is no difference. */
  readonly why: string;
}

/** Compares two values and keeps the first of the worst differences. */
export function compareValues(predicted: Value, actual: Value): Comparison {
  const match = matchValues(predicted, actual);
  const first = firstOf(match);
  return {
    grade: match.grade,
    equal: match.equal,
    flags: first?.flags ?? {},
    firstDifference: first?.path ?? '',
    predicted: textAt(first === undefined ? predicted : first.predicted),
    actual: textAt(first === undefined ? actual : first.actual),
    why: first?.why ?? '',
  };
}

function textAt(value: Value | undefined): string {
  return value === undefined ? '' : textOf(value);
}

/** The difference that decided the grade. */
export function firstOf(match: Match): Finding | undefined {
  return match.findings.find(finding => finding.grade === match.grade) ?? match.findings[0];
}

/** Compares two values and keeps all differences, up to a hundred. */
export function matchValues(predicted: Value, actual: Value): Match {
  return walkOver(predicted, actual, compareNodes);
}

function compareNodes(predicted: Value, actual: Value, parts: Compare): Match {
  if (isLeftOut(predicted) || isLeftOut(actual)) return compareLeftOut(predicted, actual);
  if (isConstructed(predicted)) return compareConstructed(predicted, actual, parts);
  if (isConstructed(actual)) return flipped(compareConstructed(actual, predicted, flippedParts(parts)));
  if (kindOf(predicted) === kindOf(actual)) return compareKind(predicted, actual, parts);
  return compareAcross(predicted, actual, parts);
}

function flippedParts(parts: Compare): Compare {
  return (one, other) => flipped(parts(other, one));
}
