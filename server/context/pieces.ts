/** Needed definitions → pieces of code to show, within a budget. */
import { fingerprint } from '../core/fingerprint.ts';
import type { Definition, ImportedName, Lines, Module } from '../core/module.ts';
import type { Shown } from '../core/prediction.ts';
import type { Needed } from './needed.ts';
import { estimateTokens } from './tokens.ts';

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
  return estimateTokens(sourceOf(piece)) + 2 * lines + costOfHead;
}

export function sourceOf({ module, lines }: Piece): string {
  return module.text
    .split('\n')
    .slice(lines.first, lines.last + 1)
    .map(line => line.replace(/\r$/, ''))
    .join('\n');
}

/** In reading order: other files before the target's, lines from top to bottom; neighbours are joined, what another piece holds is dropped. */
export function arranged(pieces: readonly Piece[], targetFile: string): readonly Piece[] {
  const last = (piece: Piece): number => (piece.module.file === targetFile ? 1 : 0);
  const sorted = pieces.toSorted(
    (a, b) =>
      last(a) - last(b) ||
      a.module.file.localeCompare(b.module.file) ||
      a.lines.first - b.lines.first ||
      b.lines.last - a.lines.last,
  );
  return sorted.reduce<readonly Piece[]>(joined, []);
}

function joined(done: readonly Piece[], next: Piece): readonly Piece[] {
  const before = done.at(-1);
  if (before === undefined || before.module.file !== next.module.file) return [...done, next];
  if (next.lines.last <= before.lines.last) return done;
  const isNeighbour = next.lines.first <= before.lines.last + 1;
  if (!isNeighbour || before.form !== 'whole' || next.form !== 'whole' || isLong(before) || isLong(next)) {
    return [...done, next];
  }
  const lines = { first: before.lines.first, last: next.lines.last };
  return [...done.slice(0, -1), { ...before, name: `${before.name}, ${next.name}`, lines }];
}

/** Functions stay pieces of their own, so that the manifest names each. */
function isLong(piece: Piece): boolean {
  return piece.lines.last - piece.lines.first > 2;
}

export function shownFrom(piece: Piece, source: string): Shown {
  return {
    file: piece.module.file,
    name: piece.name,
    firstLine: piece.lines.first + 1,
    lastLine: piece.lines.last + 1,
    sha256: fingerprint(source),
    form: piece.form,
    source,
  };
}
