/** The expression that a caret or a selection means in a tree. */
import { compare, type Range } from '../core/source.ts';
import { indexAt } from './edit.ts';
import { around, childrenOf } from './nodes.ts';
import type { Node, Syntax } from './parser.ts';

/** For a caret the innermost call around it, with its `await`; for a selection the expression that it spans. */
export function expressionAt(syntax: Syntax, range: Range): Node | undefined {
  const start = indexAt(syntax.text, range.start.line, range.start.column);
  if (compare(range.start, range.end) === 0) return callAt(syntax, start);
  return selected(syntax, start, indexAt(syntax.text, range.end.line, range.end.column));
}

/** The smallest node at an index; at a border, the ones on both sides count. */
export function nodesAt(syntax: Syntax, index: number): readonly Node[] {
  const nodes = [syntax.root.descendantForIndex(index, index)];
  if (index > 0) nodes.push(syntax.root.descendantForIndex(index - 1, index));
  return nodes.filter(node => node !== null);
}

function callAt(syntax: Syntax, index: number): Node | undefined {
  const calls = nodesAt(syntax, index)
    .flatMap(node => firstCall([node, ...around(node)]))
    .filter(call => call.startIndex <= index && index <= call.endIndex)
    .sort((a, b) => a.endIndex - a.startIndex - (b.endIndex - b.startIndex));
  return calls[0] === undefined ? undefined : withAwait(calls[0]);
}

/** A call that only decorates a definition is not meant, and the one around a whole definition neither. */
function firstCall(path: readonly Node[]): readonly Node[] {
  const stop = path.findIndex(
    node => node.type === 'decorator' || node.type.endsWith('_definition') || node.type === 'block',
  );
  const call = (stop === -1 ? path : path.slice(0, stop)).find(node => node.type === 'call');
  const isDecorator = stop !== -1 && path[stop]?.type === 'decorator';
  return call === undefined || isDecorator ? [] : [call];
}

function withAwait(call: Node): Node {
  return call.parent?.type === 'await' ? call.parent : call;
}

function selected(syntax: Syntax, from: number, to: number): Node | undefined {
  const text = syntax.text.slice(from, to);
  const start = from + (text.length - text.trimStart().length);
  const end = to - (text.length - text.trimEnd().length);
  if (start >= end) return callAt(syntax, from);
  const node = syntax.root.descendantForIndex(start, end);
  if (node === null) return undefined;
  const widest = [node, ...around(node)].findLast(one => one.startIndex === start && one.endIndex === end);
  return widest === undefined ? callWithin([node, ...around(node)]) : valueWithin(widest);
}

/** A part of a call was selected: the call is meant. */
function callWithin(path: readonly Node[]): Node | undefined {
  const [call] = firstCall(path);
  return call === undefined ? undefined : withAwait(call);
}

const statements = new Set(['module', 'block', 'expression_statement', 'return_statement', 'assert_statement']);

/** The value in a statement: what is assigned, returned or merely evaluated. */
function valueWithin(node: Node): Node | undefined {
  if (node.type === 'assignment' || node.type === 'augmented_assignment')
    return node.childForFieldName('right') ?? undefined;
  if (statements.has(node.type)) {
    const children = childrenOf(node);
    return children.length === 1 && children[0] !== undefined ? valueWithin(children[0]) : undefined;
  }
  return /_statement$|_definition$|_clause$|^(comment|ERROR|argument_list|parameters|keyword_argument)$/.test(node.type)
    ? undefined
    : node;
}
