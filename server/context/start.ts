/** Where the search for what a call needs begins: its target, and the names in its expression and set-up. */
import { type Definition, definitionOf, type Module } from '../core/module.ts';
import type { Probe } from '../core/probe.ts';
import type { Workspace } from '../core/workspace.ts';
import type { Needed } from './needed.ts';
import { filePiece, type Piece, targetPiece } from './pieces.ts';

export interface Start {
  /** The module of the target, with the text in force. */
  readonly module: Module;
  /** Absent where the text does not tell what the call enters. */
  readonly target: Definition | undefined;
  /** What is shown in any case, and never cut: the target; the code of an imported row in which none is found. */
  readonly always: Piece | undefined;
  /** The target first, then the call itself as a definition in a longer text of its module. */
  readonly seeds: readonly Needed[];
  /** The module in which the call is evaluated, and how many rows its text has without the call. */
  readonly file: string;
  readonly rows: number;
}

/** The call as a definition of its own at the end of its module, so that its names resolve as they will when it runs. */
export const callName = '__called_it_call__';

export async function startOf(probe: Probe, workspace: Workspace): Promise<Start> {
  const { target, call } = probe;
  const own = workspace.moduleOf(target.file, probe.code);
  const lines = [probe.code, call.setup, `${callName} = (\n${call.expression}\n)`].filter(text => text !== '');
  const asked = workspace.moduleOf(target.file, lines.join('\n'));
  const module = await moduleOfTarget(probe, own, workspace);
  const definition = definitionOf(module, target.name);
  const question = definitionOf(asked, callName);
  return {
    module,
    target: definition,
    always: definition === undefined ? carriedPiece(probe, module) : targetPiece(module, definition),
    file: target.file,
    rows: probe.code.split('\n').length,
    seeds: [
      ...(definition === undefined ? [] : [{ module, definition, score: 1 }]),
      ...(question === undefined ? [] : [{ module: asked, definition: question, score: 1 }]),
    ],
  };
}

/** Where the target is not found in its file any more, the text that the probe carries stands for it, at its lines. */
async function moduleOfTarget({ target }: Probe, own: Module, workspace: Workspace): Promise<Module> {
  const { definedIn, name, range, source } = target;
  if (definedIn === undefined) return own;
  const found = await workspace.module(definedIn);
  if (found !== undefined && (source === '' || definitionOf(found, name) !== undefined)) return found;
  return workspace.moduleOf(definedIn, '\n'.repeat(range?.start.line ?? 0) + source);
}

function carriedPiece({ target, source }: Probe, module: Module): Piece | undefined {
  if (source !== undefined && target.file === '') return filePiece(module);
  if (target.source === '' || !module.text.endsWith(target.source)) return undefined;
  const last = module.text.trimEnd().split('\n').length - 1;
  const lines = { first: last + 1 - target.source.trimEnd().split('\n').length, last };
  return { module, name: target.name, lines, form: 'whole' };
}
