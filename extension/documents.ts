/** Read-only documents of the extension: the last result, a prompt, both sides of a check. */
import * as vscode from 'vscode';
import { oneLine } from '../server/core/line.ts';
import { type Sides, sidesOf } from './sides.ts';
import { storyOf, type Told } from './story.ts';

const scheme = 'called-it';
const kept = 50;

export class Documents implements vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered: vscode.Disposable;

  constructor() {
    this.registered = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.changed.event,
      provideTextDocumentContent: uri => this.texts.get(uri.toString()) ?? 'This result is no longer kept.\n',
    });
  }

  async showStory(told: Told): Promise<void> {
    const uri = this.put(`${titleOf(told)}.md`, storyOf(told));
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  async showText(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.put(name, text), { preview: true });
  }

  /** Prediction and reality in the editor's own diff; nothing where the call did not run or nobody predicted. */
  async showSides(told: Told): Promise<boolean> {
    const { prediction, run } = told;
    if (prediction === null || run === null) return false;
    const sides: Sides = sidesOf(prediction, run);
    const title = titleOf(told);
    const left = this.put(`predicted/${title}.py`, sides.predicted);
    const right = this.put(`really/${title}.py`, sides.really);
    await vscode.commands.executeCommand('vscode.diff', left, right, `${title}: predicted ↔ really`, { preview: true });
    return true;
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }

  private put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${path}` });
    const key = uri.toString();
    this.texts.delete(key);
    this.texts.set(key, text);
    for (const old of [...this.texts.keys()].slice(0, -kept)) this.texts.delete(old);
    this.changed.fire(uri);
    return uri;
  }
}

/** The call as a file may be called. */
function titleOf({ probe }: Told): string {
  return oneLine(probe.call.expression, 50).replace(/[/\\?#]/g, '∕');
}
