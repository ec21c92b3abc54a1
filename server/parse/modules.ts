/** A parsed text → the names that it defines and imports. */
import type { Definition, ImportedName, Module } from '../core/module.ts';
import { importedNames } from './bindings.ts';
import { definedBy, type Surrounding, variablesOf } from './definitions.ts';
import { childrenOf, firstError, positionOf, textOf, undecorated } from './nodes.ts';
import type { Node, Syntax } from './parser.ts';

/** The module that a parsed text is, under a path relative to the workspace. */
export function moduleFrom(file: string, syntax: Syntax): Module {
  const definitions: Definition[] = [];
  const imports: ImportedName[] = [];
  const error = firstError(syntax.root);
  gather(syntax.root, { text: syntax.text, definitions, imports }, { owner: '', kind: 'module' });
  return {
    file,
    text: syntax.text,
    definitions,
    imports,
    syntaxError: error === undefined ? undefined : positionOf(error.startPosition),
  };
}

interface Gathered {
  readonly text: string;
  readonly definitions: Definition[];
  readonly imports: ImportedName[];
}

const compound = new Set([
  'block',
  'if_statement',
  'elif_clause',
  'else_clause',
  'try_statement',
  'except_clause',
  'except_group_clause',
  'finally_clause',
  'with_statement',
  'for_statement',
  'while_statement',
  'match_statement',
  'case_clause',
  'ERROR',
]);

function gather(block: Node, into: Gathered, where: Surrounding): void {
  for (const statement of childrenOf(block)) {
    const inner = undecorated(statement);
    switch (inner.type) {
      case 'function_definition':
      case 'class_definition':
        gatherDefinition(statement, inner, into, where);
        break;
      case 'expression_statement':
      case 'type_alias_statement':
        if (where.kind !== 'function') into.definitions.push(...variablesOf(inner, into.text, where));
        break;
      case 'import_statement':
      case 'import_from_statement':
        gatherImport(inner, into, where);
        break;
      default:
        if (compound.has(inner.type)) gather(inner, into, where);
    }
  }
}

/** A look at the text spares most functions a walk through their tree. */
const definesAnything = /\b(def|class|import)\b/;

function gatherDefinition(statement: Node, inner: Node, into: Gathered, where: Surrounding): void {
  const definition = definedBy(statement, inner, into.text, where);
  if (definition === undefined) return;
  into.definitions.push(definition);
  const body = inner.childForFieldName('body');
  const isClass = inner.type === 'class_definition';
  if (body === null || !(isClass || definesAnything.test(textOf(body, into.text)))) return;
  gather(body, into, { owner: definition.name, kind: isClass ? 'class' : 'function' });
}

function gatherImport(statement: Node, into: Gathered, where: Surrounding): void {
  const lines = { first: statement.startPosition.row, last: statement.endPosition.row };
  for (const name of importedNames(statement, into.text)) into.imports.push({ ...name, owner: where.owner, lines });
}
