/** Which interpreters a command may use, best first. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { cancelled, pythonBroken } from '../core/failure.ts';

/** An executable with its leading arguments. */
export type Interpreter = readonly string[];

/** The one that was named; else the active virtual environment, the workspace's own, and what the path offers. */
export async function interpretersFor(
  named: string | undefined,
  workspace: string,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Interpreter[]> {
  if (named !== undefined) return [[/[\\/]/.test(named) ? resolve(folder, named) : named]];
  const homes = [environment['VIRTUAL_ENV'], join(workspace, '.venv')].filter(
    home => home !== undefined && home !== '',
  );
  const found = await Promise.all(homes.map(home => executableIn(home ?? '')));
  return [...found.flat(), ...onPath()];
}

async function executableIn(home: string): Promise<readonly Interpreter[]> {
  const path = process.platform === 'win32' ? join(home, 'Scripts', 'python.exe') : join(home, 'bin', 'python');
  const exists = await stat(path).then(
    facts => facts.isFile(),
    () => false,
  );
  return exists ? [[path]] : [];
}

function onPath(): readonly Interpreter[] {
  return process.platform === 'win32' ? [['py', '-3'], ['python'], ['python3']] : [['python3'], ['python']];
}

const patienceMs = 10_000;
const question = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';

/** The version of an interpreter, such as `3.11.7`. Nothing of the user's runs for it. Throws `pythonBroken` where it does not tell. */
export function versionOf(python: Interpreter, signal: AbortSignal): Promise<string> {
  const [executable = '', ...leading] = python;
  const words = [...leading, '-I', '-S', '-c', question];
  return new Promise((done, failed) => {
    execFile(executable, words, { signal, timeout: patienceMs, windowsHide: true }, (error, stdout) => {
      if (error === null && /^\d+\.\d+\.\d+\s*$/.test(stdout)) done(stdout.trim());
      else failed(signal.aborted ? cancelled() : pythonBroken(python.join(' '), reasonOf(error, stdout)));
    });
  });
}

function reasonOf(error: Error | null, stdout: string): string {
  if (error === null) return `asked for its version, it says ${JSON.stringify(stdout.slice(0, 60))}.`;
  return /ENOENT|EACCES/.test(error.message)
    ? 'it is not there, or may not be run.'
    : 'it fails when it is asked for its version.';
}
