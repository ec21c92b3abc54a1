/** One definition: what kind of callable it is, how it is called, and whether it can be called from outside. */
import type { Definition, DefinitionKind, Lines, Parameter } from '../core/module.ts';
import { boundByStatement, parameterName } from './bindings.ts';
import { childrenOf, dottedName, everything, positionOf, textOf } from './nodes.ts';
import type { Node, Point } from './parser.ts';

/** Where a definition stands. */
export interface Surrounding {
  /** Qualified name of the class or function around it; empty at the module's level. */
  readonly owner: string;
  readonly kind: 'module' | 'class' | 'function';
}

/** The function or class that `inner` defines; `statement` is it with its decorators. `undefined` where it has no name yet. */
export function definedBy(statement: Node, inner: Node, text: string, where: Surrounding): Definition | undefined {
  const name = inner.childForFieldName('name');
  if (name === null || name.isMissing) return undefined;
  const decorators = childrenOf(statement).filter(child => child.type === 'decorator');
  const kind = kindOf(inner, decorators, text, where);
  const all = parametersOf(inner, text);
  const body = inner.childForFieldName('body');
  const own = textOf(name, text);
  return {
    ...placeOf(statement, name, qualified(own, where), where),
    kind,
    head: headOf(statement, inner, body),
    signature: signatureOf(inner, own, kind, text),
    parameters: kind === 'method' || kind === 'classmethod' || kind === 'property' ? all.slice(1) : all,
    isAsync: inner.children[0]?.type === 'async',
    isGenerator: body !== null && inner.type === 'function_definition' && isGenerator(body, text),
    bases: basesOf(inner, text),
    madeBy: '',
    alias: '',
    uncallable: uncallableBecause(kind, where),
  };
}

/** What an assignment binds: variables, and functions where the value is a lambda. */
export function variablesOf(statement: Node, text: string, where: Surrounding): readonly Definition[] {
  const assignment = childrenOf(statement).find(child => child.type === 'assignment');
  const left = assignment?.childForFieldName('left');
  const right = assignment?.childForFieldName('right') ?? undefined;
  if (left?.type === 'identifier' && right?.type === 'lambda') return [lambdaOf(statement, left, right, text, where)];
  return namesBoundBy(statement, assignment, text).map(at => {
    const name = textOf(at, text);
    const made = right?.type === 'call' ? right.childForFieldName('function') : null;
    return {
      ...placeOf(statement, at, qualified(name, where), where),
      ...nothingToCall,
      kind: 'variable',
      head: linesOf(statement),
      madeBy: made === null ? '' : dottedName(made, text),
      alias: right === undefined ? '' : dottedName(right, text),
      uncallable: 'it is a variable',
    };
  });
}

/** The identifiers on the left; the right side, which may be a long table, is looked into only where it has a `:=`. */
function namesBoundBy(statement: Node, assignment: Node | undefined, text: string): readonly Node[] {
  const left = assignment?.childForFieldName('left');
  if (!left || textOf(statement, text).includes(':=')) {
    const bound = boundByStatement(statement, text);
    const names = [...everything(statement)].filter(
      node => node.type === 'identifier' && bound.has(textOf(node, text)),
    );
    return names.filter((node, at) => names.findIndex(one => textOf(one, text) === textOf(node, text)) === at);
  }
  const next = assignment?.childForFieldName('right');
  const names = identifiersOf(left);
  return next?.type === 'assignment' ? [...names, ...namesBoundBy(statement, next, text)] : names;
}

function identifiersOf(target: Node): readonly Node[] {
  if (target.type === 'identifier') return [target];
  return target.type === 'attribute' || target.type === 'subscript' ? [] : childrenOf(target).flatMap(identifiersOf);
}

const nothingToCall = {
  signature: '',
  parameters: [],
  isAsync: false,
  isGenerator: false,
  bases: [],
  madeBy: '',
  alias: '',
} as const;

function lambdaOf(statement: Node, name: Node, lambda: Node, text: string, where: Surrounding): Definition {
  const own = textOf(name, text);
  const body = lambda.childForFieldName('body');
  return {
    ...placeOf(statement, name, qualified(own, where), where),
    ...nothingToCall,
    kind: 'lambda',
    head: linesOf(statement),
    signature: `${own}(${parameterListOf(lambda, text)})`,
    parameters: parametersOf(lambda, text),
    isGenerator: body !== null && isGenerator(body, text),
    uncallable: uncallableBecause('lambda', where),
  };
}

function placeOf(statement: Node, name: Node, qualifiedName: string, where: Surrounding) {
  return {
    name: qualifiedName,
    owner: where.owner,
    range: { start: positionOf(statement.startPosition), end: positionOf(endOf(statement)) },
    position: positionOf(name.startPosition),
    lines: linesOf(statement),
  };
}

function linesOf(node: Node): Lines {
  return { first: node.startPosition.row, last: endOf(node).row };
}

/** Comments after the last statement of a block are not what a definition ends with. */
function endOf(node: Node): Point {
  const last = childrenOf(node).findLast(child => child.type !== 'comment');
  return last !== undefined && /^block$|_clause$|_definition$|_statement$/.test(last.type)
    ? endOf(last)
    : node.endPosition;
}

function qualified(name: string, where: Surrounding): string {
  if (where.owner === '') return name;
  return where.kind === 'function' ? `${where.owner}.<locals>.${name}` : `${where.owner}.${name}`;
}

