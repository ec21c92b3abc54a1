/** From what was typed on the command line to a probe. */
import { callUnreadable } from '../core/failure.ts';
import type { Probe, QuestionKind } from '../core/probe.ts';
import { readExpression } from './expressions.ts';
import { firstError } from './nodes.ts';
import { type Parser, parsed } from './parser.ts';
import { makeProbe, questionOf, relativePath } from './probes.ts';
import { targetOfExpression } from './targets.ts';
import { openWorkspace } from './workspace.ts';

export interface Typed {
  /** Absolute path of the module in whose namespace the call is evaluated. */
  readonly file: string;
  /** Its text; it may be no Python, which the run will say. */
  readonly text: string;
  readonly expression: string;
  /** Lines to run first; empty for none. */
  readonly setup: string;
  /** Absolute path of the workspace. */
  readonly workspace: string;
  readonly chosen: Probe['chosen'];
  readonly question: QuestionKind;
}

/** The probe of a typed call. Throws `callUnreadable` where expression or set-up is no Python; a target may stay unresolved. */
export async function probeFromCommandLine(parser: Parser, typed: Typed): Promise<Probe> {
  const reading = readExpression(parser, typed.expression);
  if (reading.kind === 'unreadable') throw callUnreadable(typed.expression, reading.reason);
  if (parsed(parser, typed.setup, ({ root }) => firstError(root)) !== undefined) {
    throw callUnreadable(typed.setup, 'the set-up is no Python');
  }
  const workspace = openWorkspace(parser, typed.workspace);
  const module = workspace.moduleOf(relativePath(typed.workspace, typed.file), typed.text);
  const target = await targetOfExpression(parser, workspace, module, reading.text, typed.setup);
  const call = { expression: reading.text, setup: typed.setup };
  return makeProbe(target, call, questionOf(typed.question), module, typed.chosen);
}
