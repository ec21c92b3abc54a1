/** Which names a scope of Python binds: parameters, assignments, imports, definitions and their kin. */
import { childrenOf, dottedName, textOf } from './nodes.ts';
import type { Node } from './parser.ts';

const comprehensions = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

export function isComprehension(node: Node): boolean {
  return comprehensions.has(node.type);
}

/** Whether names bound inside `node` stay inside. */
export function opensScope(node: Node): boolean {
  return (
    node.type === 'function_definition' ||
    node.type === 'class_definition' ||
    node.type === 'lambda' ||
    isComprehension(node)
  );
}

/** The names that are local to a function, class, lambda or comprehension: bound in it, and not declared global or nonlocal. */
export function boundBy(scope: Node, text: string): ReadonlySet<string> {
  const bound = new Set<string>(parametersBoundBy(scope, text));
  const declared = new Set<string>();
  const body = scope.childForFieldName('body');
  if (isComprehension(scope)) {
    for (const clause of childrenOf(scope).filter(child => child.type === 'for_in_clause')) {
      addTargets(clause.childForFieldName('left'), text, bound);
    }
  } else if (scope.type !== 'lambda' && body !== null) {
    collect(body, text, bound, declared);
  }
  for (const name of declared) bound.delete(name);
  return bound;
}

/** The names that statements bind in the scope in which they stand. */
export function boundByStatement(statement: Node, text: string): ReadonlySet<string> {
  const bound = new Set<string>();
  collect(statement, text, bound, new Set());
  return bound;
}

/** The parameters of a function or lambda. */
export function parametersBoundBy(scope: Node, text: string): readonly string[] {
  const parameters = scope.childForFieldName('parameters');
  if (parameters === null) return [];
  return childrenOf(parameters).flatMap(parameter => {
    const name = parameterName(parameter, text);
    return name === '' ? [] : [name];
  });
}

/** The name of one parameter, whatever its form; empty for `*` and `/`. */
export function parameterName(parameter: Node, text: string): string {
  if (parameter.type === 'identifier') return textOf(parameter, text);
  const named = parameter.childForFieldName('name');
  if (named !== null) return textOf(named, text);
  const inner = childrenOf(parameter).find(child => child.type !== 'type');
  return inner === undefined ? '' : parameterName(inner, text);
}

function collect(node: Node, text: string, bound: Set<string>, declared: Set<string>): void {
  bindingsOf(node, text, bound, declared);
  for (const child of childrenOf(node)) {
    if (opensScope(child)) {
      addDefinition(child, text, bound);
      addWalrusesOf(child, text, bound);
    } else collect(child, text, bound, declared);
  }
  if (opensScope(node)) addDefinition(node, text, bound);
}

function bindingsOf(node: Node, text: string, bound: Set<string>, declared: Set<string>): void {
  switch (node.type) {
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      addTargets(node.childForFieldName('left'), text, bound);
      return;
    case 'named_expression':
      addTargets(node.childForFieldName('name'), text, bound);
      return;
    case 'as_pattern':
      addTargets(node.childForFieldName('alias'), text, bound);
      return;
    case 'case_pattern':
      addCaptures(node, text, bound);
      return;
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      for (const name of importedNames(node, text)) bound.add(name.local);
      return;
    case 'global_statement':
    case 'nonlocal_statement':
      for (const name of childrenOf(node)) declared.add(textOf(name, text));
  }
}

function addDefinition(node: Node, text: string, bound: Set<string>): void {
  if (node.type !== 'function_definition' && node.type !== 'class_definition') return;
  addTargets(node.childForFieldName('name'), text, bound);
}

/** `:=` inside a comprehension binds in the scope around it. */
function addWalrusesOf(node: Node, text: string, bound: Set<string>): void {
  if (!isComprehension(node)) return;
  for (const child of childrenOf(node)) {
    if (child.type === 'named_expression') addTargets(child.childForFieldName('name'), text, bound);
    addWalrusesOf(child, text, bound);
  }
}

/** The names in an assignment's left side; `a.b` and `a[0]` bind none. */
function addTargets(target: Node | null, text: string, bound: Set<string>): void {
  if (target === null || target.type === 'attribute' || target.type === 'subscript') return;
  if (target.type === 'identifier') bound.add(textOf(target, text));
  else for (const child of childrenOf(target)) addTargets(child, text, bound);
}

/** A bare name in a pattern captures; a dotted one, and the class of a class pattern, are looked up. */
function addCaptures(pattern: Node, text: string, bound: Set<string>): void {
  for (const child of childrenOf(pattern)) {
    if (child.type === 'dotted_name' && childrenOf(child).length === 1) bound.add(textOf(child, text));
    if (child.type === 'splat_pattern') addTargets(child, text, bound);
  }
}

/** What an import statement binds. `name` is empty for a module itself. */
export function importedNames(
  statement: Node,
  text: string,
): readonly { readonly local: string; readonly module: string; readonly name: string }[] {
  const from = statement.childForFieldName('module_name');
  if (statement.type === 'import_statement') {
    return childrenOf(statement).map(child => {
      if (child.type !== 'aliased_import') {
        const top = dottedName(child, text).split('.')[0] ?? '';
        return { local: top, module: top, name: '' };
      }
      const { local, name } = aliased(child, text);
      return { local, module: name, name: '' };
    });
  }
  const module = from === null ? '__future__' : textOf(from, text).replaceAll(/\s/g, '');
  const names = childrenOf(statement).filter(child => from === null || child.startIndex !== from.startIndex);
  return names.flatMap(child => {
    if (child.type === 'wildcard_import') return [{ local: '*', module, name: '*' }];
    if (child.type === 'aliased_import') return [{ ...aliased(child, text), module }];
    const name = dottedName(child, text);
    return name === '' ? [] : [{ local: name, module, name }];
  });
}

function aliased(node: Node, text: string): { readonly local: string; readonly name: string } {
  const name = node.childForFieldName('name');
  const alias = node.childForFieldName('alias');
  return {
    local: alias === null ? '' : textOf(alias, text),
    name: name === null ? '' : dottedName(name, text),
  };
}
