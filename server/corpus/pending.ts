/**
 * Predictions that are frozen and not yet judged: one file each under `pending/`, on the disk before the run starts, so that nobody can
 * say the prediction came after.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { receiveJson } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { Prediction } from '../core/prediction.ts';
import { Probe } from '../core/probe.ts';
import { Frozen } from '../core/record.ts';
import { isSystemError } from './place.ts';

/** What stands in `pending/ID.json`. */
export const PendingCheck = z.strictObject({
  /** The id that the record will have. */
  id: z.string(),
  frozen: Frozen,
  probe: Probe,
  prediction: Prediction,
});
export type PendingCheck = Readonly<z.infer<typeof PendingCheck>>;

/** The id of the check whose prediction was frozen so: SHA-256 over probe id, fingerprint of the prediction, and time. */
export function checkId(probe: Probe, frozen: Frozen): string {
  return fingerprint(JSON.stringify([probe.id, frozen.sha256, frozen.at]));
}

/** SHA-256 over the JSON of `prediction` with its keys in order: what freezing fixes. */
export function predictionFingerprint(prediction: Prediction): string {
  return fingerprint(orderedJson(prediction));
}

function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Writes `check` into the folder `pending`, whole or not at all, and returns its path when it is on the disk. */
export async function writePending(pending: string, check: PendingCheck): Promise<string> {
  const path = join(pending, `${check.id}.json`);
  const draft = `${path}.${process.pid}.draft`;
  await mkdir(pending, { recursive: true });
  await writeDurably(draft, `${JSON.stringify(check)}\n`);
  await rename(draft, path);
  await syncFolder(pending);
  return path;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Windows opens no folders; there the file's own flush must do. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function dropPending(pending: string, id: string): Promise<void> {
  await rm(join(pending, `${id}.json`), { force: true });
}

/** The leftovers, oldest first. A file that is none of ours is passed over. */
export async function readPending(pending: string): Promise<readonly PendingCheck[]> {
  const names = await namesIn(pending);
  const checks = await Promise.all(
    names.filter(name => name.endsWith('.json')).map(name => readOne(join(pending, name))),
  );
  return checks.filter(check => check !== undefined).sort((a, b) => (a.frozen.at < b.frozen.at ? -1 : 1));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

async function readOne(path: string): Promise<PendingCheck | undefined> {
  try {
    return receiveJson(PendingCheck, await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof Failure || isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}
