/** The extension: builds its parts and connects them. Processes start when they are needed first, and never in an untrusted workspace. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AdapterProcess } from './adapterProcess.ts';
import { checkAgain, checkChosen, checkConfigured, checkHere } from './checkActions.ts';
import { Checking } from './checking.ts';
import type { CommandId } from './commands.ts';
import { Consent } from './consent.ts';
import { Corpora } from './corpora.ts';
import {
  checkRecord,
  deleteRecord,
  noteRecord,
  openCorpusFile,
  openRecord,
  openRecordSource,
  showRecordDiff,
  toggleSharing,
  unfinished,
} from './corpusActions.ts';
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
import { showMenu } from './menu.ts';
import {
  findServers,
  removeApiKey,
  resumeLocalModel,
  setApiKey,
  stopLocalModel,
  testConnection,
  useLocalModel,
} from './modelActions.ts';
import { requireTrust } from './place.ts';
import { predictorLabel } from './predicting.ts';
import { RecentCalls } from './recentCalls.ts';
import {
  clearAll,
  copyResult,
  debugHere,
  showDiff,
  showPrompt,
  showResult,
  toggleInlineText,
} from './resultActions.ts';
import { Results } from './results.ts';
import { Secrets } from './secrets.ts';
import { onSettings, readSettings } from './settings.ts';
import { Status } from './status.ts';
import type { Window } from './window.ts';

export function activate(context: vscode.ExtensionContext): void {
  const window = open(context);
  register(context, window);
  if (vscode.workspace.isTrusted) startSoon(window);
  else context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => startSoon(window)));
}

function open(context: vscode.ExtensionContext): Window {
  const { subscriptions, globalState, workspaceState, secrets } = context;
  const kept = <T extends vscode.Disposable>(part: T): T => {
    subscriptions.push(part);
    return part;
  };
  const channel = kept(openChannel());
  const log = logOf(channel);
  const module = (name: string): string => context.asAbsolutePath(join('dist', `${name}.mjs`));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;

  const consent = new Consent(globalState, workspaceState);
  const results = kept(new Results());
  const corpora = kept(new Corpora(storage));
  const documents = kept(new Documents());
  const localModel = kept(new LocalModel(module('local'), globalState, log, () => refreshModel()));
  const adapter = once(() => kept(new AdapterProcess(module('debug'), log, () => debugging.settleAll())));
  const language = once(() => {
    const ask = askEditorModel.bind(null, consent);
    return kept(new Language(module('language'), channel, readSettings(undefined).codeLens, ask));
  });
  const debugging = kept(
    new Debugging(adapter, configuration => void guarded(log, () => checkConfigured(window, configuration))),
  );
  const parts = { language, adapter, localModel, secrets: new Secrets(secrets, log), consent, log };
  const checking = new Checking({ ...parts, debugging, corpora, results, resume: () => resumeLocalModel(window) });
  const corpusView = kept(new CorpusView(corpora, log));
  const decorations = kept(new Decorations(results, uri => readSettings(uri).inlineText));
  const status = kept(new Status(results, () => predictorLabel(readSettings(undefined), localModel)));
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
      if (vscode.workspace.isTrusted) void guarded(log, () => language().showLenses(readSettings(undefined).codeLens));
    }),
  );
  const recent = new RecentCalls(workspaceState);
  const window = { ...parts, channel, checking, results, documents, corpora, corpusView, recent, storage };
  return window;
}

/** The processes that the first check would wait for. */
function startSoon({ language, adapter, log }: Window): void {
  requireTrust();
  void guarded(log, () => language().start());
  void guarded(log, () => adapter().pipe());
}

type Action = (window: Window, ...args: readonly unknown[]) => unknown;

const actions: Readonly<Record<CommandId, Action>> = {
  'calledIt.check': window => checkHere(window),
  'calledIt.chooseCall': checkChosen,
  'calledIt.predictYourself': window => checkHere(window, { kind: 'person' }),
  'calledIt.checkAgain': checkAgain,
  'calledIt.cancel': ({ checking }) => checking.cancelAll(),
  'calledIt.clearAll': clearAll,
  'calledIt.showDiff': showDiff,
  'calledIt.showResult': showResult,
  'calledIt.copyResult': copyResult,
  'calledIt.debugCall': debugHere,
  'calledIt.showPrompt': showPrompt,
  'calledIt.testConnection': testConnection,
  'calledIt.findServers': findServers,
  'calledIt.setApiKey': setApiKey,
  'calledIt.removeApiKey': removeApiKey,
  'calledIt.useLocalModel': useLocalModel,
  'calledIt.stopLocalModel': stopLocalModel,
  'calledIt.toggleInlineText': toggleInlineText,
  'calledIt.menu': showMenu,
  'calledIt.showLog': ({ channel }) => channel.show(),
  'calledIt.openSettings': () => vscode.commands.executeCommand('workbench.action.openSettings', 'calledIt'),
  'calledIt.openCorpus': openCorpusFile,
  'calledIt.refreshCorpus': ({ corpusView }) => corpusView.refresh(),
  'calledIt.toggleSharing': toggleSharing,
  'calledIt.unfinished': unfinished,
  'calledIt.openSource': openRecordSource,
  'calledIt.openRecord': openRecord,
  'calledIt.showRecordDiff': showRecordDiff,
  'calledIt.checkRecord': checkRecord,
  'calledIt.noteRecord': noteRecord,
  'calledIt.deleteRecord': deleteRecord,
};

function register({ subscriptions }: vscode.ExtensionContext, window: Window): void {
  for (const [id, action] of Object.entries(actions)) {
    const run = (...args: readonly unknown[]) => guarded(window.log, async () => action(window, ...args));
    subscriptions.push(vscode.commands.registerCommand(id, run));
  }
  const python = [
    { scheme: 'file', language: 'python' },
    { scheme: 'untitled', language: 'python' },
  ];
  const lightbulb = new Lightbulb(window.language);
  subscriptions.push(vscode.languages.registerCodeActionsProvider(python, lightbulb, Lightbulb.metadata));
}

/** Makes a part at the first call, and gives the same one ever after. */
function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => {
    const [part = make()] = made;
    made[0] = part;
    return part;
  };
}
