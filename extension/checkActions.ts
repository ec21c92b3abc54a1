/** The commands that begin a check: at the cursor, from a lens, by a person, again, or from a launch file. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Several } from '../server/core/checking.ts';
import { receive } from '../server/core/door.ts';
import { Failure, launchIncomplete, launchWithoutFile, nothingToCheck } from '../server/core/failure.ts';
import type { Probe } from '../server/core/probe.ts';
import { Position } from '../server/core/source.ts';
import type { Corpus } from '../server/corpus/corpus.ts';
import type { PendingCheck } from '../server/corpus/pending.ts';
import type { Task } from './checking.ts';
import { chooseCall } from './choosing.ts';
import { folderOf, type Place, placeIn, placeOfEditor, requireTrust } from './place.ts';
import type { Somebody } from './predicting.ts';
import { readSettings } from './settings.ts';
import type { Anchor } from './shown.ts';
import type { Window } from './window.ts';

const never = new AbortController().signal;

/** Checks the call at the cursor; on a definition, the call that the user chooses. */
export async function checkHere(window: Window, predictors?: Several<Somebody>): Promise<void> {
  const task = await taskAt(window, placeOfEditor());
  if (task !== undefined) await checkTask(window, task, predictors);
}

/** The call at a place as a task; nothing where the user left the list of calls. */
export async function taskAt(window: Window, place: Place): Promise<Task | undefined> {
  const { document, folder, range } = place;
  const uri = document.uri.toString();
  const workspace = folder.uri.fsPath;
  const reply = await window.language().probeAt({ uri, range, workspace }, never);
  if (reply.kind === 'nothing') {
    if (reply.instead === undefined) throw nothingToCheck(reply.reason, reply.next);
    return insteadTask(window, reply.reason, reply.instead, folder);
  }
  if (reply.kind === 'definition') return chosenTask(window, { uri, position: reply.position, workspace }, folder);
  return { probe: reply.probe, anchor: anchorOf(reply.probe, { uri, range }), folder };
}

/** Checks a call of the definition that a lens stands on, or at the cursor. */
export async function checkChosen(window: Window, uri: unknown, position: unknown): Promise<void> {
  requireTrust();
  const place = uri === undefined ? placeOfEditor() : undefined;
  const at = place === undefined ? receive(Position, position, 'a lens') : place.range.start;
  const target = place === undefined ? vscode.Uri.parse(receive(z.string(), uri, 'a lens')) : place.document.uri;
  const folder = folderOf(target);
  const definition = { uri: target.toString(), position: at, workspace: folder.uri.fsPath };
  const task = await chosenTask(window, definition, folder);
  if (task !== undefined) await checkTask(window, task);
}

/** Checks once more what a shown check asked: the call as it stands now, and those who predicted. */
export async function checkAgain(window: Window, token: unknown): Promise<void> {
  requireTrust();
  const shown = typeof token === 'string' ? window.results.get(token) : window.results.last();
  if (shown === undefined) return;
  const { anchor, probe } = shown;
  const uri = vscode.Uri.parse(anchor.uri);
  const predictors = await window.checking.predictorsOf(shown.token, readSettings(uri));
  if (probe.call.range === undefined) {
    await checkTyped(window, probe, anchor, predictors);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const task = await taskAt(window, placeIn(document, anchor.range));
  if (task !== undefined) await checkTask(window, task, predictors);
}

/** Checks the call of a record in the code as it is now. */
export async function checkRecorded(window: Window, probe: Probe, folder: vscode.WorkspaceFolder): Promise<void> {
  requireTrust();
  await checkTyped(window, probe, anchorOfTarget(probe, folder));
}

/** Runs the call of a frozen prediction, as its code stood then, and compares the two. */
export async function completeCheck(
  window: Window,
  { id, frozen, probe, prediction }: PendingCheck,
  corpus: Corpus,
  folder: vscode.WorkspaceFolder,
): Promise<void> {
  requireTrust();
  const keeper = window.corpora.finisherOf(corpus, folder);
  const unfinished = { prediction, frozen: { id, ...frozen }, keeper };
  await window.checking.check({ probe, anchor: anchorOfTarget(probe, folder), folder, unfinished });
}

/** A configuration of ours in a launch file names a file and a call. */
export async function checkConfigured(
  window: Window,
  configuration: vscode.DebugConfiguration,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<void> {
  requireTrust();
  const { file, call } = configuration;
  if (typeof file !== 'string' || typeof call !== 'string') throw launchIncomplete();
  const uri = folder === undefined || isAbsolute(file) ? vscode.Uri.file(file) : vscode.Uri.joinPath(folder.uri, file);
  const document = await openedDocument(uri);
  await vscode.window.showTextDocument(document);
  const task = await typedTask(window, startOf(uri), call, '');
  const { target } = task.probe;
  const isHere = target.range !== undefined && target.definedIn === undefined;
  await checkTask(window, isHere ? { ...task, anchor: anchorOfTarget(task.probe, task.folder) } : task);
}

async function openedDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw launchWithoutFile(uri.fsPath);
  }
}

