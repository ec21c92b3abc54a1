/**
 * Whether an expression that stands somewhere in a file can be evaluated in its module after import, and which lines must run
 * before it: a slice backwards through the statements that lead to it, as far as these run in a straight line.
 */
import { boundBy, boundByStatement, isComprehension, parametersBoundBy } from './bindings.ts';
import { firstNames } from './freeNames.ts';
import { around, childrenOf, everything, textOf } from './nodes.ts';
import type { Node } from './parser.ts';
import { dedented } from './statements.ts';

export type Reach =
  | { readonly kind: 'reachable'; readonly setup: string }
  /** `why` is a clause that ends a sentence, such as "`xs` is a parameter of `main`". */
  | { readonly kind: 'unreachable'; readonly why: string };

/** More lines than this would be a program of their own. */
const mostLines = 40;

export function reachOf(expression: Node, text: string): Reach {
  const inside = [...everything(expression)];
  if (inside.some(node => node.type === 'yield'))
    return unreachable('it contains `yield`, which works in its function alone');
  if (inside.some(node => isBareSuper(node, text))) return unreachable('`super()` works inside a method alone');
  let slice: Slice = { needed: firstNames(expression, text), lines: [] };
  for (const scope of scopesAround(expression, text)) {
    const next = isBinder(scope) ? boundOnTheWay(scope, slice, text) : sliceThrough(expression, scope, slice, text);
    if (typeof next === 'string') return unreachable(next);
    slice = next;
  }
  if (slice.lines.flatMap(lines => lines.split('\n')).length > mostLines) {
    return unreachable(`more than ${mostLines} lines would have to run before it`);
  }
  return { kind: 'reachable', setup: slice.lines.join('\n') };
}

const unreachable = (why: string): Reach => ({ kind: 'unreachable', why });

interface Slice {
  readonly needed: ReadonlySet<string>;
  /** Statements to run first, in order. */
  readonly lines: readonly string[];
}

function isBareSuper(node: Node, text: string): boolean {
  return node.type === 'call' && /^super\s*\(\s*\)$/.test(textOf(node, text));
}

/**
 * The scopes whose names are gone once the module is imported, from the inside out; `if __name__ == '__main__'` never runs at
 * all then. A class counts where the expression stands in its own statements: methods do not see its names.
 */
function scopesAround(expression: Node, text: string): readonly Node[] {
  const scopes = around(expression).filter(
    node => isBinder(node) || node.type.endsWith('_definition') || isMainBlock(node, text),
  );
  const inner = scopes.findIndex(node => node.type === 'function_definition');
  return scopes.filter(
    (node, at) =>
      node.type !== 'decorated_definition' && (node.type !== 'class_definition' || inner === -1 || at < inner),
  );
}

/** What binds names within one expression. */
function isBinder(node: Node): boolean {
  return node.type === 'lambda' || isComprehension(node);
}

function isMainBlock(node: Node, text: string): boolean {
  const condition = node.type === 'if_statement' ? node.childForFieldName('condition') : null;
  return condition !== null && textOf(condition, text).includes('__name__') && node.parent?.type === 'module';
}

function localsOf(scope: Node, text: string): ReadonlySet<string> {
  if (scope.type !== 'if_statement') return boundBy(scope, text);
  const names = new Set<string>();
  for (const name of boundByStatement(scope, text)) names.add(name);
  for (const sibling of childrenOf(scope.parent ?? scope)) {
    if (sibling.startIndex === scope.startIndex) continue;
    for (const name of boundByStatement(sibling, text)) names.delete(name);
  }
  return names;
}

function boundOnTheWay(scope: Node, slice: Slice, text: string): Slice | string {
  const name = [...boundBy(scope, text)].find(one => slice.needed.has(one));
  if (name === undefined) return slice;
  return scope.type === 'lambda'
    ? `\`${name}\` is a parameter of the lambda around it`
    : `\`${name}\` has a value only inside the comprehension around it`;
}

function sliceThrough(expression: Node, scope: Node, slice: Slice, text: string): Slice | string {
  const body = scope.childForFieldName('body') ?? scope.childForFieldName('consequence');
  if (body === null || expression.startIndex < body.startIndex) return slice;
  const locals = localsOf(scope, text);
  const lines = [...slice.lines];
  const needed = new Set(slice.needed);
  /** Names that a compound statement binds, on some of its paths at least. */
  const given = new Set<string>();
  for (const step of leadingTo(expression, scope)) {
    const open = new Set([...needed].filter(name => locals.has(name)));
    const relation = relationOf(step, open, text);
    if (relation === 'none') continue;
    if (step.isHeader || leaves(step.node)) return gone(scope, [...open], text);
    lines.unshift(dedented(step.node, text));
    const bound = boundByStatement(step.node, text);
    for (const name of bound) {
      if (relation === 'makes') needed.delete(name);
      else given.add(name);
    }
    for (const name of firstNames(step.node, text)) {
      if (!bound.has(name) || readsBefore(step.node, name, text)) needed.add(name);
    }
  }
  for (const name of parametersBoundBy(scope, text)) given.delete(name);
  const left = [...needed].filter(name => locals.has(name) && !given.has(name));
  return left.length > 0 ? gone(scope, left, text) : { needed, lines };
}

