/** API keys: in the editor's secret storage, one a host, so that a key is never sent to another; or in an environment variable that a setting names. */
import * as vscode from 'vscode';
import { keyFault } from '../server/core/apiKey.ts';
import { environmentVariableMissing } from '../server/core/failure.ts';
import { hostOf } from '../server/core/hosts.ts';
import type { Log } from '../server/core/log.ts';

export class Secrets {
  constructor(
    private readonly storage: vscode.SecretStorage,
    private readonly log: Log,
  ) {}

  /** The key for `baseUrl`; empty where there is none. A named variable that is not set is a failure. */
  async keyFor(baseUrl: string, variable: string): Promise<string> {
    if (variable !== '') {
      const key = process.env[variable];
      if (key === undefined || key === '') throw environmentVariableMissing(variable);
      return key;
    }
    try {
      return (await this.storage.get(nameOf(baseUrl))) ?? '';
    } catch (error) {
      this.log.warn(`The secret storage cannot be read: ${String(error)}`);
      return '';
    }
  }

  /** Asks for a key and keeps it. */
  async set(baseUrl: string): Promise<void> {
    const host = hostOf(baseUrl);
    const key = await vscode.window.showInputBox({
      title: `Called It: API key for ${host}`,
      prompt: 'It is kept in the secret storage of the editor and sent to this host alone.',
      password: true,
      ignoreFocusOut: true,
      validateInput: text => keyFault(text),
    });
    if (key === undefined || key.trim() === '') return;
    try {
      await this.storage.store(nameOf(baseUrl), key.trim());
      void vscode.window.showInformationMessage(`The API key for ${host} is kept.`);
    } catch (error) {
      this.log.warn(`The secret storage cannot be written: ${String(error)}`);
      void vscode.window.showErrorMessage(
        'The secret storage of this machine cannot be written. Put the key into an environment variable and name that in `calledIt.apiKeyVariable`.',
      );
    }
  }

  async remove(baseUrl: string): Promise<void> {
    await this.storage.delete(nameOf(baseUrl));
    void vscode.window.showInformationMessage(`The API key for ${hostOf(baseUrl)} is removed.`);
  }
}

function nameOf(baseUrl: string): string {
  return `calledIt.apiKey:${hostOf(baseUrl)}`;
}
