/** The code that a model is shown about a probe: what the call needs, by score, within a budget, with an account of it all. */
import type { ContextLevel, ContextManifest, Remark } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { withoutSecrets } from '../core/secrets.ts';
import type { Workspace } from '../core/workspace.ts';
import { chosenAt } from './choice.ts';
import { leaksIn } from './leaks.ts';
import { packedWithin } from './packing.ts';
import { arranged, type Piece, shownFrom, sourceOf } from './pieces.ts';
import { startOf } from './start.ts';
import { withoutRemarks } from './stripped.ts';

/**
 * The target is always shown whole. Where it alone exceeds the budget, `estimatedTokens` is above `budgetTokens`, and nothing
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
  const chosen = await chosenAt(level, budgetTokens, start, workspace, signal);
  const packed = packedWithin(budgetTokens, start, chosen.choices);
  const shown = arranged(packed.pieces, start.module.file).map(piece =>
    shownFrom(
      piece,
      withoutSecrets(remarks.length === 0 ? sourceOf(piece) : strippedSource(piece, remarks, workspace)),
    ),
  );
  return {
    level,
    shown: [...shown],
    leftOut: [...chosen.leftOut, ...packed.leftOut],
    estimatedTokens: packed.tokens,
    budgetTokens,
    leaks: [...leaksIn(shown, probe.call.expression)],
    stripped: [...remarks],
  };
}

function strippedSource({ module, lines }: Piece, remarks: readonly Remark[], workspace: Workspace): string {
  return withoutRemarks(module.text, lines, workspace.remarksOf(module), remarks);
}
