/** What each level of context would show if there were room for all of it, best first, without what is never shown. */
import type { Module } from '../core/module.ts';
import type { ContextLevel } from '../core/prediction.ts';
import { isTestFile, type Workspace } from '../core/workspace.ts';
import { callersOf } from './callers.ts';
import { excludedBecause } from './excluded.ts';
import { type Needed, type NeededSet, neededBy } from './needed.ts';
import type { Choice, LeftOut } from './packing.ts';
import { filePiece, importPieces, pieceOf, signaturePieceOf } from './pieces.ts';
import { callName, type Start } from './start.ts';

export interface Chosen {
  readonly choices: readonly Choice[];
  readonly leftOut: readonly LeftOut[];
}

export async function chosenAt(
  level: ContextLevel,
  budget: number,
  start: Start,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Chosen> {
  const all = await neededAt(level, budget, start, workspace, signal);
  const needed = level === 'function' ? all.found.filter(isNamedByCall) : all.found;
  const callers = level === 'callers' ? await callersOfTarget(start, workspace, signal) : [];
  const { passed, leftOut } = await allowed([...needed, ...callers], start, workspace);
  const whole = level === 'file' ? [{ piece: filePiece(start.module), instead: undefined }] : [];
  const pieces = passed.map(one => ({ piece: pieceOf(one), instead: signaturePieceOf(one) }));
  const imports = level === 'function' ? [] : importsFor([...passed, ...start.seeds], start, workspace);
  const more =
    all.isCut && level !== 'function' ? [{ name: 'what these use in turn', why: 'no room in the budget' }] : [];
  return { choices: [...whole, ...imports, ...pieces], leftOut: [...leftOut, ...more] };
}

/** At the level of the function nothing is looked for, unless the target itself is not known from the text. */
async function neededAt(
  level: ContextLevel,
  budget: number,
  start: Start,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<NeededSet> {
  if (level === 'function' && start.target !== undefined) return { found: [], isCut: false };
  return await neededBy(workspace, start.seeds, budget, signal);
}

/** A function or class whose name stands in the call itself. */
function isNamedByCall({ definition, score }: Needed): boolean {
  return score >= 0.5 && definition.kind !== 'variable';
}

async function callersOfTarget(start: Start, workspace: Workspace, signal: AbortSignal): Promise<readonly Needed[]> {
  const { module, target } = start;
  return target === undefined ? [] : await callersOf(workspace, { module, definition: target }, signal);
}

/** The target's own file may be shown whatever it is called. The call itself was a seed, and is no code of the workspace. */
async function allowed(needed: readonly Needed[], start: Start, workspace: Workspace) {
  const reasons = new Map<string, string>([[start.module.file, '']]);
  const leftOut: LeftOut[] = [];
  const passed: Needed[] = [];
  for (const one of needed.filter(({ definition }) => definition.name !== callName)) {
    const { file } = one.module;
    const why = reasons.get(file) ?? (await excludedBecause(workspace, file));
    reasons.set(file, why);
    if (why !== '') leftOut.push({ name: `${file}: ${one.definition.name}`, why });
    else passed.push(one);
  }
  return { passed, leftOut };
}

/** Set-up lines may import, too, but they are shown with the call; a test that the call stands in is not shown at all. */
function importsFor(needed: readonly Needed[], start: Start, workspace: Workspace): readonly Choice[] {
  const names = new Map<string, { readonly module: Module; readonly used: Set<string> }>();
  for (const { module, definition } of needed) {
    const entry = names.get(module.file) ?? { module, used: new Set<string>() };
    for (const use of workspace.usesOf(module, definition)) entry.used.add(firstPart(use.name));
    names.set(module.file, entry);
  }
  if (isTestFile(start.file) && start.file !== start.module.file) names.delete(start.file);
  return [...names.values()].flatMap(({ module, used }) =>
    importPieces(module, used)
      .filter(piece => piece.module.file !== start.file || piece.lines.last < start.rows)
      .map(piece => ({ piece, instead: undefined })),
  );
}

function firstPart(dotted: string): string {
  return dotted.split('.')[0] ?? '';
}
