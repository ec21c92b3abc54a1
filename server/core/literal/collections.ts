/** Constructors of collections in a literal: only of what is written out, never of what would have to be computed. */
import { withoutEqualItems, withoutEqualKeys } from '../value/equalKey.ts';
import type { Entries, Value } from '../value.ts';
import type { LiteralCall } from './call.ts';
import type { Constructor } from './constructor.ts';
import { isHashable, sortedSet } from './hashable.ts';

const frozenset: Constructor = ({ positional, keywords }) => {
  const items = itemsOf(positional[0] ?? { kind: 'tuple', items: [] });
  if (items === undefined || positional.length > 1 || keywords.length > 0 || !items.every(isHashable)) return undefined;
  return { kind: 'frozenset', items: sortedSet(withoutEqualItems(items)) };
};

/** The items of a sequence or a set that is written out. */
function itemsOf(value: Value): readonly Value[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind } = value;
  return kind === 'list' || kind === 'tuple' || kind === 'set' || kind === 'frozenset' ? value.items : undefined;
}

/** The entries of a mapping, or of a sequence of pairs, and of keywords after it. */
function entriesOf(value: Value | undefined, keywords: LiteralCall['keywords']): Entries | undefined {
  const first = value === undefined ? [] : mappingEntries(value);
  return first === undefined ? undefined : withoutEqualKeys([...first, ...keywords]);
}

function mappingEntries(value: Value): Entries | undefined {
  if (typeof value === 'object' && value?.kind === 'dict') return value.entries;
  const pairs = itemsOf(value)?.map(pairOf);
  if (pairs === undefined) return undefined;
  const entries = pairs.filter(pair => pair !== undefined);
  return entries.length === pairs.length && entries.every(([key]) => isHashable(key)) ? entries : undefined;
}

function pairOf(value: Value): readonly [Value, Value] | undefined {
  const items = itemsOf(value);
  const [key, item] = items ?? [];
  return items?.length === 2 && key !== undefined && item !== undefined ? [key, item] : undefined;
}

const dict: Constructor = ({ positional, keywords }) => {
  const entries = positional.length > 1 ? undefined : entriesOf(positional[0], keywords);
  return entries === undefined ? undefined : { kind: 'dict', entries };
};

const orderedDict: Constructor = ({ positional, keywords }) => {
  const entries = positional.length > 1 ? undefined : entriesOf(positional[0], keywords);
  return entries === undefined ? undefined : { kind: 'dict', type: 'collections.OrderedDict', entries };
};

/** A Counter of items would have to be counted: only its mapping is a literal. */
const counter: Constructor = ({ positional, keywords }) => {
  const [from] = positional;
  const isMapping = from === undefined || (typeof from === 'object' && from?.kind === 'dict');
  const entries = positional.length > 1 || !isMapping ? undefined : entriesOf(from, keywords);
  return entries === undefined ? undefined : { kind: 'dict', type: 'collections.Counter', entries };
};

const defaultdict: Constructor = ({ positional, keywords }) => {
  const [factory, from] = positional;
  const entries = positional.length > 2 ? undefined : entriesOf(from, keywords);
  if (entries === undefined) return undefined;
  return { kind: 'dict', type: 'collections.defaultdict', entries, factory: factory ?? null };
};

const deque: Constructor = ({ positional, keywords }) => {
  const items = itemsOf(positional[0] ?? { kind: 'tuple', items: [] });
  const maxlen = positional[1] ?? keywords.find(([name]) => name === 'maxlen')?.[1] ?? null;
  const isKnown = keywords.every(([name]) => name === 'maxlen') && positional.length <= 2;
  if (items === undefined || !isKnown) return undefined;
  if (maxlen === null) return { kind: 'deque', items };
  if (typeof maxlen !== 'number' || maxlen < 0) return undefined;
  return { kind: 'deque', items: maxlen === 0 ? [] : items.slice(-maxlen), maxlen };
};

const bytearray: Constructor = ({ positional, keywords }) => {
  const [from] = positional;
  if (positional.length > 1 || keywords.length > 0) return undefined;
  if (from === undefined) return { kind: 'bytearray', hex: '' };
  return typeof from === 'object' && from?.kind === 'bytes' ? { kind: 'bytearray', hex: from.hex } : undefined;
};

/** By every name that they are written with. */
export const collectionConstructors: readonly (readonly [string, Constructor])[] = [
  ['frozenset', frozenset],
  ['dict', dict],
  ['bytearray', bytearray],
  ['OrderedDict', orderedDict],
  ['collections.OrderedDict', orderedDict],
  ['Counter', counter],
  ['collections.Counter', counter],
  ['defaultdict', defaultdict],
  ['collections.defaultdict', defaultdict],
  ['deque', deque],
  ['collections.deque', deque],
];
