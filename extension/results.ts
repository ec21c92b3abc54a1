/** The checks that this window shows. At most one stands on a line of a document. */
import * as vscode from 'vscode';
import type { Shown } from './shown.ts';

export class Results implements vscode.Disposable {
  private readonly shown = new Map<string, Shown>();
  private readonly changed = new vscode.EventEmitter<Shown | undefined>();
  private lastToken = '';
  private next = 0;

  /** Fires with the check that changed, or with nothing where several did. */
  readonly onChange = this.changed.event;

  newToken(): string {
    return `check-${this.next++}`;
  }

  /** Shows a check, in place of what stood on its line. */
  put(check: Shown): void {
    for (const other of this.all()) {
      if (other.token !== check.token && isSameLine(other, check)) this.shown.delete(other.token);
    }
    this.shown.set(check.token, check);
    this.lastToken = check.token;
    this.changed.fire(check);
  }

  /** Changes a check that is still shown; one that was cleared stays away. */
  update(token: string, change: Partial<Shown>): void {
    const check = this.shown.get(token);
    if (check === undefined) return;
    const changed = { ...check, ...change };
    this.shown.set(token, changed);
    this.changed.fire(changed);
  }

  get(token: string): Shown | undefined {
    return this.shown.get(token);
  }

  /** The check that was begun last and is still shown. */
  last(): Shown | undefined {
    return this.shown.get(this.lastToken) ?? this.all().at(-1);
  }

  all(): readonly Shown[] {
    return [...this.shown.values()];
  }

  remove(tokens: readonly string[]): void {
    for (const token of tokens) this.shown.delete(token);
    if (tokens.length > 0) this.changed.fire(undefined);
  }

  /** Tells everyone to look again. */
  refresh(): void {
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function isSameLine({ anchor: one }: Shown, { anchor: other }: Shown): boolean {
  return one.uri === other.uri && one.range.end.line === other.range.end.line;
}
