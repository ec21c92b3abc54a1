/** The derived index in memory, for runtimes without SQLite. */
import type { Remark } from '../core/record.ts';
import { type Entry, scan, searchedText } from './entry.ts';
import { type Filter, type Grouping, type Inventory, type Listed, recordAt, type Tally } from './inventory.ts';
import { compareState, type IndexedState, markAt, nothingIndexed } from './inventoryState.ts';
import type { Place } from './place.ts';
import { nothingSaid, type Said, saidAfter } from './said.ts';

interface Memory {
  entries: Map<string, Entry>;
  said: Map<string, Said>;
  broken: number;
  state: IndexedState;
  /** All entries, oldest first. */
  ordered: readonly Entry[];
  /** By the key of checks, the id of the latest. */
  latest: Map<string, string>;
}

const empty = (): Memory => ({
  entries: new Map(),
  said: new Map(),
  broken: 0,
  state: nothingIndexed,
  ordered: [],
  latest: new Map(),
});

export function openMemoryInventory(place: Place): Inventory {
  let memory = empty();
  const matching = (filter: Filter) => memory.ordered.filter(predicateOf(filter, memory));
  return {
    kind: 'memory',
    async refresh() {
      const change = await compareState(place.file, memory.state);
      if (change === 'other') memory = empty();
      if (change !== 'same') await takeIn(place.file, memory);
    },
    count: filter => matching(filter).length,
    list: (filter, from, count) => newest(memory, filter, from, count).map(entry => listed(entry, memory)),
    tally: (filter, by) => tallied(matching(filter), by),
    broken: () => memory.broken,
    record: entry => recordAt(place.file, entry),
    close: () => {
      memory = empty();
    },
  };
}

async function takeIn(file: string, memory: Memory): Promise<void> {
  const intern = interning();
  const { entries, said, latest } = memory;
  let { end } = memory.state;
  let isLatestKnown = true;
  for await (const item of scan(file, end, lineEnd => (end = lineEnd))) {
    if (item.kind === 'broken') {
      memory.broken += 1;
    } else if (item.kind === 'remark') {
      hear(said, item.remark);
      isLatestKnown = false;
    } else {
      const entry = intern(item.entry);
      if (entries.delete(entry.id) || said.has(entry.id)) isLatestKnown = false;
      entries.set(entry.id, entry);
      if (entry.kind === 'check') latest.set(entry.key, entry.id);
    }
  }
  memory.ordered = [...entries.values()];
  if (!isLatestKnown) memory.latest = latestOf(memory);
  memory.state = { end, mark: await markAt(file, end) };
}

function hear(said: Map<string, Said>, remark: Remark): void {
  said.set(remark.about, saidAfter(said.get(remark.about) ?? nothingSaid, remark));
}

/** Many records share file, model and fingerprint: one text each is enough. */
function interning(): (entry: Entry) => Entry {
  const texts = new Map<string, string>();
  const one = (text: string) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return entry => ({
    ...entry,
    file: one(entry.file),
    name: one(entry.name),
    model: one(entry.model),
    fingerprint: one(entry.fingerprint),
    probe: one(entry.probe),
    key: one(entry.key),
    python: one(entry.python),
    expression: one(entry.expression),
    predicted: one(entry.predicted),
    actual: one(entry.actual),
  });
}

function latestOf({ ordered, said }: Memory): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const { id, key, kind } of ordered) {
    if (kind === 'check' && said.get(id)?.deleted !== true) byKey.set(key, id);
  }
  return byKey;
}

/** Looked for from the end, and no farther than needed. */
function newest(memory: Memory, filter: Filter, from: number, count: number): readonly Entry[] {
  const matches = predicateOf(filter, memory);
  const found: Entry[] = [];
  for (let at = memory.ordered.length - 1; at >= 0 && found.length < from + count; at -= 1) {
    const entry = memory.ordered[at];
    if (entry !== undefined && matches(entry)) found.push(entry);
  }
  return found.slice(from);
}

const equalFields = ['kind', 'verdict', 'question', 'model', 'file', 'name'] as const;

function predicateOf(filter: Filter, { said, latest }: Memory): (entry: Entry) => boolean {
  const { tag, since } = filter;
  const text = filter.text?.toLowerCase();
  const fields = equalFields.filter(field => filter[field] !== undefined);
  return entry => {
    const remarks = said.size === 0 ? nothingSaid : (said.get(entry.id) ?? nothingSaid);
    return (
      !remarks.deleted &&
      fields.every(field => entry[field] === filter[field]) &&
      (tag === undefined || remarks.tags.includes(tag)) &&
      (since === undefined || entry.at >= since) &&
      (filter.latest !== true || latest.get(entry.key) === entry.id) &&
      (text === undefined || searchedText(entry).includes(text))
    );
  };
}

function listed(entry: Entry, { said }: Memory): Listed {
  const { tags, notes, comparisonWrong } = said.get(entry.id) ?? nothingSaid;
  return { ...entry, tags, notes, comparisonWrong };
}

interface Counted {
  readonly values: readonly string[];
  total: number;
  right: number;
  wrong: number;
  undecided: number;
  noAnswer: number;
}

function tallied(entries: readonly Entry[], by: readonly Grouping[]): readonly Tally[] {
  const groups: Counted[] = [];
  const root = openBranch();
  for (const entry of entries) {
    const leaf = by.reduce((branch, grouping) => branchOf(branch, entry[grouping]), root);
    if (leaf.group === undefined) {
      const values = by.map(grouping => entry[grouping]);
      leaf.group = { values, total: 0, right: 0, wrong: 0, undecided: 0, noAnswer: 0 };
      groups.push(leaf.group);
    }
    leaf.group.total += 1;
    if (isCounted(entry.verdict)) leaf.group[entry.verdict] += 1;
  }
  return groups.sort((a, b) => b.total - a.total || (a.values.join('\0') < b.values.join('\0') ? -1 : 1));
}

/** A tree by one grouping after the other: a joined name for each entry would cost more than all the counting. */
interface Branch {
  readonly branches: Map<string, Branch>;
  group: Counted | undefined;
}

const openBranch = (): Branch => ({ branches: new Map(), group: undefined });

function branchOf({ branches }: Branch, value: string): Branch {
  const known = branches.get(value);
  if (known !== undefined) return known;
  const branch = openBranch();
  branches.set(value, branch);
  return branch;
}

function isCounted(verdict: string): verdict is 'right' | 'wrong' | 'undecided' | 'noAnswer' {
  return verdict === 'right' || verdict === 'wrong' || verdict === 'undecided' || verdict === 'noAnswer';
}
