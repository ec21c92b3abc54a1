/** What was typed or selected: one Python expression, or why it is not one. */
import { childrenOf, firstError, textOf } from './nodes.ts';
import { type Node, type Parser, parsed } from './parser.ts';

export type Reading =
  | { readonly kind: 'expression'; readonly text: string }
  /** `reason` is a clause that ends a sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a text as one expression. Over several lines it is put in parentheses where it needs them. */
export function readExpression(parser: Parser, text: string): Reading {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'unreadable', reason: 'it is empty' };
  const plain = problemOf(parser, trimmed);
  if (plain === '') return { kind: 'expression', text: trimmed };
  const wrapped = `(${trimmed})`;
  const helps = trimmed.includes('\n') && problemOf(parser, wrapped) === '';
  return helps ? { kind: 'expression', text: wrapped } : { kind: 'unreadable', reason: plain };
}

function problemOf(parser: Parser, text: string): string {
  return parsed(parser, text, ({ root }) => {
    const error = firstError(root);
    if (error !== undefined) return problemAt(error, text);
    const statements = childrenOf(root).filter(node => node.type !== 'comment');
    const [only] = statements;
    if (only === undefined) return 'it is a comment';
    if (statements.length > 1) return 'it has several statements';
    return problemOfStatement(only);
  });
}

/** Columns are one-based here, as people count. */
function problemAt(error: Node, text: string): string {
  const [opening, closing] = [/[([{]/g, /[)\]}]/g].map(bracket => text.match(bracket)?.length ?? 0);
  if ((closing ?? 0) > (opening ?? 0)) return 'it has a bracket too many';
  if (error.endIndex >= text.trimEnd().length) return 'it is not complete';
  return `it is no Python at column ${error.startPosition.column + 1}`;
}

function problemOfStatement(statement: Node): string {
  const children = childrenOf(statement).filter(node => node.type !== 'comment');
  if (statement.type !== 'expression_statement') return 'it is a statement';
  if (children.length > 1) return '';
  const type = children[0]?.type;
  if (type === 'assignment' || type === 'augmented_assignment') return 'it is an assignment';
  return type === 'yield' ? '`yield` works inside a function alone' : '';
}

/** The call that an expression is, under `await` and parentheses; `undefined` where its top is no call. */
export function topCall(expression: Node): Node | undefined {
  if (expression.type === 'call') return expression;
  const [inner] = childrenOf(expression);
  const passes = ['await', 'parenthesized_expression', 'expression_statement', 'module'].includes(expression.type);
  return passes && inner !== undefined && childrenOf(expression).length === 1 ? topCall(inner) : undefined;
}

/** Whether every argument of a call is a literal. */
export function hasLiteralArguments(call: Node, isLiteral: (node: Node) => boolean): boolean {
  const list = call.childForFieldName('arguments');
  return list !== null && childrenOf(list).every(isLiteral);
}

/** The text of an expression on one line, for lists and comparisons. */
export function oneLine(node: Node, text: string): string {
  return textOf(node, text).replaceAll(/\s*\n\s*/g, ' ');
}
