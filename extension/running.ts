/** Runs the call of a check: in which interpreter, how, and behind which walls. */
import * as vscode from 'vscode';
import { Failure, runRefused } from '../server/core/failure.ts';
import { readKeyVariable } from '../server/core/keyVariable.ts';
import type { LaunchArguments, RunOptions } from '../server/core/messages.ts';
import type { Settings } from '../server/core/settings.ts';
import type { Machine } from './adapterProcess.ts';
import type { CheckingParts, Task } from './checking.ts';
import { isWalled, wallsThatFailed } from './consent.ts';
import type { Checked } from './debugging.ts';
import { environmentOf } from './environment.ts';
import { interpretersFor } from './interpreter.ts';

/** Asks where the walls that this machine promised could not be raised. */
export async function runWalled(
  folder: vscode.WorkspaceFolder,
  launch: LaunchArguments,
  { walls }: Settings,
  { debugging, consent }: Pick<CheckingParts, 'debugging' | 'consent'>,
  signal: AbortSignal,
): Promise<Checked> {
  try {
    return await debugging.run(folder, launch, signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'noWalls' || walls === 'require') throw error;
    if (!(await consent.toRun(walls, wallsThatFailed(error)))) throw runRefused();
    return await debugging.run(folder, { ...launch, options: { ...launch.options, walls } }, signal);
  }
}

/** The interpreter of a task, and what this machine allows around it. */
export async function machineFor(
  task: Task,
  settings: Settings,
  { adapter, log }: Pick<CheckingParts, 'adapter' | 'log'>,
  signal: AbortSignal,
): Promise<Machine> {
  const uri = vscode.Uri.parse(task.anchor.uri);
  return adapter().machine(await interpretersFor(settings.python, uri, log), signal);
}

/** How the call of a task is run; promised walls are required, so that a run without them is not begun unasked. */
export async function runOptionsOf({ probe, folder }: Task, settings: Settings, machine: Machine): Promise<RunOptions> {
  const cwd = folder.uri.fsPath;
  const { python } = machine;
  const { timeoutMs, memoryMb, runs } = settings;
  const variable = readKeyVariable(settings.apiKeyVariable);
  return {
    python,
    cwd,
    file: probe.target.file === '' ? '' : vscode.Uri.joinPath(folder.uri, probe.target.file).fsPath,
    env: await environmentOf(settings.envFile, cwd),
    hiddenVariable: variable.kind === 'name' ? variable.name : '',
    timeoutMs,
    memoryMb,
    runs,
    walls: settings.walls === 'auto' && isWalled(machine.walls) ? 'require' : settings.walls,
    stdin: '',
    items: 0,
    allState: false,
    trace: false,
  };
}
