/** Interpreters of other versions than the one on the path, and the data that tests find beside the checkout. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The interpreter of a version such as `3.11`: one that pyenv has built, or `python3.11` of the path. */
export function interpreterOf(version: string): string | undefined {
  const built = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const ofPyenv = existsSync(built) ? readdirSync(built).filter(name => name.startsWith(`${version}.`)) : [];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(each => !each.includes('shims'));
  const candidates = [
    ...ofPyenv.map(name => join(built, name, 'bin', 'python3')),
    ...folders.map(folder => join(folder, `python${version}`)),
  ];
  return candidates.find(existsSync);
}

/** The file `path` of the folder of data that belongs to the checkout but is no part of it; absent elsewhere. */
export function sharedData(path: string): string | undefined {
  const root = process.env['CALLED_IT_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared');
  const file = join(root, 'data', path);
  return existsSync(file) ? file : undefined;
}

/** The objects of a JSON Lines file, gzipped or not; none where there is no file. */
export function rowsOf(file: string | undefined): readonly unknown[] {
  if (file === undefined) return [];
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

/** Runs `task` over `items`, a few at a time, and answers in their order. */
export async function inTurns<T, R>(items: readonly T[], atOnce: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await task(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
