/** Where a command applies: the document, the folder it runs in, and the selection; or why there is nothing to check. */
import * as vscode from 'vscode';
import { noCall, noWorkspace, outsideWorkspace, untrusted } from '../server/core/failure.ts';
import type { Position, Range } from '../server/core/source.ts';

export interface Place {
  readonly document: vscode.TextDocument;
  readonly folder: vscode.WorkspaceFolder;
  readonly range: Range;
}

/** Where the cursor or the selection is. Throws a failure that says what is missing. */
export function placeOfEditor(): Place {
  requireTrust();
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.languageId !== 'python') throw noCall();
  return placeIn(editor.document, rangeOf(editor.selection));
}

/** A place in a document, in the folder that it belongs to. */
export function placeIn(document: vscode.TextDocument, range: Range): Place {
  return { document, folder: folderOf(document.uri), range };
}

/** Nothing runs and nothing is sent in an untrusted workspace, whichever way a command was called. */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) throw untrusted();
}

/** The folder whose workspace a document runs in. A document without a file runs in the first one. */
export function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder {
  const own = vscode.workspace.getWorkspaceFolder(uri);
  if (own !== undefined) return own;
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (first === undefined) throw noWorkspace();
  if (uri.scheme === 'untitled') return first;
  throw outsideWorkspace(uri.fsPath);
}

export function rangeOf({ start, end }: vscode.Range): Range {
  return { start: positionOf(start), end: positionOf(end) };
}

export function positionOf({ line, character }: vscode.Position): Position {
  return { line, column: character };
}

export function editorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.column, end.line, end.column);
}
