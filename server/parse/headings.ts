/** The callables that begin in a statement. */
import { childrenOf, textOf, undecorated } from './nodes.ts';
import type { Node } from './parser.ts';

/** A callable that can be called from outside. */
export interface Heading {
  readonly name: string;
  /** Where the name stands. */
  readonly row: number;
  readonly column: number;
}

const simple = new Set(['import_statement', 'import_from_statement', 'comment', 'return_statement', 'pass_statement']);

/**
 * Functions, classes and lambdas with a name, at this level and in `if`, `try` and their kin. Not the methods of a class that is
 * the statement itself, unless it is decorated; not closures.
 */
export function headingsIn(statement: Node, text: string): readonly Heading[] {
  if (simple.has(statement.type)) return [];
  switch (statement.type) {
    case 'function_definition':
    case 'class_definition':
      return named(statement.childForFieldName('name'), text);
    case 'decorated_definition':
      return isProperty(statement, text) ? [] : inDefinition(undecorated(statement), text);
    case 'expression_statement':
      return lambdaIn(statement, text);
    default:
      return childrenOf(statement).flatMap(child => inDefinition(child, text));
  }
}

/** With the methods of a class, at any depth. */
function inDefinition(node: Node, text: string): readonly Heading[] {
  const own = headingsIn(node, text);
  const body = node.type === 'class_definition' ? node.childForFieldName('body') : null;
  return body === null ? own : [...own, ...childrenOf(body).flatMap(child => inDefinition(child, text))];
}

/** A class is called; its `__init__` and `__new__` come with that. */
function named(name: Node | null, text: string): readonly Heading[] {
  if (name === null || name.endIndex === name.startIndex) return [];
  const own = textOf(name, text);
  if (own === '__init__' || own === '__new__') return [];
  return [{ name: own, row: name.startPosition.row, column: name.startPosition.column }];
}

function lambdaIn(statement: Node, text: string): readonly Heading[] {
  const [assignment] = statement.namedChildren;
  if (assignment?.type !== 'assignment') return [];
  const isLambda = assignment.childForFieldName('right')?.type === 'lambda';
  const left = assignment.childForFieldName('left');
  return isLambda && left?.type === 'identifier' ? named(left, text) : [];
}

function isProperty(decorated: Node, text: string): boolean {
  return childrenOf(decorated).some(
    child =>
      child.type === 'decorator' &&
      /^@\s*([\w.]+\.)?(property|cached_property|setter|getter|deleter)\s*$/.test(textOf(child, text)),
  );
}
