/** A model that cannot be used: the line has room for a few words only, so the whole sentence is told once, with the ways out. */
import * as vscode from 'vscode';
import type { Prediction } from '../server/core/prediction.ts';
import type { CommandId } from './commands.ts';

interface Way {
  readonly title: string;
  readonly command: CommandId;
}

const test: Way = { title: 'Test Connection', command: 'calledIt.testConnection' };
const key: Way = { title: 'Set API Key', command: 'calledIt.setApiKey' };
const known: Way = { title: 'Show What Is Known', command: 'calledIt.showProfile' };
const settings: Way = { title: 'Open Settings', command: 'calledIt.openSettings' };

/** The reasons that every further check would meet too, until the user does something. */
const ways: Readonly<Record<string, readonly Way[]>> = {
  auth: [key, test],
  quota: [settings],
  modelNotFound: [test, settings],
  badBaseUrl: [test, settings],
  network: [test, settings],
  tls: [test, settings],
  unsupported: [known, settings],
  contextOverflow: [settings, test],
};

export class ModelTrouble {
  private told = '';

  /** Returns at once. The same trouble is told again only after another one, or after an answer. */
  tell({ kind, reason, explanation }: Prediction): void {
    if (kind === 'answered') this.told = '';
    const offered = ways[reason ?? ''];
    if (offered === undefined || explanation === this.told) return;
    this.told = explanation;
    void offer(explanation, offered);
  }
}

async function offer(explanation: string, offered: readonly Way[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(explanation, ...offered.map(({ title }) => title));
  const way = offered.find(({ title }) => title === chosen);
  if (way !== undefined) await vscode.commands.executeCommand(way.command);
}
