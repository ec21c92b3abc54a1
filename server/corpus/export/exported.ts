/** What an export is: files by name, and a count of what does not qualify, by reason. */
import type { Case } from './cases.ts';

export interface ExportedFile {
  /** With forward slashes, below the export's folder. */
  readonly name: string;
  readonly text: string;
}

export interface Exported {
  readonly files: readonly ExportedFile[];
  readonly written: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

/** A case as a line of the format, or why it has none. */
export type Line =
  | { readonly kind: 'line'; readonly data: unknown }
  | { readonly kind: 'skipped'; readonly reason: string };

export const line = (data: unknown): Line => ({ kind: 'line', data });
export const skip = (reason: string): Line => ({ kind: 'skipped', reason });

export interface Lines {
  readonly data: readonly unknown[];
  readonly skipped: Exported['skipped'];
}

/** The lines of all cases; one case may give several. */
export function linesOfCases(cases: readonly Case[], lineOf: (one: Case) => Line | readonly Line[]): Lines {
  const reasons = new Map<string, number>();
  const data: unknown[] = [];
  for (const made of cases.flatMap(one => lineOf(one))) {
    if (made.kind === 'line') data.push(made.data);
    else reasons.set(made.reason, (reasons.get(made.reason) ?? 0) + 1);
  }
  const skipped = [...reasons].map(([reason, count]) => ({ reason, count }));
  return { data, skipped: skipped.sort((a, b) => b.count - a.count) };
}

/** JSON Lines: a line feed after each, nothing that another reader takes for the end of a line, no lone surrogate. */
export function jsonLines(data: readonly unknown[]): string {
  return data.map(one => `${jsonText(one)}\n`).join('');
}

export function jsonText(data: unknown, indent?: number): string {
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.stringify(data, clean, indent).replace(
    /[\u0085\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
