/** Which interpreters a command may use, best first. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

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
