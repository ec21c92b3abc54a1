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
  if (definition.uncallable !== '')
    return invalid(`\`${definition.name}\` cannot be called from outside: ${definition.uncallable}.`);
  if (parsed(parser, typed.setup, ({ root }) => firstError(root)) !== undefined)
    return invalid('The set-up is no Python.');
  if (typed.expression.trim() === '') return invalid(noCallYet(definition));
  const reading = readExpression(parser, typed.expression);
  if (reading.kind === 'unreadable') return invalid(sentence(reading.reason));
  const problem = problemOf(parser, definition, reading.text);
  if (problem !== '') return invalid(problem);
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

const invalid = (reason: string): TypedReply => ({ kind: 'invalid', reason });

function noCallYet({ signature }: Definition): string {
  return `There is no call in it yet, such as \`${signature}\`.`;
}

function problemOf(parser: Parser, definition: Definition, expression: string): string {
  const names = parsed(parser, expression, ({ root }) =>
    [...everything(root)].flatMap(node => calledIn(node, expression)),
  );
  if (names.length === 0) return noCallYet(definition);
  const wanted = namesOf(definition);
  const isCalled = names.some(name => wanted.includes(name.split('.').at(-1) ?? ''));
  return isCalled ? '' : `It does not call \`${definition.name}\`.`;
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
