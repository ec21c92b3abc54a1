/** Where the call of a record stands today: its file may have changed since. */
import * as vscode from 'vscode';
import { callGone } from '../server/core/failure.ts';
import type { Probe } from '../server/core/probe.ts';
import { editorRange } from './place.ts';

/** Opens the file at the call, else at its target, and says so. Throws a failure where neither is there any more. */
export async function openSource({ target, call }: Probe, folder: vscode.WorkspaceFolder): Promise<void> {
  const file = target.definedIn ?? target.file;
  if (target.file === '') throw callGone(call.expression, 'a buffer that was never saved');
  const document = await documentAt(folder, target.file);
  const found = document === undefined ? undefined : rangeOfCall(document, { target, call });
  if (document !== undefined && found !== undefined) {
    await show(document, found);
    return;
  }
  const other = file === target.file ? document : await documentAt(folder, file);
  const definition = other === undefined ? undefined : rangeOfTarget(other, target);
  if (other === undefined || definition === undefined) throw callGone(call.expression, file);
  await show(other, new vscode.Range(definition.start, definition.start));
  if (call.range === undefined) return;
  void vscode.window.showInformationMessage(
    `\`${call.expression}\` is no longer in ${target.file}; this is its target. Open the record: it holds the code as it was.`,
  );
}

/** Nothing where the file is not there any more. */
async function documentAt(folder: vscode.WorkspaceFolder, file: string): Promise<vscode.TextDocument | undefined> {
  return vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, file)).then(
    document => document,
    () => undefined,
  );
}

async function show(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  await vscode.window.showTextDocument(document, { selection });
}

/** The recorded range where the call still stands there, else the first place with its text. A call that was typed stands nowhere. */
function rangeOfCall(
  document: vscode.TextDocument,
  { call }: Pick<Probe, 'target' | 'call'>,
): vscode.Range | undefined {
  if (call.range === undefined) return undefined;
  const range = editorRange(call.range);
  return document.getText(range) === call.expression ? range : rangeOfText(document, call.expression);
}

/** The definition, found by its first line: it may have moved. */
function rangeOfTarget(
  document: vscode.TextDocument,
  { source, range, name }: Probe['target'],
): vscode.Range | undefined {
  if (range !== undefined && document.getText(editorRange(range)) === source) return editorRange(range);
  const last = name.split('.').at(-1) ?? name;
  const line = source.split('\n').find(each => each.includes(last)) ?? '';
  return line.trim() === '' ? undefined : rangeOfText(document, line.trim());
}

function rangeOfText(document: vscode.TextDocument, text: string): vscode.Range | undefined {
  const offset = document.getText().indexOf(text);
  if (offset < 0) return undefined;
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
}
