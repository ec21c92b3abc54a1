/** The tables of the index in SQLite, and how what was appended to the corpus gets into them. */
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { Remark } from '../core/record.ts';
import { Entry, type Scanned, scan, searchedText } from './entry.ts';
import { compareState, type IndexedState, markAt, nothingIndexed } from './inventoryState.ts';
import { nothingSaid, type Said, saidAfter } from './said.ts';
import type { Cell, Database } from './sqlite.ts';

/** Changed with the tables, so that an index of another layout is made anew. */
const layout = 2;
const door = 'the index of the corpus';
const columns = Entry.keyof().options;

/** Makes the tables where they are not there or are of another layout. */
export function prepareTables(database: Database): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000;');
  const { user_version } = receive(Layout, database.prepare('PRAGMA user_version').get(), door);
  if (user_version !== layout)
    database.exec('DROP TABLE IF EXISTS entries; DROP TABLE IF EXISTS remarks; DROP TABLE IF EXISTS facts;');
  database.exec(`
    CREATE TABLE IF NOT EXISTS entries (n INTEGER PRIMARY KEY, ${columns.join(', ')}, searched,
      latest INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0, comparisonWrong INTEGER DEFAULT 0, notes INTEGER DEFAULT 0,
      tags TEXT DEFAULT '[]');
    CREATE UNIQUE INDEX IF NOT EXISTS byId ON entries (id);
    CREATE INDEX IF NOT EXISTS byKey ON entries (key, kind, deleted);
    CREATE INDEX IF NOT EXISTS forTallies ON entries (deleted, kind, latest, verdict, model, question, style, answer,
      context, python, outcome, grade, noAnswer, predictorKind, name, file);
    CREATE TABLE IF NOT EXISTS remarks (n INTEGER PRIMARY KEY, about, what, text);
    CREATE TABLE IF NOT EXISTS facts (one INTEGER PRIMARY KEY CHECK (one = 1), "end", mark, broken);
    PRAGMA user_version = ${layout};`);
}

const Layout = z.object({ user_version: z.int() });
const Facts = z.object({ end: z.int(), mark: z.string(), broken: z.int() });
type Facts = IndexedState & { readonly broken: number };

export function factsOf(database: Database): Facts {
  const facts = database.prepare('SELECT "end", mark, broken FROM facts').get();
  return facts === undefined ? { ...nothingIndexed, broken: 0 } : receive(Facts, facts, door);
}

/**
 * Brings the tables up to date, batch by batch. The file is read before the tables are locked; where another process was faster, what it
 * left to do is looked at anew.
 */
export async function refreshTables(database: Database, file: string): Promise<void> {
  const before = factsOf(database);
  const change = await compareState(file, before);
  if (change === 'same') return;
  let known = change === 'other' ? emptied(database, before) : before;
  if (known !== undefined) {
    for await (const batch of batchesOf(file, known.end)) {
      known = written(database, batch, known, await markAt(file, batch.end));
      if (known === undefined) break;
    }
  }
  if (known === undefined) await refreshTables(database, file);
}

interface Batch {
  readonly items: readonly Scanned[];
  /** Where the last of its lines ends. */
  readonly end: number;
}

/** So many lines are held in memory at once. */
const batchLength = 100_000;

async function* batchesOf(file: string, start: number): AsyncGenerator<Batch> {
  let items: Scanned[] = [];
  let end = start;
  let endBefore = start;
  for await (const item of scan(file, start, lineEnd => (end = lineEnd))) {
    // A line can hold several items, and is never parted.
    if (items.length >= batchLength && end > endBefore) {
      yield { items, end };
      items = [];
    }
    endBefore = end;
    items.push(item);
  }
  yield { items, end };
}

/** The facts after the batch is in the tables; `undefined`, and nothing done, where these are no longer as `known`. */
function written(database: Database, batch: Batch, known: Facts, mark: string): Facts | undefined {
  return locked(database, () => {
    if (!isAsKnown(database, known)) return undefined;
    takeIn(database, batch.items);
    const broken = known.broken + batch.items.filter(({ kind }) => kind === 'broken').length;
    database.prepare('INSERT OR REPLACE INTO facts VALUES (1, ?, ?, ?)').run(batch.end, mark, broken);
    return { end: batch.end, mark, broken };
  });
}

function emptied(database: Database, known: Facts): Facts | undefined {
  return locked(database, () => {
    if (!isAsKnown(database, known)) return undefined;
    database.exec('DELETE FROM entries; DELETE FROM remarks; DELETE FROM facts;');
    return factsOf(database);
  });
}

function isAsKnown(database: Database, known: Facts): boolean {
  const { end, mark, broken } = factsOf(database);
  return end === known.end && mark === known.mark && broken === known.broken;
}

function locked<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function takeIn(database: Database, items: readonly Scanned[]): void {
  const names = [...columns, 'searched'];
  const places = names.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT OR REPLACE INTO entries (${names.join(', ')}) VALUES (${places})`);
  const say = database.prepare('INSERT INTO remarks (about, what, text) VALUES (?, ?, ?)');
  const keys = new Set<string>();
  for (const item of items) {
    if (item.kind === 'entry') {
      insert.run(...cellsOf(item.entry), searchedText(item.entry));
      keys.add(item.entry.key);
    } else if (item.kind === 'remark') {
      say.run(item.remark.about, item.remark.what, item.remark.text);
    }
  }
  for (const key of applyRemarks(database)) keys.add(key);
  markLatest(database, keys);
}

function cellsOf(entry: Entry): readonly Cell[] {
  return columns.map(column => {
    const value = entry[column];
    return typeof value === 'boolean' ? Number(value) : value;
  });
}

const RemarkRow = z.object({ about: z.string(), what: Remark.shape.what, text: z.string() });
const Key = z.object({ key: z.string() });

/** Folds all remarks into the entries that they are about, and gives the keys of these. */
function applyRemarks(database: Database): readonly string[] {
  const said = new Map<string, Said>();
  for (const row of database.prepare('SELECT about, what, text FROM remarks ORDER BY n').all()) {
    const remark = receive(RemarkRow, row, door);
    said.set(remark.about, saidAfter(said.get(remark.about) ?? nothingSaid, remark));
  }
  const set = database.prepare(
    'UPDATE entries SET deleted = ?, comparisonWrong = ?, notes = ?, tags = ? WHERE id = ? RETURNING key',
  );
  return [...said].flatMap(([id, { deleted, comparisonWrong, notes, tags }]) => {
    const row = set.get(Number(deleted), Number(comparisonWrong), notes, JSON.stringify(tags), id);
    return row === undefined ? [] : [receive(Key, row, door).key];
  });
}

/** Many keys at once are quicker in one sweep over the table than each on its own. */
const sweepFrom = 2000;

function markLatest(database: Database, keys: ReadonlySet<string>): void {
  if (keys.size >= sweepFrom) {
    database.exec(`UPDATE entries SET latest = 1 - latest WHERE latest <>
      (n IN (SELECT max(n) FROM entries WHERE kind = 'check' AND deleted = 0 GROUP BY key))`);
    return;
  }
  const set = database.prepare(`UPDATE entries SET latest =
    (n = (SELECT max(n) FROM entries WHERE key = ?1 AND kind = 'check' AND deleted = 0)) WHERE key = ?1`);
  for (const key of keys) set.run(key);
}
