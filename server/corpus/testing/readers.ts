/**
 * Python environments with the real tools that read our files (`readers.json`). `node scripts/readers.mjs` makes them in a cache folder,
 * which takes minutes and the package index; a test that needs one that is not there is skipped and says so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import environments from './readers.json' with { type: 'json' };

/** The Python of the environment; `undefined` where it is not there as it is wanted. */
export function readerPython(name: keyof typeof environments): string | undefined {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'called-it', 'readers', name);
  const mark = join(folder, 'packages.txt');
  const isThere = existsSync(mark) && readFileSync(mark, 'utf8') === `${environments[name].join('\n')}\n`;
  return isThere ? join(folder, 'bin', 'python') : undefined;
}

/** What `program` prints when that Python runs it, with the network shut for libraries that would look for news. */
export function runPython(python: string, program: string, words: readonly string[]): string {
  const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', HF_UPDATE_DOWNLOAD_COUNTS: '0' };
  return execFileSync(python, ['-c', program, ...words], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
}
