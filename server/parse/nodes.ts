/** Small questions about nodes of the tree. */
import type { Position, Range } from '../core/source.ts';
import type { Node, Point } from './parser.ts';

export function childrenOf(node: Node): readonly Node[] {
  return node.namedChildren.filter(child => child !== null);
}

export function textOf(node: Node, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

export function rangeOf(node: Node): Range {
  return { start: positionOf(node.startPosition), end: positionOf(node.endPosition) };
}

export function positionOf(point: Point): Position {
  return { line: point.row, column: point.column };
}

/** The nodes around `node`, from the inside out, without itself. */
export function around(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (let parent = node.parent; parent !== null; parent = parent.parent) found.push(parent);
  return found;
}

/** `node` and everything named below it, in the order of the text. */
export function* everything(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* everything(child);
}

/** The name that a node spells with dots, such as `shop.Cart.total`; empty where it is no plain chain of names. */
export function dottedName(node: Node, text: string): string {
  if (node.type === 'identifier') return textOf(node, text);
  if (node.type === 'dotted_name') return textOf(node, text).replaceAll(/\s/g, '');
  if (node.type !== 'attribute') return '';
  const object = node.childForFieldName('object');
  const attribute = node.childForFieldName('attribute');
  if (object === null || attribute === null) return '';
  const before = dottedName(object, text);
  return before === '' ? '' : `${before}.${textOf(attribute, text)}`;
}

/** The first place where the text is no Python; `undefined` where all of it is. */
export function firstError(root: Node): Node | undefined {
  if (root.isError || root.isMissing) return root;
  if (!root.hasError) return undefined;
  for (const child of root.children) {
    const found = child === null ? undefined : firstError(child);
    if (found !== undefined) return found;
  }
  return root;
}

/** The definition inside decorators, or the node itself. */
export function undecorated(node: Node): Node {
  return node.type === 'decorated_definition' ? (node.childForFieldName('definition') ?? node) : node;
}

/** The statement with its decorators. */
export function withDecorators(node: Node): Node {
  return node.parent?.type === 'decorated_definition' ? node.parent : node;
}
