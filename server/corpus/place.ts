/** Where the files of a corpus stand, and how its folder is made. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { corpusReadOnly, corpusUnreadable, Failure } from '../core/failure.ts';

export interface Place {
  readonly folder: string;
  readonly file: string;
  readonly pending: string;
  /** The derived index; it can be deleted at any time. */
  readonly inventory: string;
}

/** The place that `path` names: a folder that holds (or will hold) `corpus.jsonl`, or a `.jsonl` file itself. */
export function placeOf(path: string): Place {
  const isFile = /\.jsonl(?:\.gz)?$/.test(path);
  const folder = isFile ? dirname(path) : path;
  const file = isFile ? path : join(folder, 'corpus.jsonl');
  return { folder, file, pending: join(folder, 'pending'), inventory: join(folder, `${basename(file)}.inventory`) };
}

/**
 * Makes the folder. A folder that is made here, and `.called-it` whoever made it, gets a `.gitignore` that keeps all of it out of
 * commits: to share it is a choice. Once there is a corpus, a missing `.gitignore` is that choice.
 */
export async function prepare(place: Place): Promise<void> {
  await writing(place.folder, async () => {
    const isNew = (await mkdir(place.folder, { recursive: true })) !== undefined;
    const isOurs = isNew || basename(place.folder) === '.called-it';
    if (isOurs && (await sizeOf(place.file)) === 0) await writeOnce(ignoreFile(place), ignoreAll);
  });
}

async function writeOnce(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
}

/** Whether the folder goes into commits of the repository that it stands in. */
export async function isShared(place: Place): Promise<boolean> {
  try {
    return !/^\*$/m.test(await readFile(ignoreFile(place), 'utf8'));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return (await sizeOf(place.file)) > 0;
    throw error;
  }
}

/** Lets the corpus into commits; what belongs to this machine alone stays out of them. */
export async function share(place: Place): Promise<void> {
  await writing(place.folder, () => writeFile(ignoreFile(place), ignoreOwn));
}

/** Keeps the folder out of commits. */
export async function unshare(place: Place): Promise<void> {
  await writing(place.folder, () => writeFile(ignoreFile(place), ignoreAll));
}

const ignoreFile = (place: Place) => join(place.folder, '.gitignore');
const ignoreAll = '# Written by Called It. Delete this file to share the corpus with the repository.\n*\n';
/** Checks under way, and the derived index with what SQLite puts beside it. */
const ignoreOwn =
  '# Written by Called It. The corpus is shared; these belong to one machine.\npending/\n*.inventory*\n';

/** Does `work`; where the system forbids writing, that is the user's to mend. */
export async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Node tells of a folder that cannot be made on a read-only disk with ENOENT.
    if (isSystemError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ENOENT')) {
      throw corpusReadOnly(folder, error);
    }
    throw error;
  }
}

/** The size of the corpus in bytes; 0 where there is none yet. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const facts = await stat(file);
    if (!facts.isFile()) throw corpusUnreadable(file, 'it is no file');
    return facts.size;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    if (error instanceof Failure) throw error;
    throw corpusUnreadable(file, error instanceof Error ? error.message : String(error));
  }
}

/** Whether `error` comes from the system with one of `codes`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
