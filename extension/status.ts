/** The one status bar item: who predicts, what goes on, and how the last check ended; a click opens the menu. */
import * as vscode from 'vscode';
import type { Results } from './results.ts';
import { inlineText, type Shown, toneOf } from './shown.ts';

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('calledIt.status', vscode.StatusBarAlignment.Right, 50);
  private readonly listener: vscode.Disposable;

  constructor(
    private readonly results: Results,
    /** Who predicts, in a word or two. */
    private readonly predictor: () => string,
  ) {
    this.item.name = 'Called It';
    this.item.command = 'calledIt.menu';
    this.listener = results.onChange(() => this.draw());
    this.draw();
    this.item.show();
  }

  draw(): void {
    const last = this.results.last();
    this.item.text = `${iconOf(last)} Called It: ${this.predictor()}`;
    const state = last === undefined ? 'ready' : inlineText(last);
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(`Called It, predictor: ${this.predictor()}\n${state}\nClick for the menu.`);
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `Called It, ${this.predictor()}, ${state}`, role: 'button' };
  }

  dispose(): void {
    this.listener.dispose();
    this.item.dispose();
  }
}

function iconOf(last: Shown | undefined): string {
  if (last === undefined || last.stage === 'cancelled') return '$(eye)';
  if (last.stage === 'asking' || last.stage === 'running') return '$(loading~spin)';
  if (last.stage === 'failed') return '$(warning)';
  const icons = { right: '$(check)', wrong: '$(close)', undecided: '$(question)', pending: '$(eye)' };
  return icons[toneOf(last)];
}
