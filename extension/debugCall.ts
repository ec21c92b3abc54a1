/** Hands a call to the Python debugger, which stops before it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { debuggerMissing, runFailedToStart } from '../server/core/failure.ts';
import type { Probe } from '../server/core/probe.ts';
import { debugProgram } from './debugProgram.ts';

const debuggers = [
  { extension: 'ms-python.debugpy', type: 'debugpy' },
  { extension: 'ms-python.python', type: 'python' },
];

export interface DebugTask {
  readonly probe: Probe;
  readonly folder: vscode.WorkspaceFolder;
  readonly python: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A folder of ours for the program. */
  readonly storage: string;
}

export async function debugCall({ probe, folder, python, env, storage }: DebugTask): Promise<void> {
  const found = debuggers.find(({ extension }) => vscode.extensions.getExtension(extension) !== undefined);
  if (found === undefined) throw debuggerMissing();
  const program = join(storage, 'debug_this_call.py');
  await mkdir(storage, { recursive: true });
  await writeFile(program, debugProgram(probe, folder.uri.fsPath));
  const [executable = 'python3', ...args] = python;
  const started = await vscode.debug.startDebugging(folder, {
    type: found.type,
    request: 'launch',
    name: `Debug ${probe.call.expression}`,
    program,
    python: executable,
    pythonArgs: args,
    cwd: folder.uri.fsPath,
    env,
    console: 'internalConsole',
    justMyCode: true,
  });
  if (!started) throw runFailedToStart();
}