function startOf(uri: vscode.Uri): Anchor {
  const start = { line: 0, column: 0 };
  return { uri: uri.toString(), range: { start, end: start } };
}

/** The definition of the target, where the text of a check stands that has no call in a document. */
function anchorOfTarget({ target }: Probe, folder: vscode.WorkspaceFolder): Anchor {
  const uri = vscode.Uri.joinPath(folder.uri, target.definedIn ?? target.file);
  const { range } = target;
  return range === undefined ? startOf(uri) : { uri: uri.toString(), range: { start: range.start, end: range.start } };
}

async function checkTyped(
  window: Window,
  { call }: Probe,
  anchor: Anchor,
  predictors?: Several<Somebody>,
): Promise<void> {
  await checkTask(window, await typedTask(window, anchor, call.expression, call.setup), predictors);
}

async function typedTask(window: Window, anchor: Anchor, expression: string, setup: string): Promise<Task> {
  const folder = folderOf(vscode.Uri.parse(anchor.uri));
  const request = {
    uri: anchor.uri,
    workspace: folder.uri.fsPath,
    expression,
    setup,
    chosen: 'hand',
  } as const;
  const reply = await window.language().probeOf(request, never);
  if (reply.kind === 'invalid') throw nothingToCheck(reply.reason, 'Choose another call.');
  return { probe: reply.probe, anchor, folder };
}

async function chosenTask(
  window: Window,
  definition: { readonly uri: string; readonly position: Position; readonly workspace: string },
  folder: vscode.WorkspaceFolder,
): Promise<Task | undefined> {
  const probe = await chooseCall(definition, window.language(), window.recent, never);
  if (probe === undefined) return undefined;
  await window.recent.add(definition.uri, probe.target.name, probe.call);
  const { position, uri } = definition;
  return { probe, anchor: { uri, range: { start: position, end: position } }, folder };
}

/** The call cannot run as it stands; its definition can be called with something else. */
async function insteadTask(
  window: Window,
  reason: string,
  instead: { readonly uri: string; readonly name: string; readonly position: Position },
  folder: vscode.WorkspaceFolder,
): Promise<Task | undefined> {
  const failure = nothingToCheck(reason, `Choose another call of ${instead.name}.`);
  const choose = 'Choose a Call';
  const answer = await vscode.window.showInformationMessage(`${failure.message} ${failure.next}`, choose);
  if (answer !== choose) return undefined;
  const { uri, position } = instead;
  return chosenTask(window, { uri, position, workspace: folder.uri.fsPath }, folder);
}

/** The call itself where it stands in the document, else the place that was pointed at. */
function anchorOf(probe: Probe, pointed: Anchor): Anchor {
  return probe.call.range === undefined ? pointed : { uri: pointed.uri, range: probe.call.range };
}

async function checkTask(window: Window, task: Task, predictors?: Several<Somebody>): Promise<void> {
  await window.checking.check(predictors === undefined ? task : { ...task, predictors });
}

/** The probe at the cursor, for what needs no check; the last one shown where the cursor is in no call. */
export async function probeHere(window: Window, token: unknown): Promise<Task> {
  requireTrust();
  const shown = typeof token === 'string' ? window.results.get(token) : undefined;
  if (shown !== undefined) {
    return { probe: shown.probe, anchor: shown.anchor, folder: folderOf(vscode.Uri.parse(shown.anchor.uri)) };
  }
  const task = await taskAt(window, placeOfEditor());
  if (task === undefined) throw new Failure('cancelled', 'Cancelled.', 'Choose a call.');
  return task;
}
