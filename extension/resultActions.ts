/** The commands on a check that is shown: clear, compare side by side, read as a document, copy, debug, show the prompt. */
import * as vscode from 'vscode';
import { Failure, noResult } from '../server/core/failure.ts';
import { withoutKey } from '../server/core/messages.ts';
import type { Machine } from './adapterProcess.ts';
import { probeHere } from './checkActions.ts';
import type { Task } from './checking.ts';
import { debugCall } from './debugCall.ts';
import { environmentOf } from './environment.ts';
import { interpretersFor } from './interpreter.ts';
import { askOptionsOf, predictorOf } from './predicting.ts';
import { readSettings, writeSetting } from './settings.ts';
import type { Shown } from './shown.ts';
import { headline, storyOf } from './story.ts';
import type { Window } from './window.ts';

const never = new AbortController().signal;

export function clearAll({ results, checking }: Window): void {
  checking.cancelAll();
  results.remove(results.all().map(({ token }) => token));
}

export async function showDiff(window: Window, token: unknown): Promise<void> {
  if (!(await window.documents.showSides(resultOf(window, token)))) throw noResult();
}

export async function showResult(window: Window, token: unknown): Promise<void> {
  await window.documents.showStory(resultOf(window, token));
}

/** Copies the line and the whole story, so that either can be pasted. */
export async function copyResult(window: Window, token: unknown): Promise<void> {
  const shown = resultOf(window, token);
  await vscode.env.clipboard.writeText(storyOf(shown));
  vscode.window.setStatusBarMessage(`Copied: ${headline(shown).slice(0, 60)}`, 4000);
}

export async function debugHere(window: Window, token: unknown): Promise<void> {
  const task = await probeHere(window, token);
  const { probe, folder } = task;
  const settings = readSettings(folder.uri);
  const { python } = await machineOf(window, task);
  const env = await environmentOf(settings.envFile, folder.uri.fsPath);
  await debugCall({ probe, folder, python, env, storage: window.storage });
}

/** Shows what a check would send, and sends nothing. */
export async function showPrompt(window: Window): Promise<void> {
  const task = await probeHere(window, undefined);
  const { probe, folder } = task;
  const settings = readSettings(folder.uri);
  const predictor = await predictorOf(settings, window);
  const endpoint =
    predictor.kind === 'endpoint'
      ? withoutKey(predictor.endpoint)
      : { kind: 'model' as const, baseUrl: '', model: '', hasKey: false, proxy: '', strictTls: true };
  const request = {
    probe,
    workspace: folder.uri.fsPath,
    endpoint,
    options: askOptionsOf(settings, await versionFor(window, task)),
  };
  const { text, manifest } = await window.language().showPrompt(request, never);
  const leftOut = manifest.leftOut.map(({ name, why }) => `- ${name}: ${why}`).join('\n');
  const facts = `about ${manifest.estimatedTokens} tokens of code, at most ${manifest.budgetTokens}`;
  const head = `Nothing was sent. This is what a check sends (${facts}).${leftOut === '' ? '' : `\nLeft out:\n${leftOut}`}`;
  await window.documents.showText('prompt.md', `${head}\n\n${text}\n`);
}

async function machineOf({ adapter, log }: Window, { folder, anchor }: Task): Promise<Machine> {
  const { python } = readSettings(folder.uri);
  return adapter().machine(await interpretersFor(python, vscode.Uri.parse(anchor.uri), log), never);
}

/** The version that a model is told; empty where there is no Python, since nothing runs here. */
async function versionFor(window: Window, task: Task): Promise<string> {
  try {
    return (await machineOf(window, task)).version;
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}

export async function toggleInlineText(): Promise<void> {
  const isShown = readSettings(undefined).inlineText;
  await writeSetting('inlineText', !isShown);
  vscode.window.setStatusBarMessage(`Called It: inline text is ${isShown ? 'off' : 'on'}`, 4000);
}

function resultOf({ results }: Window, token: unknown): Shown {
  const shown = typeof token === 'string' ? results.get(token) : results.last();
  if (shown === undefined || shown.run === null) throw noResult();
  return shown;
}
