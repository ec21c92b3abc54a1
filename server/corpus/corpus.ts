/** The corpus of a workspace: records are frozen, appended and read here, and never rewritten. */
import { homedir } from 'node:os';
import { receiveJson } from '../core/door.ts';
import { Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { Probe as ProbeSchema } from '../core/probe.ts';
import type { CheckRecord, CorpusRecord, Frozen, ProbeRecord, Remark } from '../core/record.ts';
import { appendLines } from './append.ts';
import { buildRemark } from './build.ts';
import { readRecord, recordLine } from './line.ts';
import { type Line, linesOf, swallowed } from './lines.ts';
import {
  checkId,
  dropPending,
  type PendingCheck,
  predictionFingerprint,
  readPending,
  writePending,
} from './pending.ts';
import { isShared, type Place, placeOf, prepare, share, sizeOf, unshare, writing } from './place.ts';
import { cleanJson, openCleaner } from './redact.ts';

/** A prediction that is on the disk, and where. */
export interface Pending extends Frozen {
  /** The id that the record will have. */
  readonly id: string;
  readonly pendingFile: string;
}

/** A line that could not be read, one-based, and why. It is passed over, and stays in the file. */
export interface BrokenLine {
  readonly line: number;
  readonly reason: string;
}

export interface Contents {
  /** Checks that are not deleted, in the order in which they were appended; of several with one id, the last. */
  readonly records: readonly CheckRecord[];
  readonly probes: readonly ProbeRecord[];
  readonly remarks: readonly Remark[];
  readonly broken: readonly BrokenLine[];
}

export interface Corpus {
  readonly place: Place;
  /** Fixes a prediction before the run: its time and SHA-256 are on the disk when this returns. Secrets are taken out first. */
  freeze(probe: Probe, prediction: Prediction): Promise<Pending>;
  /** One line each, on the disk when this returns; then the pending files of the same ids go. */
  append(...records: readonly CorpusRecord[]): Promise<void>;
  /** Everything, in memory. For large corpora see `inventory.ts`. */
  read(): Promise<Contents>;
  remark(id: string, what: Remark['what'], text: string): Promise<void>;
  /** What was said of a record, in the order in which it was. */
  remarksOn(id: string): Promise<readonly Remark[]>;
  note(id: string, text: string): Promise<void>;
  /** Takes the record out of every list and rate. Its line stays, and `restoration` brings it back. */
  remove(id: string): Promise<void>;
  /** Predictions whose check was not completed. */
  pending(): Promise<readonly PendingCheck[]>;
  dropPending(id: string): Promise<void>;
  /** Whether the folder goes into commits; it does not unless someone chose so. */
  isShared(): Promise<boolean>;
  share(): Promise<void>;
  unshare(): Promise<void>;
}

/** The corpus at `path`: a folder, or a `.jsonl` file. Nothing is made before the first write; a folder that cannot be written fails then. */
export function openCorpus(path: string): Corpus {
  const place = placeOf(path);
  const append = (...records: readonly CorpusRecord[]) => appendRecords(place, records);
  const remark = (id: string, what: Remark['what'], text: string) => append(buildRemark(id, what, text));
  return {
    place,
    freeze: (probe, prediction) => freeze(place, probe, prediction),
    append,
    read: () => readAll(place),
    remark,
    remarksOn: id => remarksOn(place, id),
    note: (id, text) => remark(id, 'note', text),
    remove: id => remark(id, 'deletion', ''),
    pending: () => readPending(place.pending),
    dropPending: id => dropPending(place.pending, id),
    isShared: () => isShared(place),
    share: () => share(place),
    unshare: () => unshare(place),
  };
}

async function freeze(place: Place, probe: Probe, prediction: Prediction): Promise<Pending> {
  await prepare(place);
  const kept = { probe: cleaned(ProbeSchema, probe), prediction: cleaned(Prediction, prediction) };
  const frozen = { at: preciseNow(), sha256: predictionFingerprint(kept.prediction) };
  const id = checkId(probe, frozen);
  const pendingFile = await writing(place.folder, () => writePending(place.pending, { id, frozen, ...kept }));
  return { id, ...frozen, pendingFile };
}

function cleaned<T>(schema: Parameters<typeof receiveJson<T>>[0], value: T): T {
  return receiveJson(schema, cleanJson(value, openCleaner(homedir())), 'the prediction to be frozen');
}

/** ISO 8601 with microseconds: two predictions of one text within a millisecond are two. */
function preciseNow(): string {
  const now = performance.timeOrigin + performance.now();
  const micros = Math.floor((now % 1) * 1000);
  return new Date(now).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

async function appendRecords(place: Place, records: readonly CorpusRecord[]): Promise<void> {
  await prepare(place);
  const lines = records.map(record => recordLine(record, openCleaner(homedir())));
  await writing(place.folder, () => appendLines(place.file, lines));
  for (const record of records) {
    if (record.kind === 'check') await dropPending(place.pending, record.id);
  }
}

async function readAll(place: Place): Promise<Contents> {
  const checks = new Map<string, CheckRecord>();
  const probes = new Map<string, ProbeRecord>();
  const remarks: Remark[] = [];
  const broken: BrokenLine[] = [];
  if ((await sizeOf(place.file)) === 0) return { records: [], probes: [], remarks, broken };
  for await (const item of recordsOf(place.file)) {
    if (item.kind === 'broken') broken.push({ line: item.line, reason: item.reason });
    else if (item.kind === 'remark') remarks.push(item);
    else if (item.kind === 'probe') probes.set(item.id, item);
    else checks.set(item.id, item);
  }
  const gone = deletedIds(remarks);
  const isThere = ({ id }: { readonly id: string }) => !gone.has(id);
  return {
    records: [...checks.values()].filter(isThere),
    probes: [...probes.values()].filter(isThere),
    remarks,
    broken,
  };
}

/** Lines that do not name the record are not parsed. */
async function remarksOn(place: Place, id: string): Promise<readonly Remark[]> {
  const remarks: Remark[] = [];
  if ((await sizeOf(place.file)) === 0) return remarks;
  for await (const { text } of linesOf(place.file)) {
    const read = text.includes(id) ? readRecord(text) : undefined;
    if (read?.kind === 'read' && read.value.kind === 'remark' && read.value.about === id) remarks.push(read.value);
  }
  return remarks;
}

/** The ids that the remarks, taken in their order, leave deleted. */
export function deletedIds(remarks: readonly Remark[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { about, what } of remarks) {
    if (what === 'deletion') gone.add(about);
    if (what === 'restoration') gone.delete(about);
  }
  return gone;
}

/** Every record of a file, one by one, and the lines that hold none. */
export async function* recordsOf(file: string): AsyncGenerator<CorpusRecord | ({ kind: 'broken' } & BrokenLine)> {
  for await (const line of linesOf(file)) {
    const read = readRecord(line.text);
    if (read.kind === 'read') {
      yield read.value;
      continue;
    }
    yield { kind: 'broken', line: line.number, reason: read.reason };
    yield* recovered(line);
  }
}

function* recovered(line: Line): Generator<CorpusRecord> {
  for (const part of swallowed(line)) {
    const read = readRecord(part.text);
    if (read.kind === 'read') yield read.value;
  }
}
