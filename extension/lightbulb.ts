/** The lightbulb on a call: offered only where the language server sees one. */
import * as vscode from 'vscode';
import type { Language } from './language.ts';
import { rangeOf } from './place.ts';
import { signalOf } from './signals.ts';

export class Lightbulb implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.Empty],
  };

  constructor(private readonly language: () => Language) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    const isAsked = context.only === undefined || context.only.contains(vscode.CodeActionKind.Empty);
    const folder = vscode.workspace.getWorkspaceFolder(document.uri) ?? folderOfUntitled(document);
    if (!isAsked || !vscode.workspace.isTrusted || folder === undefined) return [];
    const request = { uri: document.uri.toString(), range: rangeOf(range), workspace: folder.uri.fsPath };
    const reply = await this.language()
      .probeAt(request, signalOf(token))
      .catch(() => undefined);
    if (reply?.kind !== 'probe') return [];
    return [
      action('Check this call: predict, run, compare', 'calledIt.check'),
      action('Predict this call yourself', 'calledIt.predictYourself'),
    ];
  }
}

/** A file outside the workspace has no folder to run in, and no lightbulb. */
function folderOfUntitled({ isUntitled }: vscode.TextDocument): vscode.WorkspaceFolder | undefined {
  return isUntitled ? vscode.workspace.workspaceFolders?.[0] : undefined;
}

function action(title: string, command: string): vscode.CodeAction {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.Empty);
  made.command = { title, command };
  return made;
}
