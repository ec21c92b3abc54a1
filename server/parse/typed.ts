/** A typed call of a definition → its probe, or what is wrong with it. */
import type { Definition, Module } from '../core/module.ts';
import type { Probe } from '../core/probe.ts';
import type { Workspace } from '../core/workspace.ts';
import { remarkOn } from './arguments.ts';
import { readExpression, topCall } from './expressions.ts';
import { dottedName, everything, firstError, textOf } from './nodes.ts';
import { type Node, type Parser, parsed } from './parser.ts';
import { makeProbe, questionOf } from './probes.ts';
import { enteredBy, targetOf, unresolvedTarget } from './targets.ts';

export interface TypedCall {
  readonly expression: string;
  /** Lines to run first; empty for none. */
  readonly setup: string;
  readonly chosen: Probe['chosen'];
}

export type TypedReply =
  | { readonly kind: 'probe'; readonly probe: Probe; readonly remark?: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** `remark` says how the arguments miss the signature: such a call may run all the same, and raises a TypeError. */
export async function probeOf(
  parser: Parser,
  workspace: Workspace,
  module: Module,
  definition: Definition,
  typed: TypedCall,
): Promise<TypedReply> {
  const problem = problemOf(parser, definition, typed);
  if (problem !== '') return { kind: 'invalid', reason: problem };
  const reading = readExpression(parser, typed.expression);
  if (reading.kind === 'unreadable') return { kind: 'invalid', reason: sentence(reading.reason) };
  const entered = await enteredBy(parser, workspace, module, reading.text, typed.setup);
  const target = entered === undefined ? unresolvedTarget(module.file) : targetOf(entered, module.file);
  const remark =
    entered === undefined
      ? ''
      : parsed(parser, reading.text, ({ root }) => remarkOn(topCall(root), reading.text, entered));
  const call = { expression: reading.text, setup: typed.setup };
  const probe = makeProbe(target, call, questionOf('outcome'), module, typed.chosen);
  return { kind: 'probe', probe, ...(remark === '' ? {} : { remark }) };
}

function problemOf(parser: Parser, definition: Definition, { expression, setup }: TypedCall): string {
  if (definition.uncallable !== '')
    return `\`${definition.name}\` cannot be called from outside: ${definition.uncallable}.`;
  if (parsed(parser, setup, ({ root }) => firstError(root)) !== undefined) return 'The set-up is no Python.';
  const names = parsed(parser, expression, ({ root }) =>
    [...everything(root)].flatMap(node => calledIn(node, expression)),
  );
  if (names.length === 0) return `There is no call in it yet, such as \`${definition.signature}\`.`;
  const wanted = namesOf(definition);
  return names.some(name => wanted.includes(name.split('.').at(-1) ?? ''))
    ? ''
    : `It does not call \`${definition.name}\`.`;
}

function calledIn(node: Node, text: string): readonly string[] {
  const callee = node.type === 'call' ? node.childForFieldName('function') : null;
  if (callee === null) return [];
  const attribute = callee.childForFieldName('attribute');
  return [dottedName(callee, text) || (attribute === null ? '' : textOf(attribute, text))];
}

/** A class is called by its own name; its `__init__` by that of the class. */
function namesOf({ name }: Definition): readonly string[] {
  const parts = name.split('.');
  const last = parts.at(-1) ?? '';
  return /^__(init|new|call)__$/.test(last) ? [last, parts.at(-2) ?? ''] : [last];
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
