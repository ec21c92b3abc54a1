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
  /** Ids of the checks that are the latest of their key. */
  latest: ReadonlySet<string>;
}

const empty = (): Memory => ({
  entries: new Map(),
  said: new Map(),
  broken: 0,
  state: nothingIndexed,
  latest: new Set(),
});

export function openMemoryInventory(place: Place): Inventory {
  let memory = empty();
  const matching = (filter: Filter) => [...memory.entries.values()].filter(predicateOf(filter, memory));
  return {
    kind: 'memory',
    async refresh() {
      const change = await compareState(place.file, memory.state);
      if (change === 'other') memory = empty();
      if (change !== 'same') await takeIn(place.file, memory);
    },
    count: filter => matching(filter).length,
    list: (filter, from, count) =>
      matching(filter)
        .reverse()
        .slice(from, from + count)
        .map(entry => listed(entry, memory)),
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
  let end = memory.state.end;
  for await (const item of scan(file, end, lineEnd => (end = lineEnd))) {
    if (item.kind === 'broken') memory.broken += 1;
    else if (item.kind === 'remark') hear(memory.said, item.remark);
    else {
      memory.entries.delete(item.entry.id);
      memory.entries.set(item.entry.id, intern(item.entry));
    }
  }
  memory.latest = latestOf(memory);
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

function latestOf({ entries, said }: Memory): ReadonlySet<string> {
  const byKey = new Map<string, string>();
  for (const { id, key, kind } of entries.values()) {
    if (kind === 'check' && said.get(id)?.deleted !== true) byKey.set(key, id);
  }
  return new Set(byKey.values());
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
      (filter.latest !== true || latest.has(entry.id)) &&
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
  const groups = new Map<string, Counted>();
  for (const entry of entries) {
    let name = '';
    for (const grouping of by) name += `${entry[grouping]}\0`;
    let group = groups.get(name);
    if (group === undefined) {
      const values = by.map(grouping => entry[grouping]);
      group = { values, total: 0, right: 0, wrong: 0, undecided: 0, noAnswer: 0 };
      groups.set(name, group);
    }
    group.total += 1;
    if (isCounted(entry.verdict)) group[entry.verdict] += 1;
  }
  return [...groups.values()].sort((a, b) => b.total - a.total || (a.values.join('\0') < b.values.join('\0') ? -1 : 1));
}

function isCounted(verdict: string): verdict is 'right' | 'wrong' | 'undecided' | 'noAnswer' {
  return verdict === 'right' || verdict === 'wrong' || verdict === 'undecided' || verdict === 'noAnswer';
}
