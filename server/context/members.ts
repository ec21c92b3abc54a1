/** A class is shown by its head and the members that are needed: what became of the others. */
import { type Definition, definitionOf } from '../core/module.ts';
import type { LeftOut } from './packing.ts';
import { holds, type Piece, pieceOf } from './pieces.ts';

/** How many members of the class whose head a piece is are not among `shown`; 0 where there are none of its body; `undefined` where all is there. */
export function membersLeftOut(piece: Piece, shown: readonly Piece[]): number | undefined {
  const definition = classOf(piece);
  if (definition === undefined || definition.head.last >= definition.lines.last) return undefined;
  const { missing, all } = membersOf(piece, shown);
  return missing.length > 0 || all.length === 0 ? missing.length : undefined;
}

const mostNamed = 20;

/** Those for the manifest that it does not name yet, a line for each class. */
export function unnamedMembers(shown: readonly Piece[], named: readonly LeftOut[]): readonly LeftOut[] {
  const known = new Set(named.map(({ name }) => name));
  return shown.flatMap(piece => {
    const { file } = piece.module;
    const names = membersOf(piece, shown).missing.filter(name => !known.has(`${file}: ${name}`));
    if (names.length === 0) return [];
    const short = names.slice(0, mostNamed).map(name => name.split('.').at(-1) ?? name);
    const more = names.length > mostNamed ? [`and ${names.length - mostNamed} more`] : [];
    return [
      { name: `${file}: ${piece.name}`, why: `members that nothing shown uses: ${[...short, ...more].join(', ')}` },
    ];
  });
}

function membersOf(piece: Piece, shown: readonly Piece[]) {
  const definition = classOf(piece);
  const members = definition === undefined ? [] : piece.module.definitions.filter(({ owner }) => owner === piece.name);
  const isShown = (member: Definition): boolean =>
    shown.some(one => one !== piece && holds(one, pieceOf({ module: piece.module, definition: member })));
  return {
    all: members,
    missing: [...new Set(members.filter(member => !isShown(member)).map(({ name }) => name))],
  };
}

/** The class whose head alone a piece is. */
function classOf({ module, name, form }: Piece): Definition | undefined {
  const definition = form === 'signature' ? definitionOf(module, name) : undefined;
  return definition?.kind === 'class' ? definition : undefined;
}
