/** Needed definitions → pieces of code to show, and what they cost. */
import { fingerprint } from '../core/fingerprint.ts';
import type { Definition, ImportedName, Lines, Module } from '../core/module.ts';
import type { Shown } from '../core/prediction.ts';
import { tokensAtMost } from '../core/tokens.ts';
import type { Needed } from './needed.ts';

/** Lines of a module that are shown together. */
export interface Piece {
  readonly module: Module;
  readonly name: string;
  readonly lines: Lines;
  readonly form: Shown['form'];
}

/** A class is shown by its head, its members being pieces of their own. */
export function pieceOf({ module, definition }: Pick<Needed, 'module' | 'definition'>): Piece {
  if (definition.kind === 'class') return { module, name: definition.name, lines: definition.head, form: 'signature' };
  return { module, name: definition.name, lines: definition.lines, form: 'whole' };
}

/** The same definition without its body; `undefined` where nothing would be saved. */
export function signaturePieceOf({ module, definition }: Pick<Needed, 'module' | 'definition'>): Piece | undefined {
  if (definition.head.last >= definition.lines.last) return undefined;
  return { module, name: definition.name, lines: definition.head, form: 'signature' };
}

/** The target is never cut. */
export function targetPiece(module: Module, target: Definition): Piece {
  return { module, name: target.name, lines: target.lines, form: 'whole' };
}

export function filePiece(module: Module): Piece {
  const lines = { first: 0, last: module.text.trimEnd().split('\n').length - 1 };
  return { module, name: module.file, lines, form: 'whole' };
}

/** The import lines by which a module comes to the names that are used in the lines shown of it. */
export function importPieces(module: Module, names: ReadonlySet<string>): readonly Piece[] {
  const used = module.imports.filter(one => one.owner === '' && isUsed(one, names));
  const byLine = new Map(used.map(one => [one.lines.first, one.lines]));
  return [...byLine.values()].map(lines => ({
    module,
    name: used
      .filter(one => one.lines.first === lines.first)
      .map(nameOfImport)
      .join(', '),
    lines,
    form: 'whole',
  }));
}

function isUsed(imported: ImportedName, names: ReadonlySet<string>): boolean {
  return imported.name === '*' || names.has(imported.local);
}

function nameOfImport(imported: ImportedName): string {
  return imported.name === '*' ? `${imported.module}.*` : imported.local;
}

/** A line that tells which file and lines follow. */
const costOfHead = 14;

/** Tokens of the piece as it stands in a prompt: its lines with their numbers, and a line above. */
export function costOf(piece: Piece): number {
  const lines = piece.lines.last - piece.lines.first + 1;
  return tokensAtMost(sourceOf(piece)) + 2 * lines + costOfHead;
}

export function sourceOf({ module, lines }: Piece): string {
  return module.text
    .split('\n')
    .slice(lines.first, lines.last + 1)
    .map(line => line.replace(/\r$/, ''))
    .join('\n');
}

export function holds(outer: Piece, inner: Piece): boolean {
  return (
    outer.module.file === inner.module.file &&
    outer.lines.first <= inner.lines.first &&
    inner.lines.last <= outer.lines.last
  );
}

/** `leftOut`: how many members of a class whose head this is are not shown; `undefined` where nothing of it is missing. */
export function shownFrom(piece: Piece, source: string, leftOut: number | undefined): Shown {
  return {
    file: piece.module.file,
    name: piece.name,
    firstLine: piece.lines.first + 1,
    lastLine: piece.lines.last + 1,
    sha256: fingerprint(source),
    form: piece.form,
    source,
    ...(leftOut === undefined ? {} : { membersLeftOut: leftOut }),
  };
}
