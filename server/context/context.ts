/** The code that a model is shown about a probe: what the call needs, by score, within a budget, with an account of it all. */
import type { ContextLevel, ContextManifest, Remark } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { withoutSecrets } from '../core/secrets.ts';
import type { Workspace } from '../core/workspace.ts';
import { arranged } from './arranging.ts';
import { chosenAt } from './choice.ts';
import { forbiddenBecause } from './excluded.ts';
import { leaksIn } from './leaks.ts';
import { membersLeftOut, unnamedMembers } from './members.ts';
import { packedWithin } from './packing.ts';
import { type Piece, shownFrom, sourceOf } from './pieces.ts';
import { type Start, startOf } from './start.ts';
import { withoutRemarks } from './stripped.ts';

/**
 * The target is always shown whole, or nothing is: `refused` says why. Where it alone exceeds the budget, `estimatedTokens` is above `budgetTokens`, and nothing
 * should be asked.
 */
export async function contextOf(
  probe: Probe,
  level: ContextLevel,
  budgetTokens: number,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ContextManifest> {
  return await strippedContextOf(probe, level, budgetTokens, [], workspace, signal);
}

/** The same without comments, docstrings or doctests; the names of what was left out are in the manifest. */
export async function strippedContextOf(
  probe: Probe,
  level: ContextLevel,
  budgetTokens: number,
  remarks: readonly Remark[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ContextManifest> {
  const start = await startOf(probe, workspace);
  const refused = await refusalOf(start, workspace);
  if (refused !== undefined) {
    const { name, why } = refused;
    const facts = { level, shown: [], estimatedTokens: 0, budgetTokens, leaks: [], stripped: [...remarks] };
    return { ...facts, leftOut: [{ name, why }], refused: refused.sentence };
  }
  const chosen = await chosenAt(level, budgetTokens, start, workspace, signal);
  const packed = packedWithin(budgetTokens, start, chosen.choices);
  const pieces = arranged(packed.pieces, start);
  const shown = pieces.map(piece => {
    const source = remarks.length === 0 ? sourceOf(piece) : strippedSource(piece, remarks, workspace);
    return shownFrom(piece, withoutSecrets(source), membersLeftOut(piece, pieces));
  });
  const leftOut = [...chosen.leftOut, ...packed.leftOut];
  return {
    level,
    shown: [...shown],
    leftOut: [...leftOut, ...unnamedMembers(pieces, leftOut)],
    estimatedTokens: packed.tokens,
    budgetTokens,
    leaks: [...leaksIn(shown, probe.call.expression)],
    stripped: [...remarks],
  };
}

/** A target whose own file must not be shown: then nothing is asked, since the call alone says too little. */
async function refusalOf({ module, always }: Start, workspace: Workspace) {
  const why = always === undefined ? '' : await forbiddenBecause(workspace, module.file);
  if (always === undefined || why === '') return undefined;
  const sentence = `The code of ${always.name} is not shown to a model: ${why} (${module.file}). Predict it yourself, or move it to another file.`;
  return { name: `${module.file}: ${always.name}`, why, sentence };
}

function strippedSource({ module, lines }: Piece, remarks: readonly Remark[], workspace: Workspace): string {
  return withoutRemarks(module.text, lines, workspace.remarksOf(module), remarks);
}
