/** The commands around who predicts: try the connection, show what is known of the model, find servers on this machine, keep a key, use a small local model. */
import * as vscode from 'vscode';
import { noModelInEditor } from '../server/core/failure.ts';
import { interpretersFor } from './interpreter.ts';
import { requireTrust } from './place.ts';
import { limitsOf, nameOf, predictorOf } from './predicting.ts';
import { readSettings, writeSetting } from './settings.ts';
import { signalOf } from './signals.ts';
import type { Window } from './window.ts';

/** Nothing of it is worth a cancellation. */
const never = new AbortController().signal;

/** The folder whose settings hold where a command names none. */
function scope(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
}

export async function testConnection(window: Window): Promise<void> {
  requireTrust();
  const settings = readSettings(scope());
  const predictor = await predictorOf(settings, window);
  if (predictor.kind !== 'endpoint') throw noModelInEditor();
  const { endpoint } = predictor;
  if (endpoint.kind === 'model' && !(await window.consent.toSend(endpoint.baseUrl, endpoint.model))) return;
  const options = { location: vscode.ProgressLocation.Notification, title: 'Called It: connecting', cancellable: true };
  const { ok, message, models } = await vscode.window.withProgress(options, (_, token) =>
    window.language().testConnection({ endpoint, limits: limitsOf(settings) }, signalOf(token)),
  );
  window.log.info(`Test Connection: ${message} Models: ${models.join(', ')}`);
  if (ok) {
    void vscode.window.showInformationMessage(message);
    return;
  }
  const choose = models.length > 0 ? ['Choose a Model'] : [];
  const key = 'Set API Key';
  const chosen = await vscode.window.showErrorMessage(message, ...choose, key, 'Open Settings');
  if (chosen === 'Choose a Model') await chooseModel(models);
  if (chosen === key) await vscode.commands.executeCommand('calledIt.setApiKey');
  if (chosen === 'Open Settings') await vscode.commands.executeCommand('calledIt.openSettings');
}

/** Shows what was learned of the model that predicts, with what the settings say of it, and offers to have it learned anew. */
export async function showProfile(window: Window): Promise<void> {
  requireTrust();
  const settings = readSettings(scope());
  const predictor = await predictorOf(settings, window);
  if (predictor.kind !== 'endpoint') throw noModelInEditor();
  const { endpoint } = predictor;
  const { profile } = settings;
  const known = await window.language().knownOfModel({ endpoint, profile }, never);
  const since = known.isLearned ? [`Learned since ${new Date(known.since).toLocaleDateString()}.`] : [];
  const forget = 'Forget It';
  const chosen = await vscode.window.showInformationMessage(
    `What is known of ${nameOf(predictor)}`,
    { modal: true, detail: [...known.sentences, ...since].join('\n') },
    ...(known.isLearned ? [forget] : []),
    'Open Settings',
  );
  if (chosen === 'Open Settings') await vscode.commands.executeCommand('calledIt.openSettings');
  if (chosen !== forget) return;
  await window.language().forgetModel({ endpoint }, never);
  void vscode.window.showInformationMessage(
    `What was learned of ${nameOf(predictor)} is forgotten: it is learned anew.`,
  );
}

/** Looks for servers on the usual ports of this machine, and offers what they serve. */
export async function findServers(window: Window): Promise<void> {
  requireTrust();
  const options = { location: vscode.ProgressLocation.Notification, title: 'Called It: looking for servers' };
  const { servers } = await vscode.window.withProgress({ ...options, cancellable: true }, (_, token) =>
    window.language().findServers({}, signalOf(token)),
  );
  const items = servers.flatMap(({ name, baseUrl, models }) =>
    models.map(model => ({ label: model, description: `${name} at ${baseUrl}`, baseUrl })),
  );
  if (items.length === 0) {
    const remote =
      vscode.env.remoteName === undefined ? '' : ' This window works on a remote machine: its ports were looked at.';
    const local = 'Use a Small Local Model';
    const message = `No model server answers on the usual ports (Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000).${remote}`;
    const chosen = await vscode.window.showInformationMessage(message, local);
    if (chosen === local) await vscode.commands.executeCommand('calledIt.useLocalModel');
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Called It: models on this machine',
    placeHolder: 'Choose the model that predicts',
  });
  if (picked === undefined) return;
  await window.localModel.stop();
  await writeSetting('baseUrl', picked.baseUrl);
  await writeSetting('model', picked.label);
  await writeSetting('predictor', 'model');
  void vscode.window.showInformationMessage(`${picked.label} predicts from now on.`);
}

export async function setApiKey(window: Window): Promise<void> {
  const baseUrl = await addressForKey();
  if (baseUrl !== undefined) await window.secrets.set(baseUrl);
}

export async function removeApiKey(window: Window): Promise<void> {
  const baseUrl = await addressForKey();
  if (baseUrl !== undefined) await window.secrets.remove(baseUrl);
}

export async function useLocalModel(window: Window): Promise<void> {
  requireTrust();
  await window.localModel.offer(await pythonForModel(window));
  if (window.localModel.running() !== undefined) await writeSetting('predictor', 'model');
}

export async function stopLocalModel(window: Window): Promise<void> {
  await window.localModel.stop();
  void vscode.window.showInformationMessage('The small local model is stopped. Its files stay in the cache folder.');
}

/** Starts the small local model that an earlier window chose. */
export async function resumeLocalModel(window: Window): Promise<void> {
  await window.localModel.resume(await pythonForModel(window));
}

/** An interpreter that the user named or chose; empty where the model's own search has to do. */
async function pythonForModel(window: Window): Promise<string> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return '';
  const { python } = readSettings(folder.uri);
  const [first] = await interpretersFor(python, folder.uri, window.log);
  return first?.[0] ?? '';
}

async function addressForKey(): Promise<string | undefined> {
  const { baseUrl } = readSettings(scope());
  if (baseUrl !== '') return baseUrl;
  const typed = await vscode.window.showInputBox({
    title: 'Called It: the address of the server',
    prompt: 'Its key is kept for its host alone',
    placeHolder: 'https://api.example.com/v1',
    ignoreFocusOut: true,
    validateInput: text => (URL.canParse(text) ? undefined : 'An address begins with https:// or http://.'),
  });
  if (typed === undefined) return undefined;
  await writeSetting('baseUrl', typed);
  return typed;
}

async function chooseModel(models: readonly string[]): Promise<void> {
  const model = await vscode.window.showQuickPick(models, { title: 'Called It: models of the server' });
  if (model !== undefined) await writeSetting('model', model);
}
