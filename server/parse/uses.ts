/** The names that a definition uses, and where a module's comments and docstrings stand. */
import type { Definition, Remarks, Use } from '../core/module.ts';
import type { Position } from '../core/source.ts';
import { isDocstring } from './definitions.ts';
import { indexAt } from './edit.ts';
import { type FreeName, freeNames, type Manner } from './freeNames.ts';
import { around, childrenOf, rangeOf, undecorated } from './nodes.ts';
import type { Node, Syntax } from './parser.ts';

const weights: Readonly<Record<Manner, number>> = { always: 1, decorator: 1, branch: 0.6, type: 0.5 };

/** `syntax` is the tree of the text in which the definition stands. */
export function usesIn(definition: Definition, syntax: Syntax): readonly Use[] {
  const node = nodeOf(definition, syntax);
  if (node === undefined) return [];
  const parts = definition.kind === 'class' ? partsOfClass(node) : [node];
  const last = definition.name.split('.').at(-1);
  const found = new Map<string, number>();
  for (const name of parts.flatMap(part => freeNames(part, syntax.text))) {
    if (name.dotted !== last) found.set(name.dotted, Math.max(found.get(name.dotted) ?? 0, weightOf(name)));
  }
  return [...found].map(([name, weight]) => ({ name, weight }));
}

export function remarksIn(syntax: Syntax): Remarks {
  const ofType = (type: string): readonly Node[] => syntax.root.descendantsOfType(type).filter(node => node !== null);
  return {
    comments: ofType('comment').map(rangeOf),
    docstrings: ofType('string').flatMap(string => {
      const statement = string.parent?.type === 'concatenated_string' ? string.parent.parent : string.parent;
      return statement !== null && opensBody(statement) ? [rangeOf(statement)] : [];
    }),
  };
}

/** The statement that a definition is: the widest node of just its range. */
function nodeOf({ range }: Definition, { root, text }: Syntax): Node | undefined {
  const index = ({ line, column }: Position): number => indexAt(text, line, column);
  const [start, end] = [index(range.start), index(range.end)];
  const node = root.descendantForIndex(start, end);
  if (node === null) return undefined;
  return [node, ...around(node)].findLast(
    one => one.startIndex === start && one.type !== 'module' && one.type !== 'block',
  );
}

/** Whether a statement is the docstring of the module, class or function in which it comes first. */
function opensBody(statement: Node): boolean {
  const block = statement.parent;
  if (block === null || !isDocstring(statement)) return false;
  const isBody =
    block.type === 'module' ||
    block.parent?.type === 'function_definition' ||
    block.parent?.type === 'class_definition';
  return isBody && childrenOf(block).find(child => child.type !== 'comment')?.startIndex === statement.startIndex;
}

function weightOf(name: FreeName): number {
  return weights[name.manner];
}

/** A class uses what its head and its own statements name; its methods are definitions of their own. */
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