interface Step {
  readonly node: Node;
  /** A compound statement around the expression: its own names come from a loop, a `with` or an `except`. */
  readonly isHeader: boolean;
}

/** The statements that come before the expression in its scope, nearest first. */
function leadingTo(expression: Node, scope: Node): readonly Step[] {
  const steps: Step[] = [];
  for (let node = expression; node.startIndex !== scope.startIndex || node.endIndex !== scope.endIndex; ) {
    if (node.parent?.type === 'block') {
      for (let before = node.previousNamedSibling; before !== null; before = before.previousNamedSibling) {
        if (before.type !== 'comment') steps.push({ node: before, isHeader: false });
      }
    }
    if (node.parent === null) break;
    node = node.parent;
    if (node.type !== 'block' && node.type !== scope.type) steps.push({ node, isHeader: true });
  }
  return steps;
}

type Relation = 'makes' | 'touches' | 'none';

/** Whether a statement binds one of the names, may change what one of them holds, or has nothing to do with them. */
function relationOf(step: Step, names: ReadonlySet<string>, text: string): Relation {
  const bound = step.isHeader ? boundByHeader(step.node, text) : boundByStatement(step.node, text);
  const isBound = [...bound].some(name => names.has(name));
  if (step.isHeader) return isBound ? 'makes' : 'none';
  const mentions = [...firstNames(step.node, text)].some(name => names.has(name));
  if (isBound)
    return step.node.type === 'expression_statement' || isDefinition(step.node) || isImport(step.node)
      ? 'makes'
      : 'touches';
  return mentions && mayChange(step.node, text) ? 'touches' : 'none';
}

function isDefinition(node: Node): boolean {
  return ['function_definition', 'class_definition', 'decorated_definition'].includes(node.type);
}

function isImport(node: Node): boolean {
  return node.type === 'import_statement' || node.type === 'import_from_statement';
}

function boundByHeader(node: Node, text: string): ReadonlySet<string> {
  const clauses = childrenOf(node).filter(child => child.type !== 'block' && !child.type.endsWith('_clause'));
  const names = new Set<string>();
  const left = node.type === 'for_statement' ? node.childForFieldName('left') : null;
  const parts =
    node.type === 'with_statement' ? childrenOf(node).filter(child => child.type === 'with_clause') : clauses;
  if (left !== null) for (const name of identifiersIn(left, text)) names.add(name);
  if (node.type.endsWith('_statement') || node.type.endsWith('_clause')) {
    for (const part of parts) for (const name of boundByStatement(part, text)) names.add(name);
  }
  return names;
}

function identifiersIn(node: Node, text: string): readonly string[] {
  return [...everything(node)].filter(one => one.type === 'identifier').map(one => textOf(one, text));
}

/** Whether a statement that mentions a name might change its value: it calls something with it, or assigns into it. */
function mayChange(node: Node, text: string): boolean {
  if (node.type === 'assert_statement' || node.type === 'return_statement') return false;
  if (node.type === 'delete_statement') return true;
  return [...everything(node)].some(
    one =>
      one.type === 'augmented_assignment' ||
      (one.type === 'call' && !/^(print|len|repr|isinstance|type)$/.test(calleeOf(one, text))) ||
      (one.type === 'assignment' && /^(attribute|subscript)$/.test(one.childForFieldName('left')?.type ?? '')),
  );
}

function calleeOf(call: Node, text: string): string {
  const callee = call.childForFieldName('function');
  return callee === null ? '' : textOf(callee, text);
}

/** Whether a statement that binds `name` also reads the value that it had before, as `x = x + 1` and `x += 1` do. */
function readsBefore(node: Node, name: string, text: string): boolean {
  return [...everything(node)].some(one => {
    const left = one.childForFieldName('left');
    if (one.type === 'augmented_assignment') return left !== null && textOf(left, text) === name;
    const right = one.type === 'assignment' ? one.childForFieldName('right') : null;
    return (
      right !== null && left?.type === 'identifier' && textOf(left, text) === name && firstNames(right, text).has(name)
    );
  });
}

/** Whether a statement cannot run outside its function. */
function leaves(node: Node): boolean {
  if (isDefinition(node) || node.type === 'lambda') return false;
  if (['return_statement', 'yield', 'await', 'global_statement', 'nonlocal_statement'].includes(node.type)) return true;
  return childrenOf(node).some(leaves);
}

function gone(scope: Node, names: readonly string[], text: string): string {
  const name = names[0] ?? '';
  const own = scope.childForFieldName('name');
  const where = own === null ? 'the `__main__` block' : `\`${textOf(own, text)}\``;
  const isParameter = parametersBoundBy(scope, text).includes(name);
  return `\`${name}\` is ${isParameter ? 'a parameter' : 'a local variable'} of ${where}`;
}

/** Why names that are used at a node have no value outside, such as in a comment within a function; empty where they have. */
export function localIn(node: Node, names: ReadonlySet<string>, text: string): string {
  for (const scope of scopesAround(node, text)) {
    const name = [...localsOf(scope, text)].find(one => names.has(one));
    if (name !== undefined) return gone(scope, [name], text);
  }
  return '';
}
