/** A virtual environment with packages from PyPI at fixed versions, made once and kept under `.cache`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Installed {
  readonly python: string;
  /** The folder of its installed packages. */
  readonly site: string;
}

/** The environment of `python` with `packages`; undefined where pip cannot bring them. */
export function installed(python: string | undefined, packages: readonly string[]): Installed | undefined {
  if (python === undefined) return undefined;
  const version = spawnSync(python, ['-V'], { encoding: 'utf8' }).stdout.trim().replace(' ', '-');
  const folder = resolve(
    import.meta.dirname,
    '../../../.cache',
    [version, ...packages].join('-').replaceAll('==', '-'),
  );
  if (!existsSync(join(folder, 'done')) && !make(python, folder, packages)) return undefined;
  const [library = ''] = readdirSync(join(folder, 'lib')).filter(name => name.startsWith('python'));
  return { python: join(folder, 'bin', 'python'), site: join(folder, 'lib', library, 'site-packages') };
}

function make(python: string, folder: string, packages: readonly string[]): boolean {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = spawnSync(python, ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages];
  if (made.status !== 0 || spawnSync(join(folder, 'bin', 'python'), pip).status !== 0) return false;
  mkdirSync(join(folder, 'making'));
  renameSync(join(folder, 'making'), join(folder, 'done'));
  return true;
}
