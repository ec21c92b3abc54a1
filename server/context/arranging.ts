/**
 * The order of pieces in a prompt: other files before the target's, in each from top to bottom, and the target at the very end, next to
 * the call. It is moved below what stands under it in its file, with its class where it has one, unless something there needs it while
 * Python reads the file: then the order of the file stays. Blocks have their lines, so that this is no secret.
 */
import { type Definition, definitionOf, type Lines, linesOf } from '../core/module.ts';
import { holds, type Piece } from './pieces.ts';
import type { Start } from './start.ts';

/** Neighbours are joined, and what another piece holds is dropped. */
export function arranged(pieces: readonly Piece[], start: Start): readonly Piece[] {
  const isOwn = (piece: Piece): boolean => piece.module.file === start.module.file;
  const others = pieces.filter(piece => !isOwn(piece)).toSorted(byPlace);
  return [...joinedAll(others), ...arrangedOwn(pieces.filter(isOwn).toSorted(byPlace), start)];
}

function byPlace(a: Piece, b: Piece): number {
  return a.module.file.localeCompare(b.module.file) || a.lines.first - b.lines.first || b.lines.last - a.lines.last;
}

function arrangedOwn(own: readonly Piece[], { module, target, always }: Start): readonly Piece[] {
  if (target === undefined || always === undefined || own.some(one => one !== always && holds(one, always))) {
    return joinedAll(own);
  }
  const group = definitionOf(module, target.name.split('.')[0] ?? '') ?? target;
  const last = group.kind === 'class' ? group : target;
  const [inside, outside] = [
    own.filter(one => isWithin(one, last.lines)),
    own.filter(one => !isWithin(one, last.lines)),
  ];
  if (isNeededBelow(last, outside)) return joinedAll(own);
  const members = inside.filter(one => one !== always);
  if (isNeededBelow(target, members)) return [...joinedAll(outside), ...joinedAll(inside)];
  return [...joinedAll(outside), ...joinedAll(members), always];
}

function isWithin({ lines }: Piece, { first, last }: Lines): boolean {
  return first <= lines.first && lines.last <= last;
}

/** Whether a piece under the definition names it in what runs when Python reads the file: all but the bodies of functions. */
function isNeededBelow({ name, lines }: Definition, pieces: readonly Piece[]): boolean {
  const word = new RegExp(`\\b${name.split('.').at(-1) ?? name}\\b`);
  return pieces.some(
    piece => piece.lines.first > lines.last && word.test(linesOf(piece.module.text, readLines(piece))),
  );
}

function readLines({ module, name, lines }: Piece): Lines {
  const definition = definitionOf(module, name);
  return definition === undefined || definition.kind === 'variable' ? lines : definition.head;
}

function joinedAll(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.reduce<readonly Piece[]>(joined, []);
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
