/** The commands on the corpus: open, share, look after what was left unfinished, and what can be done with a record. */
import * as vscode from 'vscode';
import { Failure, noCorpus, noWorkspace, recordGone } from '../server/core/failure.ts';
import { predictionText } from '../server/core/line.ts';
import type { CheckRecord } from '../server/core/record.ts';
import type { Corpus } from '../server/corpus/corpus.ts';
import { placeOf } from '../server/corpus/place.ts';
import { checkRecorded, completeCheck } from './checkActions.ts';
import type { RecordNode } from './corpusView.ts';
import { requireTrust } from './place.ts';
import { openSource } from './sourcePlace.ts';
import type { Window } from './window.ts';

export async function openCorpusFile(window: Window): Promise<void> {
  const { place } = await existingCorpus(window);
  await vscode.window.showTextDocument(vscode.Uri.file(place.file));
}

async function existingCorpus(window: Window): Promise<Corpus> {
  const corpus = window.corpora.main(await folderFor('Whose corpus?'));
  const isThere = await vscode.workspace.fs.stat(vscode.Uri.file(corpus.place.file)).then(
    () => true,
    () => false,
  );
  if (!isThere) throw noCorpus(corpus.place.file);
  return corpus;
}

/** Lets the corpus into commits, or keeps it out of them again. */
export async function toggleSharing(window: Window): Promise<void> {
  requireTrust();
  const corpus = await existingCorpus(window);
  const isShared = await corpus.isShared();
  await (isShared ? corpus.unshare() : corpus.share());
  void vscode.window.showInformationMessage(
    isShared
      ? 'The corpus stays out of commits again.'
      : 'The corpus can be committed now. Keys and home paths were taken out when it was written; look through it all the same.',
  );
}

/** Predictions that were frozen and whose run never came to an end: completed by another check, or dropped. */
export async function unfinished(window: Window): Promise<void> {
  requireTrust();
  const folder = await folderFor('Whose checks?');
  const left = await window.corpora.unfinished(folder);
  const items = left.map(({ corpus, check }) => ({
    label: check.probe.call.expression,
    description: predictionText(check.prediction),
    detail: `Predicted ${new Date(check.frozen.at).toLocaleString()}, and never compared with a run`,
    corpus,
    check,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage('Every check came to its end.');
    return;
  }
  const title = 'Called It: predictions without a run';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: 'Choose one to complete or to drop' });
  if (picked === undefined) return;
  const { corpus, check } = picked;
  const complete = 'Complete It';
  const drop = 'Drop It';
  const detail = `Predicted: ${picked.description}\n\nComplete it: the call runs now, as it stood then, and is compared with this prediction. Drop it: the prediction is forgotten.`;
  const what = await vscode.window.showInformationMessage(picked.label, { modal: true, detail }, complete, drop);
  if (what === complete) await completeCheck(window, check, corpus, folder);
  if (what === drop) {
    await corpus.dropPending(check.id);
    window.corpora.refresh();
  }
}

export async function openRecordSource(window: Window, node: unknown): Promise<void> {
  const { record, folder } = await recordOf(window, node);
  await openSource(record.probe, folder);
}

export async function openRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file } = await recordOf(window, node);
  const remarks = await corpusWith(window, folder, file).remarksOn(record.id);
  await window.documents.showStory({ ...record, record, remarks, trouble: '' });
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

/** The tags of a record as one text, to be changed as one. */
export async function tagRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file, tags } = await recordOf(window, node);
  const text = await vscode.window.showInputBox({
    title: `Called It: tags of ${record.probe.call.expression}`,
    prompt: 'Words with commas between them. Empty: no tags',
    value: tags.join(', '),
    ignoreFocusOut: true,
  });
  if (text === undefined) return;
  const wanted = new Set(
    text
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  );
  const corpus = corpusWith(window, folder, file);
  for (const tag of tags) if (!wanted.has(tag)) await corpus.remark(record.id, 'untag', tag);
  for (const tag of wanted) if (!tags.includes(tag)) await corpus.remark(record.id, 'tag', tag);
  window.corpora.refresh();
}

/** Says that our comparison was wrong: the record stays, and reports count it apart. */
export async function disputeRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file } = await recordOf(window, node);
  const why = await vscode.window.showInputBox({
    title: `Called It: the comparison of ${record.probe.call.expression} was wrong`,
    prompt: 'Why, for whoever reads the corpus. Reports take the record out of their rates and count it apart',
    ignoreFocusOut: true,
  });
  if (why === undefined) return;
  await corpusWith(window, folder, file).remark(record.id, 'comparisonWrong', why.trim());
  window.corpora.refresh();
}

export async function acceptRecord(window: Window, node: unknown): Promise<void> {
  const { record, folder, file } = await recordOf(window, node);
  await corpusWith(window, folder, file).remark(record.id, 'comparisonRight', '');
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
  readonly tags: readonly string[];
}

/** The record of a node of the view, or of a check that is shown. */
async function recordOf(window: Window, argument: unknown): Promise<Recorded> {
  const shown = typeof argument === 'string' ? window.results.get(argument) : undefined;
  if (shown?.record) {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(shown.anchor.uri)) ?? (await folderFor(''));
    return { record: shown.record, folder, file: window.corpora.main(folder).place.file, tags: [] };
  }
  const node = window.corpusView.nodeOf(argument);
  if (node === undefined) throw recordGone();
  return recordedBy(window, node);
}

async function recordedBy(window: Window, node: RecordNode): Promise<Recorded> {
  const record = await window.corpusView.recordOf(node);
  if (record === undefined) throw recordGone();
  return { record, folder: node.source.folder, file: node.source.file, tags: node.entry.tags };
}

function corpusWith(window: Window, folder: vscode.WorkspaceFolder, file: string): Corpus {
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
