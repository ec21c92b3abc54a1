/** Builds what a window of the editor has, and connects it. Loaded after the activation, so that nobody waits for it. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AdapterProcess } from './adapterProcess.ts';
import { checkConfigured } from './checkActions.ts';
import { Checking } from './checking.ts';
import { Consent } from './consent.ts';
import { Corpora } from './corpora.ts';
import { CorpusView } from './corpusView.ts';
import { Debugging } from './debugging.ts';
import { Decorations } from './decorations.ts';
import { Documents } from './documents.ts';
import { askEditorModel } from './editorModel.ts';
import { guarded } from './failures.ts';
import { Language } from './language.ts';
import { Lightbulb } from './lightbulb.ts';
import { LocalModel } from './localModel.ts';
import { logOf, openChannel } from './log.ts';
import { resumeLocalModel } from './modelActions.ts';
import { once } from './once.ts';
import { predictorLabel } from './predicting.ts';
import { RecentCalls } from './recentCalls.ts';
import { Results } from './results.ts';
import { Secrets } from './secrets.ts';
import { isOn, onSettings, readProxy } from './settings.ts';
import { Status } from './status.ts';
import type { Window } from './window.ts';

export { actions } from './actions.ts';
export { guarded } from './failures.ts';

const python = [
  { scheme: 'file', language: 'python' },
  { scheme: 'untitled', language: 'python' },
];

/** The parts of this window. The processes start here in a trusted workspace, and with the trust in another. */
export function openWindow(context: vscode.ExtensionContext): Window {
  const window = build(context);
  const lightbulb = new Lightbulb(window.language);
  context.subscriptions.push(vscode.languages.registerCodeActionsProvider(python, lightbulb, Lightbulb.metadata));
  if (vscode.workspace.isTrusted) startProcesses(window);
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => startProcesses(window)));
  return window;
}

/** The processes that the first check would wait for. */
function startProcesses({ language, adapter, log }: Window): void {
  void guarded(log, () => language().start());
  void guarded(log, () => adapter().pipe());
}

function build(context: vscode.ExtensionContext): Window {
  const { subscriptions, globalState, workspaceState, secrets } = context;
  const kept = <T extends vscode.Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const channel = kept(openChannel());
  const log = logOf(channel);
  const module = (name: string): string => context.asAbsolutePath(join('dist', `${name}.mjs`));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;

  const consent = new Consent(
    workspaceState,
    () => isOn('localOnly'),
    () => readProxy().strictTls,
  );
  const results = kept(new Results());
  const corpora = kept(new Corpora(storage));
  const documents = kept(new Documents());
  const localModel = kept(new LocalModel(module('local'), globalState, log, () => refreshModel()));
  const adapter = once(() => kept(new AdapterProcess(module('debug'), log, () => debugging.settleAll())));
  const language = once(() => {
    const ask = askEditorModel.bind(null, consent);
    return kept(new Language(module('language'), channel, isOn('codeLens'), ask));
  });
  const debugging = kept(
    new Debugging((configuration, folder) => void guarded(log, () => checkConfigured(window, configuration, folder))),
  );
  const pages = context.asAbsolutePath('dist');
  const parts = { language, adapter, localModel, secrets: new Secrets(secrets, globalState, log), consent, log, pages };
  const checking = new Checking({ ...parts, debugging, corpora, results, resume: () => resumeLocalModel(window) });
  const corpusView = kept(new CorpusView(corpora, log));
  const decorations = kept(new Decorations(results, uri => isOn('inlineText', uri)));
  const status = kept(new Status(results, () => predictorLabel(localModel)));
  const refreshModel = (): void => {
    status.draw();
    void vscode.commands.executeCommand('setContext', 'calledIt.localModel', localModel.running() !== undefined);
  };
  kept(
    results.onChange(() => {
      void vscode.commands.executeCommand('setContext', 'calledIt.hasResult', results.all().length > 0);
    }),
  );
  kept(
    onSettings(() => {
      decorations.draw();
      status.draw();
      corpusView.refresh();
      if (vscode.workspace.isTrusted) void guarded(log, () => language().showLenses(isOn('codeLens')));
    }),
  );
  const recent = new RecentCalls(workspaceState);
  const window = { ...parts, channel, checking, debugging, results, documents, corpora, corpusView, recent, storage };
  return window;
}
