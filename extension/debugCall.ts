/** Hands a call to the Python debugger: a small program imports the module as the check did, and stops before the call. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { debuggerMissing, runFailedToStart } from '../server/core/failure.ts';
import type { Probe } from '../server/core/probe.ts';

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
  await writeFile(program, programFor(probe, folder.uri.fsPath));
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

/** `breakpoint()` stops the debugger one line before the call; a step into it goes to the target. */
function programFor({ target, call }: Probe, workspace: string): string {
  const text = (value: string): string => JSON.stringify(value);
  return `# Written by Called It: imports the module, then stops before the call. Step into it to get to the target.
import importlib.util
import os
import sys

workspace, file = ${text(workspace)}, ${text(target.file)}
parts = file[: -len(".py")].split("/")
folder = os.path.dirname(os.path.join(workspace, file))
names = [parts[-1]]
while os.path.exists(os.path.join(folder, "__init__.py")):
    names.insert(0, os.path.basename(folder))
    folder = os.path.dirname(folder)
sys.path[:1] = [folder, workspace]
module = importlib.import_module(".".join(name for name in names if name != "__init__"))
exec(${text(call.setup)}, module.__dict__)
breakpoint()
result = eval(${text(call.expression)}, module.__dict__)
print(repr(result))
`;
}
