/**
 * The derived index in a SQLite file beside the corpus, where the runtime brings SQLite (Node 22.13 and newer). Several processes may
 * share it; whatever is amiss with the file, it is deleted and made anew.
 */
import { rm } from 'node:fs/promises';
import * as z from 'zod';
import { receive, receiveJson } from '../core/door.ts';
import { Entry } from './entry.ts';
import { type Filter, type Grouping, type Inventory, type Listed, recordAt, type Tally } from './inventory.ts';
import { factsOf, prepareTables, refreshTables } from './inventoryTables.ts';
import { type Place, sizeOf } from './place.ts';
import { type Cell, type Database, sqlite } from './sqlite.ts';

/** `undefined` where there is no corpus yet, the runtime has no SQLite, or the file can be neither used nor made. */
export async function openSqliteInventory(place: Place): Promise<Inventory | undefined> {
  const open = sqlite();
  if (open === undefined || (await sizeOf(place.file)) === 0) return undefined;
  try {
    const inventory = inventoryIn(await openDatabase(open, place.inventory), place);
    await inventory.refresh();
    return inventory;
  } catch {
    // A read-only folder, or a file that another process holds: the index in memory does the same.
    return undefined;
  }
}

async function openDatabase(open: (path: string) => Database, path: string): Promise<Database> {
  try {
    return prepared(open(path));
  } catch {
    // No database, or a torn one: it holds nothing that the corpus does not.
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
    return prepared(open(path));
  }
}

function prepared(database: Database): Database {
  try {
    prepareTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const door = 'the index of the corpus';
const Counted = z.object({ n: z.int() });

function inventoryIn(database: Database, place: Place): Inventory {
  return {
    kind: 'sqlite',
    refresh: () => refreshTables(database, place.file),
    count(filter) {
      const { sql, values } = conditions(filter);
      return receive(Counted, database.prepare(`SELECT count(*) AS n FROM entries ${sql}`).get(...values), door).n;
    },
    list(filter, from, count) {
      const { sql, values } = conditions(filter);
      // By an index, all that match would be sorted first; newest first is the order of the table itself.
      const found = database.prepare(`SELECT * FROM entries NOT INDEXED ${sql} ORDER BY n DESC LIMIT ? OFFSET ?`);
      return found.all(...values, count, from).map(listed);
    },
    tally: (filter, by) => tallied(database, filter, by),
    broken: () => factsOf(database).broken,
    record: entry => recordAt(place.file, entry),
    close: () => database.close(),
  };
}

interface Conditions {
  readonly sql: string;
  readonly values: readonly Cell[];
}

const equalFields = ['kind', 'verdict', 'question', 'model', 'file', 'name'] as const;

function conditions(filter: Filter): Conditions {
  const { tag, text, since } = filter;
  const parts: (readonly [string, ...Cell[]])[] = equalFields.flatMap(field => {
    const value = filter[field];
    return value === undefined ? [] : [[`${field} = ?`, value] as const];
  });
  if (tag !== undefined) parts.push(['EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)', tag]);
  if (text !== undefined) parts.push(['instr(searched, ?) > 0', text.toLowerCase()]);
  if (since !== undefined) parts.push(['at >= ?', since]);
  if (filter.latest === true) parts.push(['latest = 1']);
  const sql = ['deleted = 0', ...parts.map(([condition]) => condition)].join(' AND ');
  return { sql: `WHERE ${sql}`, values: parts.flatMap(([, ...values]) => values) };
}

const PlainEntry = Entry.strip();
const ListedRow = Entry.extend({
  redacted: z.int(),
  comparisonWrong: z.int(),
  notes: z.int(),
  tags: z.string(),
}).loose();

function listed(row: Record<string, unknown>): Listed {
  const { n: _, searched: __, latest: ___, deleted: ____, ...entry } = receive(ListedRow, row, door);
  return {
    ...receive(PlainEntry, { ...entry, redacted: entry.redacted === 1 }, door),
    comparisonWrong: entry.comparisonWrong === 1,
    notes: entry.notes,
    tags: receiveJson(z.array(z.string()), entry.tags, door),
  };
}

const verdicts = ['right', 'wrong', 'undecided', 'noAnswer'] as const;
const Counts = z.object({
  total: z.int(),
  right: z.int(),
  wrong: z.int(),
  undecided: z.int(),
  noAnswer: z.int(),
});

function tallied(database: Database, filter: Filter, by: readonly Grouping[]): readonly Tally[] {
  const { sql, values } = conditions(filter);
  const sums = verdicts.map(verdict => `total(verdict = '${verdict}') AS "${verdict}"`);
  const group = by.length === 0 ? '' : `GROUP BY ${by.join(', ')} ORDER BY total DESC, ${by.join(', ')}`;
  const names = by.map((column, place) => `${column} AS v${place}`);
  const rows = database
    .prepare(`SELECT ${[...names, 'count(*) AS total', ...sums].join(', ')} FROM entries ${sql} ${group}`)
    .all(...values);
  const tallies = rows.map(row => ({
    values: by.map((_, place) => receive(z.string(), row[`v${place}`], door)),
    ...receive(Counts, row, door),
  }));
  return tallies.filter(({ total }) => total > 0);
}
