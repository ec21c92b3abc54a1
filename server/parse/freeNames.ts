/** The names that a piece of Python uses and does not bind itself. */
import { boundBy, isComprehension } from './bindings.ts';
import { childrenOf, dottedName, textOf } from './nodes.ts';
import type { Node } from './parser.ts';

/** How a name is used, for the weight that it has in a context. */
export type Manner = 'always' | 'branch' | 'type' | 'decorator';

export interface FreeName {
  /** The whole dotted chain, as far as it is made of names: `m.f`, `self.total`; `.total` for an attribute of another object. */
  readonly dotted: string;
  /** Empty for an attribute of another object. */
  readonly first: string;
  readonly manner: Manner;
  readonly node: Node;
}

const branches = new Set([
  'if_statement',
  'elif_clause',
  'else_clause',
  'for_statement',
  'while_statement',
  'except_clause',
]);
const branchParts = new Set(['if_clause', 'case_clause', 'conditional_expression', 'boolean_operator', 'lambda']);

/** In the order of the text. For a function or class definition: what its body, its defaults and its decorators use. */
export function freeNames(node: Node, text: string): readonly FreeName[] {
  const found: FreeName[] = [];
  visit(node, { text, found, bound: new Set(), manner: 'always' });
  return found;
}

interface Visit {
  readonly text: string;
  readonly found: FreeName[];
  readonly bound: ReadonlySet<string>;
  readonly manner: Manner;
}

function visit(node: Node, state: Visit): void {
  switch (node.type) {
    case 'identifier':
    case 'attribute':
    case 'dotted_name':
      visitName(node, state);
      return;
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
    case 'global_statement':
    case 'nonlocal_statement':
      return;
    case 'keyword_argument':
      visitField(node, 'value', state);
      return;
    case 'type':
      visitChildren(node, { ...state, manner: 'type' });
      return;
    case 'decorator':
      visitChildren(node, { ...state, manner: 'decorator' });
      return;
    case 'function_definition':
    case 'lambda':
      visitFunction(node, state);
      return;
    case 'class_definition':
      visitClass(node, state);
      return;
    default:
      if (isComprehension(node))
        visitChildren(node, { ...state, bound: union(state.bound, boundBy(node, state.text)) });
      else if (branches.has(node.type)) visitBranch(node, state);
      else visitChildren(node, branchParts.has(node.type) ? inBranch(state) : state);
  }
}

function visitName(node: Node, state: Visit): void {
  const dotted = dottedName(node, state.text);
  if (dotted === '') {
    const attribute = node.childForFieldName('attribute');
    if (attribute !== null) addAttributes([textOf(attribute, state.text)], node, state);
    visitField(node, 'object', state);
    return;
  }
  const [first = '', ...rest] = dotted.split('.');
  if (state.bound.has(first)) addAttributes(rest, node, state);
  else state.found.push({ dotted, first, manner: state.manner, node });
}

function addAttributes(names: readonly string[], node: Node, state: Visit): void {
  for (const name of names) state.found.push({ dotted: `.${name}`, first: '', manner: state.manner, node });
}

function visitFunction(node: Node, state: Visit): void {
  const parameters = node.childForFieldName('parameters');
  for (const parameter of parameters === null ? [] : childrenOf(parameters)) visitParameter(parameter, state);
  visitField(node, 'return_type', state);
  visitField(node, 'body', { ...state, bound: union(state.bound, boundBy(node, state.text)) });
}

/** Defaults and annotations belong to the scope around the function. */
function visitParameter(parameter: Node, state: Visit): void {
  visitField(parameter, 'type', state);
  visitField(parameter, 'value', state);
}

function visitClass(node: Node, state: Visit): void {
  visitField(node, 'superclasses', state);
  const body = node.childForFieldName('body');
  const own = boundBy(node, state.text);
  for (const statement of body === null ? [] : childrenOf(body)) {
    const isMethod = statement.type === 'function_definition' || statement.type === 'decorated_definition';
    visit(statement, isMethod ? state : { ...state, bound: union(state.bound, own) });
  }
}

/** A condition is always reached; what hangs on it is not. */
function visitBranch(node: Node, state: Visit): void {
  const condition = node.childForFieldName('condition') ?? node.childForFieldName('right');
  for (const child of childrenOf(node)) {
    visit(child, child.startIndex === condition?.startIndex ? state : inBranch(state));
  }
}

function inBranch(state: Visit): Visit {
  return state.manner === 'always' ? { ...state, manner: 'branch' } : state;
}

function visitField(node: Node, field: string, state: Visit): void {
  const child = node.childForFieldName(field);
  if (child !== null) visit(child, state);
}

function visitChildren(node: Node, state: Visit): void {
  for (const child of childrenOf(node)) visit(child, state);
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}

/** The distinct first parts of the names. */
export function firstNames(node: Node, text: string): ReadonlySet<string> {
  return new Set(freeNames(node, text).flatMap(name => (name.first === '' ? [] : [name.first])));
}

/** Whether a node is a literal all the way down: no name has to be looked up to know its value. */
export function isLiteral(node: Node, text: string): boolean {
  return textOf(node, text) !== '' && firstNames(node, text).size === 0;
}
