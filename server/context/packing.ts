/** Fills a budget: the target first, then what is needed in the order of its score, by signature where the whole does not fit. */
import type { ContextManifest } from '../core/prediction.ts';
import { costOf, holds, type Piece } from './pieces.ts';
import type { Start } from './start.ts';

export type LeftOut = ContextManifest['leftOut'][number];

export interface Choice {
  readonly piece: Piece;
  /** To be shown where the piece itself does not fit. */
  readonly instead: Piece | undefined;
}

export interface Packed {
  readonly pieces: readonly Piece[];
  readonly leftOut: readonly LeftOut[];
  readonly tokens: number;
}

export function packedWithin(budget: number, start: Start, choices: readonly Choice[]): Packed {
  return choices.reduce<Packed>((packed, choice) => withChoice(packed, choice, budget), {
    pieces: start.always === undefined ? [] : [start.always],
    leftOut: [],
    tokens: start.always === undefined ? 0 : costOf(start.always),
  });
}

function withChoice(packed: Packed, { piece, instead }: Choice, budget: number): Packed {
  if (packed.pieces.some(one => holds(one, piece))) return packed;
  const fitting = [piece, instead].find(one => one !== undefined && packed.tokens + costOf(one) <= budget);
  const why = fitting === undefined ? 'no room in the budget' : 'no room in the budget for its body';
  const missing = fitting === piece ? [] : [{ name: `${piece.module.file}: ${piece.name}`, why }];
  return {
    pieces: fitting === undefined ? packed.pieces : [...packed.pieces, fitting],
    leftOut: [...packed.leftOut, ...missing],
    tokens: packed.tokens + (fitting === undefined ? 0 : costOf(fitting)),
  };
}
