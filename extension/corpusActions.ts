/** The commands on the corpus: open, share, look after what was left unfinished, and what can be done with a record. */
import * as vscode from 'vscode';
import { Failure, noCorpus, noWorkspace, recordGone } from '../server/core/failure.ts';
import type { CheckRecord } from '../server/core/record.ts';
import { placeOf } from '../server/corpus/place.ts';
import { checkRecorded } from './checkActions.ts';
import type { RecordNode } from './corpusView.ts';
import { requireTrust } from './place.ts';
import { openSource } from './sourcePlace.ts';
import type { Window } from './window.ts';

export async function openCorpusFile(window: Window): Promise<void> {
  const { place } = window.corpora.main(await folderFor('Whose corpus?'));
  const uri = vscode.Uri.file(place.file);
  const isThere = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!isThere) throw noCorpus(place.file);
  await vscode.window.showTextDocument(uri);
}

/** Lets the corpus into commits, or keeps it out of them again. */
export async function toggleSharing(window: Window): Promise<void> {
  requireTrust();
  const corpus = window.corpora.main(await folderFor('Whose corpus?'));
  const isShared = await corpus.isShared();
  await (isShared ? corpus.unshare() : corpus.share());
  void vscode.window.showInformationMessage(
    isShared
      ? 'The corpus stays out of commits again.'
      : `The corpus can be committed now: ${corpus.place.folder} has no .gitignore of its own any more. Secrets and home paths were taken out when it was written; look through it all the same.`,
  );
}

/** Predictions that were frozen and whose run never came to an end: completed by another check, or dropped. */
export async function unfinished(window: Window): Promise<void> {
  requireTrust();
  const folder = await folderFor('Whose checks?');
  const corpus = window.corpora.main(folder);
  const pending = await corpus.pending();
  if (pending.length === 0) {
    void vscode.window.showInformationMessage('Every check came to its end.');
    return;
  }
  const picked = await vscode.window.showQuickPick(
    pending.map(check => ({
      label: check.probe.call.expression,
      description: `frozen ${new Date(check.frozen.at).toLocaleString()}`,
      check,
    })),
    { title: 'Called It: predictions without a run', placeHolder: 'Choose one to check again or to drop' },
  );
  if (picked === undefined) return;
  const again = 'Check Again';
  const drop = 'Drop It';
  const what = await vscode.window.showInformationMessage(picked.label, { modal: true }, again, drop);
  if (what === undefined) return;
  if (what === again) await checkRecorded(window, picked.check.probe, folder);
  await corpus.dropPending(picked.check.id);
}

export async function openRecordSource(window: Window, node: unknown): Promise<void> {
  const { record, folder } = await recordOf(window, node);
  await openSource(record.probe, folder);
}

export async function openRecord(window: Window, node: unknown): Promise<void> {
  const { record } = await recordOf(window, node);
  await window.documents.showStory({ ...record, record, trouble: '' });
}

export async function showRecordDiff(window: Window, node: unknown): Promise<void> {
  const { record } = await recordOf(window, node);
  await window.documents.showSides({ ...record, record, trouble: '' });
}

export async function checkRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder } = await recordOf(window, node);
  await checkRecorded(window, record.probe, folder);
}

export async function noteRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file } = await recordOf(window, node);
  const text = await vscode.window.showInputBox({
    title: `Called It: a note on ${record.probe.call.expression}`,
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === '') return;
  await corpusWith(window, folder, file).note(record.id, text.trim());
  window.corpora.refresh();
}

export async function deleteRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file } = await recordOf(window, node);
  const agree = 'Delete';
  const answer = await vscode.window.showWarningMessage(
    `Delete the record of ${record.probe.call.expression}?`,
    { modal: true, detail: 'It leaves every list and every rate. Its line stays in the file, marked as deleted.' },
    agree,
  );
  if (answer !== agree) return;
  await corpusWith(window, folder, file).remove(record.id);
  window.corpora.refresh();
}

interface Recorded {
  readonly record: CheckRecord;
  readonly folder: vscode.WorkspaceFolder;
  /** The corpus file that holds it. */
  readonly file: string;
}

/** The record of a node of the view, or of a check that is shown. */
async function recordOf(window: Window, argument: unknown): Promise<Recorded> {
  const shown = typeof argument === 'string' ? window.results.get(argument) : undefined;
  if (shown?.record) {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(shown.anchor.uri)) ?? (await folderFor(''));
    return { record: shown.record, folder, file: window.corpora.main(folder).place.file };
  }
  const node = window.corpusView.nodeOf(argument);
  if (node === undefined) throw recordGone();
  return recordedBy(window, node);
}

async function recordedBy(window: Window, node: RecordNode): Promise<Recorded> {
  const record = await window.corpusView.recordOf(node);
  if (record === undefined) throw recordGone();
  return { record, folder: node.source.folder, file: node.source.file };
}

function corpusWith(window: Window, folder: vscode.WorkspaceFolder, file: string) {
  const found = window.corpora.of(folder).find(({ place }) => place.file === placeOf(file).file);
  if (found === undefined) throw recordGone();
  return found;
}

async function folderFor(placeHolder: string): Promise<vscode.WorkspaceFolder> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, ...others] = folders;
  if (only === undefined) throw noWorkspace();
  if (others.length === 0) return only;
  const picked = await vscode.window.showWorkspaceFolderPick({ placeHolder });
  if (picked === undefined) throw new Failure('cancelled', 'Cancelled.', 'Choose a folder.');
  return picked;
}
