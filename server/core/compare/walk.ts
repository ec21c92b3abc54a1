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

/** Compares two nodes whose references are followed; `parts` compares what stands within them. */
export type CompareNodes = (predicted: Value, actual: Value, parts: Compare) => Match;

interface Walk {
  readonly predicted: Side;
  readonly actual: Side;
  readonly compareNodes: CompareNodes;
  /** Pairs of shared nodes around the place of the walk, and those that it has left. */
  readonly openPairs: Set<string>;
  readonly done: Map<string, Match>;
  depth: number;
}

/**
 * A comparison that follows references on both sides and hands what they name to `compareNodes`. A cycle is decided only against
 * a cycle; against a text, which can hold none, it is undecidable.
 */
export function walkOver(predicted: Value, actual: Value, compareNodes: CompareNodes): Match {
  const [one, other] = [sideOf(predicted), sideOf(actual)];
  const walk: Walk = { predicted: one, actual: other, compareNodes, openPairs: new Set(), done: new Map(), depth: 0 };
  return compareAt(walk, predicted, actual);
}

function compareAt(walk: Walk, predicted: Value, actual: Value): Match {
  if (predicted === actual && typeof predicted !== 'object') return exact;
  const [one, other] = [resolved(walk.predicted, predicted), resolved(walk.actual, actual)];
  if (one === undefined || other === undefined || walk.depth > deepest) return undecided(predicted, actual, 'depth');
  const [oneId, otherId] = [idOf(one), idOf(other)];
  if (oneId === 0 && otherId === 0) return compareWithin(walk, one, other);
  const pair = `${oneId}:${otherId}`;
  if (walk.openPairs.has(pair)) return exact;
  if (walk.predicted.open.has(oneId) || walk.actual.open.has(otherId)) return undecided(predicted, actual, 'cycle');
  return walk.done.get(pair) ?? compareShared(walk, one, other);
}

function compareWithin(walk: Walk, predicted: Value, actual: Value): Match {
  walk.depth += 1;
  const match = walk.compareNodes(predicted, actual, (one, other) => compareAt(walk, one, other));
  walk.depth -= 1;
  return match;
}

/** Compares two nodes of which one at least can be referred to. */
function compareShared(walk: Walk, predicted: Value, actual: Value): Match {
  const [oneId, otherId] = [idOf(predicted), idOf(actual)];
  const pair = oneId > 0 && otherId > 0 ? `${oneId}:${otherId}` : null;
  if (oneId > 0) walk.predicted.open.add(oneId);
  if (otherId > 0) walk.actual.open.add(otherId);
  if (pair !== null) walk.openPairs.add(pair);
  const match = compareWithin(walk, predicted, actual);
  walk.predicted.open.delete(oneId);
  walk.actual.open.delete(otherId);
  if (pair !== null) {
    walk.openPairs.delete(pair);
    walk.done.set(pair, match);
  }
  return match;
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
