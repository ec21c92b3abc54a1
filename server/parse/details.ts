/** What is dearer to find out than a module's names: which names each definition uses, and where the remarks stand. */
import type { Definition, Details, Module, Use } from '../core/module.ts';
import type { Range } from '../core/source.ts';
import { isDocstring } from './definitions.ts';
import { type FreeName, freeNames, type Manner } from './freeNames.ts';
import { childrenOf, everything, rangeOf, undecorated } from './nodes.ts';
import type { Node, Syntax } from './parser.ts';

const weights: Readonly<Record<Manner, number>> = { always: 1, decorator: 1, branch: 0.6, type: 0.5 };

/** `syntax` is the tree of the module's own text. */
export function detailsOf(module: Module, syntax: Syntax): Details {
  const uses = new Map<string, readonly Use[]>();
  for (const definition of module.definitions) {
    const node = nodeOf(definition, syntax);
    if (node !== undefined) uses.set(definition.name, usesIn(definition, node, syntax.text));
  }
  const nodes = [...everything(syntax.root)];
  return {
    uses,
    comments: nodes.filter(node => node.type === 'comment').map(rangeOf),
    docstrings: docstringsIn(nodes),
  };
}

function nodeOf(definition: Definition, syntax: Syntax): Node | undefined {
  const { start, end } = definition.range;
  const spans = (node: Node): boolean =>
    node.startPosition.row === start.line &&
    node.startPosition.column === start.column &&
    node.endPosition.row === end.line &&
    node.endPosition.column === end.column;
  let node: Node | undefined = syntax.root;
  while (node !== undefined && !(spans(node) && node.type !== 'module' && node.type !== 'block')) {
    node = childrenOf(node).find(
      child =>
        (child.startPosition.row < start.line ||
          (child.startPosition.row === start.line && child.startPosition.column <= start.column)) &&
        (child.endPosition.row > end.line ||
          (child.endPosition.row === end.line && child.endPosition.column >= end.column)),
    );
  }
  return node;
}

/** A class uses what its head and its own statements name; its methods are definitions of their own. */
function usesIn(definition: Definition, node: Node, text: string): readonly Use[] {
  const parts = definition.kind === 'class' ? partsOfClass(node) : [node];
  const last = definition.name.split('.').at(-1);
  const found = new Map<string, number>();
  for (const name of parts.flatMap(part => freeNames(part, text))) {
    if (name.dotted !== last) found.set(name.dotted, Math.max(found.get(name.dotted) ?? 0, weightOf(name)));
  }
  return [...found].map(([name, weight]) => ({ name, weight }));
}

function weightOf(name: FreeName): number {
  return weights[name.manner];
}

function partsOfClass(node: Node): readonly Node[] {
  const inner = undecorated(node);
  const body = inner.childForFieldName('body');
  const bases = inner.childForFieldName('superclasses');
  const statements = body === null ? [] : childrenOf(body);
  return [
    ...childrenOf(node).filter(child => child.type === 'decorator'),
    ...(bases === null ? [] : [bases]),
    ...statements.filter(child => child.type === 'expression_statement'),
  ];
}

function docstringsIn(nodes: readonly Node[]): readonly Range[] {
  return nodes
    .filter(node => node.type === 'module' || node.type === 'block')
    .flatMap(block => {
      const isBody =
        block.type === 'module' ||
        block.parent?.type === 'function_definition' ||
        block.parent?.type === 'class_definition';
      const first = childrenOf(block).find(child => child.type !== 'comment');
      return isBody && first !== undefined && isDocstring(first) ? [rangeOf(first)] : [];
    });
}
