/** The settings as the editor has them in force for a resource: the one place that reads its configuration. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { settingInvalid } from '../server/core/failure.ts';
import type { Endpoint } from '../server/core/messages.ts';
import { type Setting, type Settings, settings } from '../server/core/settings.ts';

const section = 'calledIt';

/** Throws a failure that names the setting which has no usable value. */
export function readSettings(scope: vscode.Uri | undefined): Settings {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  const folder = folderOf(scope);
  const read = <T>(name: keyof Settings, { schema }: Setting<T>): T => {
    const result = schema.safeParse(configuration.get(name));
    if (result.success) return result.data;
    throw settingInvalid(`${section}.${name}`, result.error.issues[0]?.message ?? 'unknown');
  };
  return {
    python: filledIn(read('python', settings.python), folder),
    envFile: filledIn(read('envFile', settings.envFile), folder),
    baseUrl: read('baseUrl', settings.baseUrl),
    model: read('model', settings.model),
    editorModel: read('editorModel', settings.editorModel),
    apiKeyVariable: read('apiKeyVariable', settings.apiKeyVariable),
    localOnly: read('localOnly', settings.localOnly),
    predictor: read('predictor', settings.predictor),
    recordings: filledIn(read('recordings', settings.recordings), folder),
    style: read('style', settings.style),
    answer: read('answer', settings.answer),
    context: read('context', settings.context),
    contextTokens: read('contextTokens', settings.contextTokens),
    strip: read('strip', settings.strip),
    samples: read('samples', settings.samples),
    firstTokenMs: read('firstTokenMs', settings.firstTokenMs),
    modelTimeoutMs: read('modelTimeoutMs', settings.modelTimeoutMs),
    concurrency: read('concurrency', settings.concurrency),
    profile: read('profile', settings.profile),
    timeoutMs: read('timeoutMs', settings.timeoutMs),
    memoryMb: read('memoryMb', settings.memoryMb),
    runs: read('runs', settings.runs),
    walls: read('walls', settings.walls),
    inlineText: read('inlineText', settings.inlineText),
    codeLens: read('codeLens', settings.codeLens),
    keep: read('keep', settings.keep),
    corpus: filledIn(read('corpus', settings.corpus), folder),
    dailyRequests: read('dailyRequests', settings.dailyRequests),
    dailyTokens: read('dailyTokens', settings.dailyTokens),
    dailyCost: read('dailyCost', settings.dailyCost),
    prices: read('prices', settings.prices),
  };
}

/** Whether a switch is on. A value that is none counts as on: drawing must not fail, and what forbids does. */
export function isOn(name: 'inlineText' | 'codeLens' | 'localOnly', scope?: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration(section, scope).get<unknown>(name) !== false;
}

/** Writes a setting for the user, not for the workspace: it names an endpoint or a taste. */
export async function writeSetting(name: keyof Settings, value: string | boolean): Promise<void> {
  await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
}

/** Takes a setting out of every file that holds it. */
export async function removeSetting(name: keyof Settings): Promise<void> {
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const whole = vscode.workspace.getConfiguration(section);
  const held = whole.inspect(name);
  if (held?.globalValue !== undefined) await whole.update(name, undefined, Global);
  if (held?.workspaceValue !== undefined) await whole.update(name, undefined, Workspace);
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const own = vscode.workspace.getConfiguration(section, uri);
    if (own.inspect(name)?.workspaceFolderValue !== undefined) await own.update(name, undefined, WorkspaceFolder);
  }
}

/** Calls `react` when a setting of ours has changed. */
export function onSettings(react: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(section)) react();
  });
}

/** The editor's own settings for network connections. */
export function readProxy(): Pick<Endpoint, 'proxy' | 'noProxy' | 'strictTls'> {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  return {
    proxy: typeof proxy === 'string' ? proxy : '',
    noProxy: Array.isArray(noProxy) ? noProxy.filter(name => typeof name === 'string') : [],
    strictTls: http.get<unknown>('proxyStrictSSL') !== false,
  };
}

function folderOf(scope: vscode.Uri | undefined): string {
  const folder = scope === undefined ? undefined : vscode.workspace.getWorkspaceFolder(scope);
  return folder?.uri.fsPath ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** The editor fills variables in for tasks and launch configurations only; a path setting of ours may hold these three. */
function filledIn(text: string, folder: string): string {
  return text.replace(/\$\{(?:(workspaceFolder)|(userHome)|env:(\w+))\}/g, (_, workspace, home, name) => {
    if (workspace !== undefined) return folder;
    return home !== undefined ? homedir() : (process.env[String(name)] ?? '');
  });
}
