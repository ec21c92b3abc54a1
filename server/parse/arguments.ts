/** Whether the arguments of a call fit the signature of what it calls, as far as the text tells. */
import { type Definition, definitionOf, type Parameter } from '../core/module.ts';
import { childrenOf, textOf } from './nodes.ts';
import type { Node } from './parser.ts';
import type { Found } from './targets.ts';

/** What does not fit, as a sentence; empty where all does, or where decorators, `*args` or `**kwargs` leave it open. */
export function remarkOn(call: Node | undefined, text: string, { module, definition }: Found): string {
  const list = call?.childForFieldName('arguments');
  const signature = definition.kind === 'class' ? definitionOf(module, `${definition.name}.__init__`) : definition;
  if (!list || signature === undefined || isOpen(signature, module.text)) return '';
  const given = childrenOf(list).filter(node => node.type !== 'comment');
  if (list.type !== 'argument_list' || given.some(node => /splat/.test(node.type))) return '';
  const keywords = given.flatMap(node => keywordOf(node, text));
  return misfit(signature.parameters, given.length - keywords.length, keywords);
}

/** A decorator may change the signature. */
function isOpen(signature: Definition, text: string): boolean {
  const line = text.split('\n')[signature.lines.first] ?? '';
  return /^\s*@(?!classmethod\b|staticmethod\b)/.test(line);
}

function keywordOf(node: Node, text: string): readonly string[] {
  const name = node.type === 'keyword_argument' ? node.childForFieldName('name') : null;
  return name === null ? [] : [textOf(name, text)];
}

function misfit(parameters: readonly Parameter[], positional: number, keywords: readonly string[]): string {
  const places = parameters.filter(one => one.kind === 'positional' || one.kind === 'positionalOnly');
  const hasRest = parameters.some(one => one.kind === 'rest');
  if (positional > places.length && !hasRest) {
    return `It takes ${places.length} positional argument${places.length === 1 ? '' : 's'}, not ${positional}.`;
  }
  const byName = parameters.filter(one => one.kind === 'positional' || one.kind === 'keywordOnly');
  const unknown = keywords.find(name => !byName.some(one => one.name === name));
  if (unknown !== undefined && !parameters.some(one => one.kind === 'keywordRest')) {
    return `It has no parameter \`${unknown}\` that can be given by name.`;
  }
  const filled = new Set([...places.slice(0, positional).map(one => one.name)]);
  const twice = keywords.find(name => filled.has(name) && byName.some(one => one.name === name));
  if (twice !== undefined) return `It is given \`${twice}\` twice.`;
  const missing = parameters.find(
    one =>
      !one.hasDefault &&
      one.kind !== 'rest' &&
      one.kind !== 'keywordRest' &&
      !filled.has(one.name) &&
      !keywords.includes(one.name),
  );
  return missing === undefined ? '' : `It still needs \`${missing.name}\`.`;
}
