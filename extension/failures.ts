/** How what is amiss reaches the user: once, as a plain sentence with the next step and, where there is one, a button that takes it. */
import * as vscode from 'vscode';
import { Failure, type FailureCode } from '../server/core/failure.ts';
import type { Log } from '../server/core/log.ts';
import type { CommandId } from './commands.ts';

interface Step {
  readonly title: string;
  readonly command: CommandId | 'workbench.trust.manage' | 'vscode.openFolder';
}

const log: Step = { title: 'Show Log', command: 'calledIt.showLog' };
const openSettings: Step = { title: 'Open Settings', command: 'calledIt.openSettings' };

const steps: Partial<Record<FailureCode, readonly Step[]>> = {
  noPython: [openSettings],
  pythonBroken: [openSettings],
  noWalls: [openSettings],
  noModel: [{ title: 'Use a Small Local Model', command: 'calledIt.useLocalModel' }, openSettings],
  modelFailed: [{ title: 'Test Connection', command: 'calledIt.testConnection' }, log],
  corpusReadOnly: [openSettings],
  untrusted: [{ title: 'Manage Workspace Trust', command: 'workbench.trust.manage' }],
  noWorkspace: [{ title: 'Open Folder', command: 'vscode.openFolder' }],
  localModel: [log],
  bug: [log],
  unknownData: [log],
};

/** Does `work`; what it throws is shown and logged, never thrown further. A cancellation is no news. */
export async function guarded(channel: Log, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure(error, channel);
  }
}

/** Shows what was thrown, if the user did not ask for it. Returns at once. */
export function showFailure(error: unknown, channel: Log): void {
  const failure = failureOf(error, channel);
  if (failure.code === 'cancelled') return;
  void show(failure);
}

/** What was thrown as a failure: what is none is a bug, and goes to the log with its stack. */
export function failureOf(error: unknown, channel: Log): Failure {
  if (error instanceof Failure) {
    channel.warn(`${error.code}: ${error.message} ${error.next}`);
    return error;
  }
  channel.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new Failure('bug', 'Called It met an error of its own.', 'Please report it with the log.', { cause: error });
}

async function show(failure: Failure): Promise<void> {
  const offered = steps[failure.code] ?? [];
  const titles = offered.map(step => step.title);
  const chosen = await vscode.window.showErrorMessage(`${failure.message} ${failure.next}`, ...titles);
  const step = offered.find(each => each.title === chosen);
  if (step !== undefined) await vscode.commands.executeCommand(step.command);
}