function uncallableBecause(kind: DefinitionKind, where: Surrounding): string {
  const outer = where.owner.split('.<locals>')[0] ?? '';
  if (where.kind === 'function') return `it is a closure, which exists only while \`${where.owner}\` runs`;
  if (outer !== where.owner) return `it stands in a class that exists only while \`${outer}\` runs`;
  return kind === 'property' ? 'it is a property, which is read and not called' : '';
}

function kindOf(inner: Node, decorators: readonly Node[], text: string, where: Surrounding): DefinitionKind {
  if (inner.type === 'class_definition') return 'class';
  if (where.kind !== 'class') return 'function';
  const names = decorators.map(decorator => decoratorName(decorator, text));
  if (names.some(name => /(^|\.)staticmethod$/.test(name))) return 'staticmethod';
  if (names.some(name => /(^|\.)classmethod$/.test(name))) return 'classmethod';
  if (names.some(name => /(^|\.)(property|cached_property)$|\.(setter|getter|deleter)$/.test(name))) return 'property';
  const own = inner.childForFieldName('name');
  const implicit = own === null ? '' : textOf(own, text);
  if (implicit === '__new__') return 'classmethod';
  return implicit === '__init_subclass__' || implicit === '__class_getitem__' ? 'classmethod' : 'method';
}

function decoratorName(decorator: Node, text: string): string {
  const [expression] = childrenOf(decorator);
  if (expression === undefined) return '';
  const callee = expression.type === 'call' ? expression.childForFieldName('function') : expression;
  return callee === null ? '' : dottedName(callee, text);
}

/** Decorators and signature, and the docstring of a class. */
function headOf(statement: Node, inner: Node, body: Node | null): Lines {
  const first = statement.startPosition.row;
  if (body === null) return { first, last: inner.endPosition.row };
  const [start] = childrenOf(body);
  if (inner.type === 'class_definition' && start !== undefined && isDocstring(start)) {
    return { first, last: start.endPosition.row };
  }
  const isOneLine = body.startPosition.row === inner.startPosition.row;
  return { first, last: isOneLine ? body.endPosition.row : lastOfSignature(inner, body) };
}

function lastOfSignature(inner: Node, body: Node): number {
  const colon = inner.children.findLast(child => child?.type === ':' && child.startIndex < body.startIndex);
  return colon?.endPosition.row ?? inner.startPosition.row;
}

/** Whether a statement is nothing but a string. */
export function isDocstring(statement: Node): boolean {
  const [only] = childrenOf(statement);
  return statement.type === 'expression_statement' && (only?.type === 'string' || only?.type === 'concatenated_string');
}

function basesOf(inner: Node, text: string): readonly string[] {
  const list = inner.type === 'class_definition' ? inner.childForFieldName('superclasses') : null;
  return list === null ? [] : childrenOf(list).flatMap(base => dottedName(baseNameOf(base), text) || []);
}

/** `Base` in `Base[int]`. */
function baseNameOf(base: Node): Node {
  return base.type === 'subscript' ? (base.childForFieldName('value') ?? base) : base;
}

function signatureOf(inner: Node, name: string, kind: DefinitionKind, text: string): string {
  if (kind === 'class') return `class ${name}`;
  const returns = inner.childForFieldName('return_type');
  const arrow = returns === null ? '' : ` -> ${textOf(returns, text).replaceAll(/\s+/g, ' ')}`;
  const isAsync = inner.children[0]?.type === 'async' ? 'async ' : '';
  return `${isAsync}${name}(${parameterListOf(inner, text)})${arrow}`;
}

function parameterListOf(callable: Node, text: string): string {
  const parameters = callable.childForFieldName('parameters');
  if (parameters === null) return '';
  return childrenOf(parameters)
    .filter(child => child.type !== 'comment')
    .map(child => textOf(child, text).replaceAll(/\s+/g, ' '))
    .join(', ');
}

/** In order; `/` and `*` have made their mark on the kinds of the others. */
function parametersOf(callable: Node, text: string): readonly Parameter[] {
  const list = callable.childForFieldName('parameters');
  const nodes = list === null ? [] : childrenOf(list).filter(child => child.type !== 'comment');
  const slash = nodes.findIndex(node => node.type === 'positional_separator');
  const star = nodes.findIndex(node => node.type === 'keyword_separator' || restOf(node) === 'rest');
  return nodes.flatMap((node, at) => {
    const name = parameterName(node, text);
    if (name === '') return [];
    const kind =
      restOf(node) ?? (at < slash ? 'positionalOnly' : star !== -1 && at > star ? 'keywordOnly' : 'positional');
    return [{ name, kind, hasDefault: node.type === 'default_parameter' || node.type === 'typed_default_parameter' }];
  });
}

function restOf(parameter: Node): 'rest' | 'keywordRest' | undefined {
  const node = parameter.type === 'typed_parameter' ? childrenOf(parameter)[0] : parameter;
  if (node?.type === 'list_splat_pattern') return 'rest';
  return node?.type === 'dictionary_splat_pattern' ? 'keywordRest' : undefined;
}

function isGenerator(body: Node, text: string): boolean {
  return /\byield\b/.test(textOf(body, text)) && yields(body);
}

/** Whether a body yields, not counting functions and classes within it. */
function yields(node: Node): boolean {
  if (node.type === 'yield') return true;
  if (node.type === 'function_definition' || node.type === 'class_definition' || node.type === 'lambda') return false;
  return childrenOf(node).some(yields);
}
