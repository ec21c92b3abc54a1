/** What each command does. */
import * as vscode from 'vscode';
import { checkAgain, checkChosen, checkHere } from './checkActions.ts';
import { chooseEditorModel } from './choosingModel.ts';
import type { CommandId } from './commands.ts';
import { comparePredictors } from './comparing.ts';
import {
  acceptRecord,
  checkRecord,
  deleteRecord,
  disputeRecord,
  noteRecord,
  openCorpusFile,
  openRecord,
  openRecordSource,
  showRecordDiff,
  tagRecord,
  toggleSharing,
  unfinished,
} from './corpusActions.ts';
import { showMenu } from './menu.ts';
import {
  findServers,
  removeApiKey,
  setApiKey,
  showProfile,
  stopLocalModel,
  testConnection,
  useLocalModel,
} from './modelActions.ts';
import {
  clearAll,
  copyResult,
  debugHere,
  showDiff,
  showPrompt,
  showResult,
  toggleInlineText,
} from './resultActions.ts';
import type { Window } from './window.ts';

export type Action = (window: Window, ...args: readonly unknown[]) => unknown;

export const actions: Readonly<Record<CommandId, Action>> = {
  'calledIt.check': window => checkHere(window),
  'calledIt.chooseCall': checkChosen,
  'calledIt.predictYourself': window => checkHere(window, [{ kind: 'person' }]),
  'calledIt.comparePredictors': comparePredictors,
  'calledIt.checkAgain': checkAgain,
  'calledIt.cancel': ({ checking }) => checking.cancelAll(),
  'calledIt.clearAll': clearAll,
  'calledIt.showDiff': showDiff,
  'calledIt.showResult': showResult,
  'calledIt.copyResult': copyResult,
  'calledIt.debugCall': debugHere,
  'calledIt.showPrompt': showPrompt,
  'calledIt.testConnection': testConnection,
  'calledIt.showProfile': showProfile,
  'calledIt.findServers': findServers,
  'calledIt.chooseEditorModel': chooseEditorModel,
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
  'calledIt.tagRecord': tagRecord,
  'calledIt.disputeRecord': disputeRecord,
  'calledIt.acceptRecord': acceptRecord,
  'calledIt.deleteRecord': deleteRecord,
};
