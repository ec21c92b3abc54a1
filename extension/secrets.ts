/** API keys: in the editor's secret storage, one a host, so that a key is never sent to another; or in an environment variable that a setting names. */
import * as vscode from 'vscode';
import { keyFault } from '../server/core/apiKey.ts';
import { environmentVariableMissing } from '../server/core/failure.ts';
import { hostOf } from '../server/core/hosts.ts';
import { readKeyVariable } from '../server/core/keyVariable.ts';
import type { Log } from '../server/core/log.ts';
import { removeSetting } from './settings.ts';

export class Secrets {
  /** Keys that the storage did not take, for as long as the editor runs. */
  private readonly unstored = new Map<string, string>();

  constructor(
    private readonly storage: vscode.SecretStorage,
    /** Of this machine: which hosts the key of a variable may go to. */
    private readonly memory: vscode.Memento,
    private readonly log: Log,
  ) {}

  /**
   * The key for `baseUrl`: the one that is kept for its host, else the one in the variable that the setting names; empty where there is
   * none. A named variable that is not set is a failure. A key that stands in the setting itself is kept and taken out of it.
   */
  async keyFor(baseUrl: string, setting: string): Promise<string> {
    const variable = readKeyVariable(setting);
    if (variable.kind === 'key') await this.takeOver(baseUrl, variable.key);
    const kept = await this.keptFor(baseUrl);
    if (kept !== '' || variable.kind !== 'name') return kept;
    const key = process.env[variable.name];
    if (key === undefined || key === '') throw environmentVariableMissing(variable.name);
    return (await this.mayGoTo(variable.name, hostOf(baseUrl))) ? key : '';
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
    if (await this.keep(baseUrl, key.trim()))
      void vscode.window.showInformationMessage(`The API key for ${host} is kept.`);
  }

  async remove(baseUrl: string): Promise<void> {
    this.unstored.delete(nameOf(baseUrl));
    try {
      await this.storage.delete(nameOf(baseUrl));
      void vscode.window.showInformationMessage(`The API key for ${hostOf(baseUrl)} is removed.`);
    } catch (error) {
      this.log.warn(`The secret storage cannot be written: ${String(error)}`);
      void vscode.window.showErrorMessage(
        `The secret storage of this machine cannot be written, so the API key for ${hostOf(baseUrl)} may still be there. Remove it in the keyring of the system.`,
      );
    }
  }

  private async keptFor(baseUrl: string): Promise<string> {
    const name = nameOf(baseUrl);
    try {
      return this.unstored.get(name) ?? (await this.storage.get(name)) ?? '';
    } catch (error) {
      this.log.warn(`The secret storage cannot be read: ${String(error)}`);
      return '';
    }
  }

  /** Whether the storage took it; says so where it did not. */
  private async keep(baseUrl: string, key: string): Promise<boolean> {
    try {
      await this.storage.store(nameOf(baseUrl), key);
      this.unstored.delete(nameOf(baseUrl));
      return true;
    } catch (error) {
      this.log.warn(`The secret storage cannot be written: ${String(error)}`);
      this.unstored.set(nameOf(baseUrl), key);
      void vscode.window.showErrorMessage(
        'The secret storage of this machine cannot be written, so the key holds until the editor is closed. For longer, put it into an environment variable and name that in `calledIt.apiKeyVariable`.',
      );
      return false;
    }
  }

  /** Settings are files, which are synced and committed: no place for a key. */
  private async takeOver(baseUrl: string, key: string): Promise<void> {
    await this.keep(baseUrl, key);
    await removeSetting('apiKeyVariable');
    void vscode.window.showWarningMessage(
      `A key stood in the setting \`calledIt.apiKeyVariable\`, where a name belongs. It was taken out and is kept for ${hostOf(baseUrl)}. If others may have read it, have it replaced.`,
    );
  }

  /** The first host is the one that the variable was named for; any other is asked about once. */
  private async mayGoTo(variable: string, host: string): Promise<boolean> {
    const [place, first] = [`key:${variable}:${host}`, `key:${variable}`];
    const known = this.memory.get<unknown>(first);
    if (known === undefined || known === host) {
      await this.memory.update(first, host);
      return true;
    }
    const said = this.memory.get<unknown>(place);
    if (said !== undefined) return said === true;
    const [yes, no] = [
      { title: 'Send the Key', isCloseAffordance: false },
      { title: 'Send No Key', isCloseAffordance: true },
    ];
    const detail = `So far it was for ${String(known)}. A key belongs to one server; another could keep it.`;
    const message = `Send the API key in ${variable} to ${host} too?`;
    const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, yes, no);
    await this.memory.update(place, answer?.title === yes.title);
    return answer?.title === yes.title;
  }
}

function nameOf(baseUrl: string): string {
  return `calledIt.apiKey:${hostOf(baseUrl)}`;
}
