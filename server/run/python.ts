/** Which interpreter runs the call: the first candidate that is there. Shims of pyenv are resolved without being run. */
import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { noPython, pythonBroken } from '../core/failure.ts';

/** An executable with its leading arguments. */
export type Interpreter = readonly string[];

/**
 * The first of `candidates` whose executable is there, with its real path. Nothing is started: whether it works is found when it
 * runs. Throws `noPython` where none is there, `pythonBroken` where a pyenv shim is all there is and points nowhere.
 */
export async function findPython(candidates: readonly Interpreter[], signal: AbortSignal): Promise<Interpreter> {
  let broken: Error | null = null;
  for (const [name = '', ...leading] of candidates) {
    for (const path of await pathsOf(name)) {
      signal.throwIfAborted();
      if (!isShim(path)) return [path, ...leading];
      const real = await behindShim(path);
      if (real.kind === 'executable') return [real.path, ...leading];
      broken ??= pythonBroken(path, real.why);
    }
  }
  throw broken ?? noPython(candidates.map(each => each.join(' ')));
}

const endings = process.platform === 'win32' ? ['.exe', '.bat', '.cmd', ''] : [''];

async function pathsOf(name: string): Promise<readonly string[]> {
  if (name === '') return [];
  const folders = /[\\/]/.test(name) ? [''] : (process.env['PATH'] ?? '').split(delimiter).filter(each => each !== '');
  const paths = folders.flatMap(folder =>
    endings.map(ending => (folder === '' ? resolve(name) : join(folder, name)) + ending),
  );
  const there = await Promise.all(paths.map(isExecutable));
  return paths.filter((_, index) => there[index]);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isShim(path: string): boolean {
  return /[\\/]\.?pyenv[^\\/]*[\\/]shims[\\/]/.test(path);
}

type Behind =
  | { readonly kind: 'executable'; readonly path: string }
  | { readonly kind: 'nowhere'; readonly why: string };

/** What pyenv would run: by `PYENV_VERSION`, the nearest `.python-version`, or the global one. */
async function behindShim(shim: string): Promise<Behind> {
  const root = dirname(dirname(shim));
  const selected = process.env['PYENV_VERSION']?.replaceAll(':', ' ') || (await selectedVersion(root));
  const versions = selected.split(/\s+/).filter(each => each !== '');
  for (const version of versions) {
    const found = await executableOf(root, version, shim);
    if (found !== undefined) return { kind: 'executable', path: found };
  }
  const named = versions.filter(each => each !== 'system').join(', ');
  return {
    kind: 'nowhere',
    why: named === '' ? 'pyenv has no version selected here.' : `pyenv selects ${named}, which is not installed.`,
  };
}

async function executableOf(root: string, version: string, shim: string): Promise<string | undefined> {
  if (version === 'system') return undefined;
  const name = shim.split(/[\\/]/).at(-1) ?? 'python3';
  const folder = isAbsolute(version) ? version : join(root, 'versions', version);
  const paths = [join(folder, 'bin', name), join(folder, name)];
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
}

async function selectedVersion(root: string): Promise<string> {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const text = await textOrNothing(join(folder, '.python-version'));
    if (text !== '') return versionsIn(text);
    if (dirname(folder) === folder) break;
  }
  return versionsIn(await textOrNothing(join(root, 'version')));
}

async function textOrNothing(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function versionsIn(text: string): string {
  return text
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(line => line !== '')
    .join(' ');
}
