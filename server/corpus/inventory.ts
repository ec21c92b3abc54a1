/**
 * A derived index over a corpus, for lists, filters and counts of many records. It holds nothing of its own: what it says comes from
 * `corpus.jsonl`, and it is brought up to date, or made anew where the file is another one, each time it is asked to.
 */
import { open } from 'node:fs/promises';
import { Failure } from '../core/failure.ts';
import type { CorpusRecord } from '../core/record.ts';
import type { Entry } from './entry.ts';
import { openMemoryInventory } from './inventoryMemory.ts';
import { openSqliteInventory } from './inventorySqlite.ts';
import { readRecord } from './line.ts';
import { placeOf } from './place.ts';

/** A record as it is listed: with what was said of it. */
export interface Listed extends Entry {
  readonly tags: readonly string[];
  readonly notes: number;
  readonly comparisonWrong: boolean;
}

/** Only records that meet all that is given. Deleted ones are never listed. */
export interface Filter {
  readonly kind?: 'check' | 'probe';
  readonly verdict?: string;
  readonly question?: string;
  readonly model?: string;
  readonly file?: string;
  readonly name?: string;
  readonly tag?: string;
  /** Somewhere in the call, the prediction, the outcome or the target's name, in any case of letters. */
  readonly text?: string;
  /** ISO 8601, included. */
  readonly since?: string;
  /** Of the checks of one probe, predictor and prompt, the latest alone. */
  readonly latest?: boolean;
}

export const groupings = [
  'verdict',
  'file',
  'name',
  'model',
  'question',
  'style',
  'answer',
  'context',
  'python',
  'outcome',
  'grade',
  'noAnswer',
  'predictorKind',
] as const;
export type Grouping = (typeof groupings)[number];

export interface Tally {
  /** The values of the groupings, in their order. */
  readonly values: readonly string[];
  readonly total: number;
  readonly right: number;
  readonly wrong: number;
  readonly undecided: number;
  readonly noAnswer: number;
}

export interface Inventory {
  /** `sqlite` keeps itself on the disk; `memory` is made anew in each process. */
  readonly kind: 'sqlite' | 'memory';
  /** Takes in what was appended since. */
  refresh(): Promise<void>;
  count(filter: Filter): number;
  /** Newest first. */
  list(filter: Filter, from: number, count: number): readonly Listed[];
  /** Largest first. */
  tally(filter: Filter, by: readonly Grouping[]): readonly Tally[];
  /** How many lines could not be read. */
  broken(): number;
  /** The whole record of an entry. */
  record(entry: Entry): Promise<CorpusRecord>;
  close(): void;
}

/** The index of the corpus at `path`, up to date. Where SQLite is not there, or its file cannot be used, it is in memory. */
export async function openInventory(path: string): Promise<Inventory> {
  const place = placeOf(path);
  const inventory = (await openSqliteInventory(place)) ?? openMemoryInventory(place);
  await inventory.refresh();
  return inventory;
}

/** The record whose line stands at `entry`. */
export async function recordAt(file: string, entry: Pick<Entry, 'offset' | 'length'>): Promise<CorpusRecord> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(entry.length), 0, entry.length, entry.offset);
    const read = readRecord(buffer.toString('utf8'));
    if (read.kind === 'read') return read.value;
    throw new Failure('corpusUnreadable', `The record cannot be read: ${read.reason}.`, 'Reload the corpus.');
  } finally {
    await handle.close();
  }
}
