/** Draws each check at the end of its line, moves it with the text, dims it when the call or its target is edited, and then takes it away. */
import * as vscode from 'vscode';
import { hoverText } from './hover.ts';
import { type Change, movedRange } from './moving.ts';
import { editorRange, rangeOf } from './place.ts';
import type { Results } from './results.ts';
import { type Anchor, inlineText, type Shown, type Tone, toneOf } from './shown.ts';

/** How long a dimmed mark stays after the last edit. */
const staleMs = 8000;

const colours: Readonly<Record<Tone, vscode.ThemeColor>> = {
  right: new vscode.ThemeColor('calledIt.rightForeground'),
  wrong: new vscode.ThemeColor('calledIt.wrongForeground'),
  undecided: new vscode.ThemeColor('calledIt.undecidedForeground'),
  pending: new vscode.ThemeColor('calledIt.pendingForeground'),
};

export class Decorations implements vscode.Disposable {
  private readonly type = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly removals = new Map<string, NodeJS.Timeout>();
  private readonly parts: readonly vscode.Disposable[];

  constructor(
    private readonly results: Results,
    /** Whether a document shows text on its lines. */
    private readonly isShown: (uri: vscode.Uri) => boolean,
  ) {
    this.parts = [
      this.type,
      results.onChange(() => this.draw()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(event => this.follow(event)),
    ];
  }

  draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const uri = document.uri.toString();
      const checks = this.isShown(document.uri) ? this.results.all().filter(({ anchor }) => anchor.uri === uri) : [];
      editor.setDecorations(
        this.type,
        checks.filter(({ anchor }) => anchor.range.end.line < document.lineCount).map(each => option(each, document)),
      );
    }
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    for (const timer of this.removals.values()) clearTimeout(timer);
  }

  private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    const changes = contentChanges.map(({ range, text }): Change => ({ range: rangeOf(range), text }));
    if (changes.length === 0) return;
    for (const check of this.results.all()) {
      const anchor = movedAnchor(check.anchor, uri, changes);
      const target = check.target === undefined ? undefined : movedAnchor(check.target, uri, changes);
      if (anchor === undefined && target === undefined) continue;
      const touched = anchor?.touched === true || target?.touched === true;
      this.results.update(check.token, {
        anchor: anchor?.anchor ?? check.anchor,
        target: target?.anchor ?? check.target,
        isStale: check.isStale || touched,
      });
      if (touched) this.removeSoon(check.token);
    }
  }

  private removeSoon(token: string): void {
    clearTimeout(this.removals.get(token));
    const remove = (): void => {
      this.removals.delete(token);
      this.results.remove([token]);
    };
    this.removals.set(token, setTimeout(remove, staleMs));
  }
}

/** Where an anchor has gone, if it is in the document that was edited. */
function movedAnchor(anchor: Anchor, uri: string, changes: readonly Change[]) {
  if (anchor.uri !== uri) return undefined;
  const { range, touched } = movedRange(anchor.range, changes);
  return { anchor: { uri, range }, touched };
}

function option(check: Shown, document: vscode.TextDocument): vscode.DecorationOptions {
  const call = editorRange(check.anchor.range);
  const end = document.lineAt(call.end.line).range.end;
  return {
    range: new vscode.Range(call.start, end),
    hoverMessage: hoverOf(check),
    renderOptions: {
      after: {
        contentText: inlineText(check),
        color: colours[toneOf(check)],
        margin: '0 0 0 2em',
        ...(check.isStale ? { fontStyle: 'italic' } : {}),
      },
    },
  };
}

/** Only our own links are trusted: what a model or the call said stands in parts of its own. */
function hoverOf(check: Shown): vscode.MarkdownString[] {
  const { sides, links, facts, commands } = hoverText(check);
  const trusted = new vscode.MarkdownString(links);
  trusted.isTrusted = { enabledCommands: commands };
  const rest = facts === '' ? [] : [new vscode.MarkdownString(facts)];
  return [new vscode.MarkdownString(sides), trusted, ...rest];
}
