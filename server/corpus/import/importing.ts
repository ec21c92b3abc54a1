/** Takes a file of records or of another set's rows into a corpus. What is there already, and what cannot be read, is counted aloud. */
import { Failure, fileMissing, usage } from '../../core/failure.ts';
import type { CorpusRecord, Provenance } from '../../core/record.ts';
import { type Corpus, recordsOf } from '../corpus.ts';
import { linesOf } from '../lines.ts';
import { isSystemError } from '../place.ts';
import { fromCruxeval } from './cruxeval.ts';

export const importFormats = ['cruxeval', 'native'] as const;
export type ImportFormat = (typeof importFormats)[number];

export interface Imported {
  readonly read: number;
  readonly imported: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

/** How many records go into one write. */
const batchSize = 500;

/** Appends the records of `file` that `corpus` does not have. */
export async function importFile(
  corpus: Corpus,
  file: string,
  format: ImportFormat,
  provenance: Provenance,
  signal: AbortSignal,
): Promise<Imported> {
  const known = await knownIds(corpus);
  const skipped = new Map<string, number>();
  let batch: CorpusRecord[] = [];
  let read = 0;
  let imported = 0;
  for await (const item of itemsOf(file, format, provenance)) {
    signal.throwIfAborted();
    if ('reason' in item) {
      count(skipped, item.reason);
      continue;
    }
    read += 1;
    if (known.has(item.id)) {
      count(skipped, 'in the corpus already');
      continue;
    }
    known.add(item.id);
    batch.push(item);
    imported += 1;
    if (batch.length >= batchSize) {
      await corpus.append(...batch);
      batch = [];
    }
  }
  if (batch.length > 0) await corpus.append(...batch);
  return { read, imported, skipped: [...skipped].map(([reason, count]) => ({ reason, count })) };
}

const count = (counts: Map<string, number>, reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);

async function knownIds(corpus: Corpus): Promise<Set<string>> {
  const { records, probes, remarks } = await corpus.read();
  return new Set([...records, ...probes, ...remarks].map(({ id }) => id));
}

type Item = CorpusRecord | { readonly reason: string };

async function* itemsOf(file: string, format: ImportFormat, provenance: Provenance): AsyncGenerator<Item> {
  try {
    yield* format === 'native' ? recordsOrReasons(file) : cruxevalRows(file, provenance);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw fileMissing(file);
    if (isSystemError(error, 'EISDIR')) throw usage(`${file} is a folder.`, 'Name a file of JSON Lines.');
    throw error;
  }
}

async function* recordsOrReasons(file: string): AsyncGenerator<Item> {
  for await (const item of recordsOf(file)) {
    yield item.kind === 'broken' ? { reason: item.reason } : item;
  }
}

async function* cruxevalRows(file: string, provenance: Provenance): AsyncGenerator<Item> {
  for await (const { text } of linesOf(file)) {
    try {
      yield fromCruxeval(JSON.parse(text), provenance);
    } catch (error) {
      if (error instanceof Failure) yield { reason: error.message };
      else if (error instanceof SyntaxError) yield { reason: 'not a line of JSON' };
      else throw error;
    }
  }
}
