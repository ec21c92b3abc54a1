/**
 * Python environments with the real tools that read our files. Each is made once, in a cache folder; to make one takes minutes and the
 * package index, so that happens only in CI or where `CALLED_IT_READERS=install` asks for it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Environments by name, with what is installed into each. */
const environments = {
  tables: ['datasets==5.2.0', 'pandas==3.1.1', 'duckdb==2.0.1'],
  harnesses: ['inspect-ai==0.3.285', 'lm-eval==0.4.13', 'datasets==5.2.0'],
} as const;

/** The Python of the environment; `undefined` where it is not there and may not be made, or cannot. */
export function readerPython(name: keyof typeof environments): string | undefined {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'called-it', 'readers', name);
  const python = join(folder, 'bin', 'python');
  const mark = join(folder, 'packages.txt');
  if (existsSync(python) && existsSync(mark)) return python;
  const mayMake = process.env['CALLED_IT_READERS'] === 'install' || process.env['CI'] === 'true';
  return mayMake && make(folder, environments[name], mark) ? python : undefined;
}

function make(folder: string, packages: readonly string[], mark: string): boolean {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' });
    execFileSync(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 900_000,
    });
  } catch {
    // No network, no index or no venv module: the tests that need it say that they were skipped.
    return false;
  }
  writeFileSync(mark, `${packages.join('\n')}\n`);
  return true;
}

/** What `program` prints when that Python runs it, with the network shut for libraries that would look for news. */
export function runPython(python: string, program: string, words: readonly string[]): string {
  const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', HF_UPDATE_DOWNLOAD_COUNTS: '0' };
  return execFileSync(python, ['-c', program, ...words], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
}
