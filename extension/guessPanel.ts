/** The panel with the form of a person's prediction, from its showing to its end. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { receive } from '../server/core/door.ts';
import { cancelled } from '../server/core/failure.ts';
import { type Guess, type GuessAsked, GuessSaid, type GuessTold } from '../server/core/guess.ts';
import { type ReadGuess, readGuess } from './guessReading.ts';

export type Submitted = Exclude<ReadGuess, { kind: 'troubles' }> & {
  /** From the showing of the form to its submission. */
  readonly tookMs: number;
};

/** `pages` is the folder of its page. Resolves with what was submitted and could be read. Throws a cancellation where the form is left, or `signal` says so. */
export async function askWithForm(
  pages: string,
  title: string,
  asked: GuessAsked,
  signal: AbortSignal,
): Promise<Submitted> {
  const html = await readFile(join(pages, 'guess.html'), 'utf8');
  if (signal.aborted) throw cancelled();
  const panel = vscode.window.createWebviewPanel('calledIt.guess', title, vscode.ViewColumn.Beside, {
    enableScripts: true,
    // What was filled in stays while another tab is looked at.
    retainContextWhenHidden: true,
    localResourceRoots: [vscode.Uri.file(pages)],
  });
  try {
    return await submitted(panel, pageOf(html, pages, panel.webview), asked, signal);
  } finally {
    panel.dispose();
  }
}

function submitted(
  panel: vscode.WebviewPanel,
  html: string,
  asked: GuessAsked,
  signal: AbortSignal,
): Promise<Submitted> {
  return new Promise((resolve, reject) => {
    let shownAt = performance.now();
    const leave = (): void => reject(cancelled());
    const tell = (told: GuessTold): void => void panel.webview.postMessage(told);
    const read = (guess: Guess, isFinal: boolean): void => {
      const reading = readGuess(guess);
      if (isFinal && reading.kind !== 'troubles') resolve({ ...reading, tookMs: performance.now() - shownAt });
      else tell({ kind: 'troubles', troubles: reading.kind === 'troubles' ? reading.troubles : [], isFinal });
    };
    const hear = (said: GuessSaid): void => {
      if (said.kind === 'cancelled') {
        leave();
      } else if (said.kind === 'ready') {
        shownAt = performance.now();
        tell(asked);
      } else {
        read(said.guess, said.kind === 'submitted');
      }
    };
    signal.addEventListener('abort', leave, { once: true });
    panel.onDidDispose(leave);
    panel.webview.onDidReceiveMessage((data: unknown) => {
      try {
        hear(receive(GuessSaid, data, 'the form'));
      } catch (error) {
        reject(error);
      }
    });
    panel.webview.html = html;
  });
}

function pageOf(html: string, pages: string, webview: vscode.Webview): string {
  const uri = (name: string): string => webview.asWebviewUri(vscode.Uri.file(join(pages, name))).toString();
  const parts: Readonly<Record<string, string>> = {
    nonce: randomBytes(16).toString('hex'),
    styles: webview.cspSource,
    style: uri('guess.css'),
    script: uri('guess.js'),
  };
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[String(name)] ?? '');
}
