/** The walk over two values at once: shared objects, cycles and depth, so that the comparisons of kinds need not know of them. */

import { nodesById } from '../value/parts.ts';
import type { Value, ValueNode } from '../value.ts';
import { differing, exact, type Match } from './match.ts';

/** Compares two values at one place of the walk. */
export type Compare = (predicted: Value, actual: Value) => Match;

interface Side {
  readonly root: Value;
  /** Made at the first reference. */
  byId: ReadonlyMap<number, ValueNode> | null;
  /** Ids of the nodes around the place of the walk. */
  readonly open: Set<number>;
}

const deepest = 400;

/**
 * A comparison that follows references on both sides and hands what they name to `compareNodes`. A cycle is decided only against
 * a cycle; against a text, which can hold none, it is undecidable.
 */
export function walkOver(
  predicted: Value,
  actual: Value,
  compareNodes: (one: Value, other: Value, parts: Compare) => Match,
): Match {
  const sides = [sideOf(predicted), sideOf(actual)] as const;
  const openPairs = new Set<string>();
  const done = new Map<string, Match>();
  let depth = 0;

  const compare: Compare = (one, other) => {
    if (one === other && typeof one !== 'object') return exact;
    const [left, right] = [resolved(sides[0], one), resolved(sides[1], other)];
    if (left === undefined || right === undefined || depth > deepest) return undecided(one, other, 'depth');
    const [leftId, rightId] = [idOf(left), idOf(right)];
    const pair = `${leftId}:${rightId}`;
    if (openPairs.has(pair)) return exact;
    if (sides[0].open.has(leftId) || sides[1].open.has(rightId)) return undecided(one, other, 'cycle');
    const known = done.get(pair);
    if (known !== undefined) return known;
    depth += 1;
    enter(leftId, rightId, pair);
    const match = compareNodes(left, right, compare);
    leave(leftId, rightId, pair, match);
    depth -= 1;
    return match;
  };

  const enter = (leftId: number, rightId: number, pair: string): void => {
    if (leftId > 0) sides[0].open.add(leftId);
    if (rightId > 0) sides[1].open.add(rightId);
    if (leftId > 0 && rightId > 0) openPairs.add(pair);
  };
  const leave = (leftId: number, rightId: number, pair: string, match: Match): void => {
    sides[0].open.delete(leftId);
    sides[1].open.delete(rightId);
    openPairs.delete(pair);
    if (leftId > 0 && rightId > 0) done.set(pair, match);
  };

  return compare(predicted, actual);
}

function sideOf(root: Value): Side {
  return { root, byId: null, open: new Set() };
}

function undecided(predicted: Value, actual: Value, why: string): Match {
  return differing(predicted, actual, { grade: 'undecidable', why });
}

function resolved(side: Side, value: Value): Value | undefined {
  if (typeof value !== 'object' || value?.kind !== 'ref') return value;
  side.byId ??= nodesById(side.root);
  return side.byId.get(value.id);
}

function idOf(value: Value): number {
  return typeof value === 'object' && value !== null && 'id' in value ? (value.id ?? 0) : 0;
}
