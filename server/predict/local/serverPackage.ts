/** The Python environment of the local model's server, in the cache folder: made once, whole or not at all. */
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverNotInstalled, venvMissing } from './failures.ts';
import { withLock } from './lock.ts';
import { runProgram } from './program.ts';
import type { OnLocalProgress } from './progress.ts';
import { pythonForServer } from './python.ts';

const version = '2026.10.11549';

/** Installs the server where it is missing, and gives the Python that has it. `python`: a Python to prefer, or empty. */
export async function serverPython(
  cache: string,
  python: string,
  onProgress: OnLocalProgress,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(cache, 'server', `xllamacpp-${version}`);
  const program = pythonOf(folder);
  if (await exists(program)) return program;
  await mkdir(join(cache, 'server'), { recursive: true });
  const say = (text: string): void => onProgress({ stage: 'server', text, doneBytes: 0, totalBytes: 0 });
  await withLock(
    `${folder}.lock`,
    () => say('Waiting for another Called It to install the server'),
    async () => {
      if (!(await exists(program))) await install(folder, python, say, signal);
    },
    signal,
  );
  return program;
}

async function install(
  folder: string,
  python: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const found = await pythonForServer(python, signal);
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  say('Making a Python environment for the server');
  const made = await runProgram({ command: found, args: ['-m', 'venv', draft] }, signal);
  if (made.code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw /ensurepip|No module named '?venv/.test(made.stdout + made.stderr)
      ? venvMissing(found)
      : serverNotInstalled(made.stderr);
  }
  say('Installing llama.cpp (34 MB)');
  const installed = await runProgram({ command: pythonOf(draft), args: installArguments }, signal);
  if (installed.code !== 0) throw serverNotInstalled(installed.stderr);
  await rename(draft, folder);
}

const installArguments: readonly string[] = [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  '--no-input',
  '--no-cache-dir',
  '--no-deps',
  '--only-binary',
  ':all:',
  `xllamacpp==${version}`,
];

function pythonOf(folder: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}

/** Whether a file is there. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
