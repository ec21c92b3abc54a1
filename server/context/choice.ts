/** What each level of context would show if there were room for all of it, best first, without what is never shown. */
import type { Module } from '../core/module.ts';
import type { ContextLevel } from '../core/prediction.ts';
import { isTestFile, type Workspace } from '../core/workspace.ts';
import { callersOf } from './callers.ts';
import { excludedBecause, forbiddenBecause } from './excluded.ts';
import { type Needed, type NeededSet, neededBy } from './needed.ts';
import type { Choice, LeftOut } from './packing.ts';
import { filePiece, importPieces, pieceOf, signaturePieceOf } from './pieces.ts';
import type { Start } from './start.ts';

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
  const whole = level === 'file' ? await wholeFile(start, workspace) : { choices: [], leftOut: [] };
  const pieces = passed.map(one => ({ piece: pieceOf(one), instead: signaturePieceOf(one) }));
  const seeds = (await mayShowImports(start, workspace))
    ? start.seeds
    : start.seeds.filter(one => isOfWorkspace(one, start));
  const imports = level === 'function' ? [] : importsFor([...passed, ...seeds], start, workspace);
  const more =
    all.isCut && level !== 'function' ? [{ name: 'what these use in turn', why: 'no room in the budget' }] : [];
  return {
    choices: [...whole.choices, ...imports, ...pieces],
    leftOut: [...whole.leftOut, ...leftOut, ...more],
  };
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

/** Of a test, what the call needs is shown and no more: the rest may tell what it returns. */
async function wholeFile({ module }: Start, workspace: Workspace): Promise<Chosen> {
  const { file } = module;
  const why = isTestFile(file)
    ? 'a test, of which only what the call needs is shown'
    : await forbiddenBecause(workspace, file);
  if (why !== '') return { choices: [], leftOut: [{ name: file, why }] };
  return { choices: [{ piece: filePiece(module), instead: undefined }], leftOut: [] };
}

/** What may be shown of what is needed. The files of the target and of the call were chosen by the user, so that they may be tests. */
async function allowed(needed: readonly Needed[], start: Start, workspace: Workspace) {
  const chosen = new Set([start.module.file, start.file]);
  const reasons = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  const passed: Needed[] = [];
  for (const one of needed.filter(one => isOfWorkspace(one, start))) {
    const { file } = one.module;
    const why = reasons.get(file) ?? (await (chosen.has(file) ? forbiddenBecause : excludedBecause)(workspace, file));
    reasons.set(file, why);
    if (why !== '') leftOut.push({ name: `${file}: ${one.definition.name}`, why });
    else passed.push(one);
  }
  return { passed, leftOut };
}

/** Whether the imports that the call alone uses may be shown: those of a test, which is no file of the target, are not. */
async function mayShowImports({ file, module }: Start, workspace: Workspace): Promise<boolean> {
  return !(isTestFile(file) && file !== module.file) && (await forbiddenBecause(workspace, file)) === '';
}

/** The call and its set-up lines were read as the end of their module, and are no code of it. */
function isOfWorkspace({ module, definition }: Needed, { file, rows }: Start): boolean {
  return module.file !== file || definition.lines.first < rows;
}

/** Set-up lines may import, too, but they are shown with the call. */
function importsFor(needed: readonly Needed[], start: Start, workspace: Workspace): readonly Choice[] {
  const names = new Map<string, { readonly module: Module; readonly used: Set<string> }>();
  for (const { module, definition } of needed) {
    const entry = names.get(module.file) ?? { module, used: new Set<string>() };
    for (const use of workspace.usesOf(module, definition)) entry.used.add(firstPart(use.name));
    names.set(module.file, entry);
  }
  return [...names.values()].flatMap(({ module, used }) =>
    importPieces(module, used)
      .filter(piece => piece.module.file !== start.file || piece.lines.last < start.rows)
      .map(piece => ({ piece, instead: undefined })),
  );
}

function firstPart(dotted: string): string {
  return dotted.split('.')[0] ?? '';
}
