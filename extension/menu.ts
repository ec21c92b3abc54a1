/** The menu of the status bar item: what can be done now. */
import * as vscode from 'vscode';
import type { CommandId } from './commands.ts';
import type { Window } from './window.ts';

interface Entry extends vscode.QuickPickItem {
  readonly command?: CommandId;
}

export async function showMenu({ checking, results, localModel }: Window): Promise<void> {
  const hasResult = results.last() !== undefined;
  const isTrusted = vscode.workspace.isTrusted;
  const entries: readonly (Entry | false)[] = [
    checking.isRunning() && entry('$(stop-circle) Cancel the running check', 'calledIt.cancel'),
    isTrusted && entry('$(eye) Check this call', 'calledIt.check', 'Ctrl+Alt+R'),
    isTrusted && entry('$(person) Predict this call yourself', 'calledIt.predictYourself'),
    isTrusted && entry('$(list-ordered) Compare predictors on this call', 'calledIt.comparePredictors'),
    hasResult && separator('last result'),
    hasResult && entry('$(diff) Show prediction and reality side by side', 'calledIt.showDiff'),
    hasResult && entry('$(book) Show it as a document', 'calledIt.showResult'),
    hasResult && entry('$(clear-all) Clear all results', 'calledIt.clearAll'),
    separator('who predicts'),
    isTrusted &&
      localModel.running() === undefined &&
      entry('$(chip) Use a small local model', 'calledIt.useLocalModel'),
    localModel.running() !== undefined && entry('$(debug-stop) Stop the small local model', 'calledIt.stopLocalModel'),
    isTrusted && entry('$(search) Find local model servers', 'calledIt.findServers'),
    isTrusted && entry('$(sparkle) Choose a model of the editor', 'calledIt.chooseEditorModel'),
    isTrusted && entry('$(plug) Test connection', 'calledIt.testConnection'),
    isTrusted && entry('$(info) Show what is known of the model', 'calledIt.showProfile'),
    entry('$(key) Set API key', 'calledIt.setApiKey'),
    isTrusted && entry('$(comment) Show the exact prompt', 'calledIt.showPrompt'),
    separator('more'),
    entry('$(eye-closed) Turn inline text on or off', 'calledIt.toggleInlineText'),
    entry('$(go-to-file) Open the corpus file', 'calledIt.openCorpus'),
    entry('$(gear) Settings', 'calledIt.openSettings'),
    entry('$(output) Log', 'calledIt.showLog'),
  ];
  const items = entries.filter(each => each !== false);
  const picked = await vscode.window.showQuickPick(items, { title: 'Called It' });
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function entry(label: string, command: CommandId, description = ''): Entry {
  return { label, command, description };
}

function separator(label: string): Entry {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
