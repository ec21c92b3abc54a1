/** What was cut: settled by length and digest where they say enough, and else not at all. */
import { digestOf } from '../canonical.ts';
import { kindOf } from '../value/kind.ts';
import { isSameName } from '../value/name.ts';
import { isWhole, visitNodes } from '../value/parts.ts';
import { lengthOfStr } from '../value/str.ts';
import { typeNameOf } from '../value/typeName.ts';
import type { BytesNode, CutNode, DictNode, MappingproxyNode, SequenceNode, Value } from '../value.ts';
import { degraded, differing, exact, type Match } from './match.ts';

/** Settles two values of one kind, at least one of them cut, of which `heads` is the comparison of what was kept and of their lengths. */
export function settle(predicted: Value, actual: Value, heads: Match): Match {
  const known = byDigest(predicted, actual);
  if (known === 'same') return exact;
  if (heads.grade === 'wrong') return heads;
  if (known === 'different') {
    return degraded(heads, predicted, actual, { grade: 'wrong', why: 'differs beyond what was kept' });
  }
  return degraded(heads, predicted, actual, { grade: 'undecidable', why: 'cut' });
}

/** Compares where one side, or each, is a node that was left out as a whole. */
export function compareLeftOut(predicted: Value, actual: Value): Match {
  const undecided = differing(predicted, actual, { grade: 'undecidable', why: 'cut' });
  if (kindOf(predicted) === 'opaque' || kindOf(actual) === 'opaque') {
    return differing(predicted, actual, { grade: 'undecidable', why: 'opaque' });
  }
  if (!isSameName(typeNameOf(predicted), typeNameOf(actual))) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another type' });
  }
  const known = byDigest(predicted, actual);
  if (known === 'same') return exact;
  const [one, other] = [lengthOf(predicted), lengthOf(actual)];
  if (one !== undefined && other !== undefined && one !== other) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another length', flags: { lengths: [one, other] } });
  }
  if (known === 'different')
    return differing(predicted, actual, { grade: 'wrong', why: 'differs where it was left out' });
  return undecided;
}

/** What the digests say. Different digests prove a difference only of values that have one description each. */
function byDigest(predicted: Value, actual: Value): 'same' | 'different' | 'unknown' {
  const [one, other] = [digestAt(recast(predicted, actual)), digestAt(recast(actual, predicted))];
  if (one === undefined || other === undefined) return 'unknown';
  if (one === other) return 'same';
  const whole = [predicted, actual].find(isWhole);
  const isProof = whole !== undefined && isRigid(whole) && !hasAttributes(predicted) && !hasAttributes(actual);
  return isProof ? 'different' : 'unknown';
}

function hasAttributes(value: Value): boolean {
  return typeof value === 'object' && value !== null && 'attributes' in value && value.attributes !== undefined;
}

/** A whole value in the kind and type of the cut one beside it: what both hold is compared here, and their types elsewhere. */
function recast(value: Value, other: Value): Value {
  if (typeof other !== 'object' || other === null || !('cut' in other) || other.cut === undefined) return value;
  if (isItems(other) && isItems(value))
    return { kind: other.kind, type: other.type, items: value.items, cut: value.cut };
  if (other.kind === 'dict' && isEntries(value)) {
    return { kind: 'dict', type: other.type, factory: other.factory, entries: value.entries, cut: value.cut };
  }
  if (isHex(other) && isHex(value)) return { kind: other.kind, type: other.type, hex: value.hex, cut: value.cut };
  if (other.kind === 'str' && other.type !== undefined && typeof value === 'string') {
    return { kind: 'str', type: other.type, text: value };
  }
  return value;
}

function isItems(value: Value): value is SequenceNode {
  return typeof value === 'object' && value !== null && itemKinds.has(value.kind);
}

const itemKinds = new Set(['list', 'tuple', 'set', 'frozenset']);

function isEntries(value: Value): value is DictNode | MappingproxyNode {
  return typeof value === 'object' && (value?.kind === 'dict' || value?.kind === 'mappingproxy');
}

function isHex(value: Value): value is BytesNode {
  return typeof value === 'object' && (value?.kind === 'bytes' || value?.kind === 'bytearray');
}

function digestAt(value: Value): string | undefined {
  if (typeof value !== 'object' || value === null) return digestOf(value);
  if (value.kind === 'cut') return value.digest;
  if ('cut' in value && value.cut !== undefined) return value.cut.digest;
  return isWhole(value) ? digestOf(value) : undefined;
}

const rigidKinds = new Set([
  'int',
  'str',
  'float',
  'bytes',
  'bytearray',
  'list',
  'tuple',
  'set',
  'frozenset',
  'dict',
  'constant',
]);

/** Whether a value that is the same can have no other description: the order of a dict may differ, names may lack modules. */
function isRigid(value: Value): boolean {
  let rigid = true;
  visitNodes(value, node => {
    if (!rigidKinds.has(node.kind) || (node.kind === 'dict' && node.entries.length > 1)) rigid = false;
  });
  return rigid;
}

/** How many items or characters the whole has. */
function lengthOf(value: Value): number | undefined {
  if (typeof value === 'string') return lengthOfStr(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.kind === 'cut') return value.length;
  if (value.kind === 'str') return lengthOfStr(value);
  if ('cut' in value && value.cut !== undefined) return value.cut.length;
  if ('items' in value) return value.items.length;
  return 'entries' in value ? value.entries.length : undefined;
}

export function isLeftOut(value: Value): value is CutNode {
  const kind = kindOf(value);
  return kind === 'cut' || kind === 'opaque';
}
