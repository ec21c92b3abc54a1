/** A call found in one module, made to run in the module of its target: under its name there, with what it needs imported. */
import type { Definition, ImportedName, Module } from '../core/module.ts';
import { definitionOf, linesOf } from '../core/module.ts';
import { dottedModule, moduleNamed, resolve } from '../core/resolve.ts';
import { isTestFile, type Workspace } from '../core/workspace.ts';
import { boundByStatement } from './bindings.ts';
import { builtins } from './builtins.ts';
import { firstNames, isLiteral } from './freeNames.ts';
import { childrenOf } from './nodes.ts';
import { type Parser, parsed } from './parser.ts';

export interface Route {
  readonly from: Module;
  readonly to: Module;
  readonly definition: Definition;
}

interface Call {
  readonly expression: string;
  readonly setup: string;
}

/** `undefined` where a name that the call needs cannot be had in the target's module. */
export async function carriedOver(
  parser: Parser,
  workspace: Workspace,
  route: Route,
  call: Call & { readonly callee: string },
): Promise<Call | undefined> {
  if (route.from.file === route.to.file) return { expression: call.expression, setup: call.setup };
  const expression = call.setup.includes(call.callee.split('.')[0] ?? '') ? call.expression : renamed(call, route);
  const lines: string[] = [];
  const known = expression === call.expression ? '' : route.definition.name.split('.')[0];
  for (const name of missingNames(parser, expression, call.setup)) {
    if (name === known) continue;
    const line = await lineFor(parser, workspace, route, name);
    if (line === undefined) return undefined;
    if (line !== '') lines.push(line);
  }
  const setup = [...new Set(lines), ...(call.setup === '' ? [] : [call.setup])].join('\n');
  return { expression, setup };
}

/** A call of a function or class by the name that it has in its own module. */
function renamed({ expression, callee }: Call & { readonly callee: string }, { definition }: Route): string {
  if (callee === '' || definition.kind === 'method') return expression;
  const prefix = expression.startsWith('await ') ? 'await ' : '';
  const rest = expression.slice(prefix.length);
  return rest.startsWith(callee) ? `${prefix}${definition.name}${rest.slice(callee.length)}` : expression;
}

/** What expression and set-up use and neither bind nor find among the builtins. */
function missingNames(parser: Parser, expression: string, setup: string): readonly string[] {
  const used = parsed(parser, expression, ({ root }) => firstNames(root, expression));
  const [needed, bound] = parsed(parser, setup, ({ root }) => [
    firstNames(root, setup),
    new Set(childrenOf(root).flatMap(statement => [...boundByStatement(statement, setup)])),
  ]);
  return [...new Set([...used, ...needed])].filter(name => !bound.has(name) && !builtins.has(name));
}

/** The line that gives a name its meaning; empty where the target's module has that meaning already. */
async function lineFor(parser: Parser, workspace: Workspace, route: Route, name: string): Promise<string | undefined> {
  const { from, to } = route;
  const [here, there] = [await resolve(workspace, from, name), await resolve(workspace, to, name)];
  const isKnown =
    here !== undefined && here.module.file === there?.module.file && here.definition?.name === there.definition?.name;
  if (isKnown || (from.file !== to.file && here?.module.file === to.file && here.definition?.name === name)) return '';
  const imported = from.imports.findLast(one => one.local === name && one.owner === '');
  if (imported !== undefined) return await importLine(workspace, from, imported);
  const definition = definitionOf(from, name);
  if (definition === undefined) return undefined;
  const text = linesOf(from.text, definition.lines);
  if (definition.kind === 'variable' && isPlainAssignment(parser, text)) return text;
  return isTestFile(from.file) ? undefined : `from ${await dottedModule(workspace, from.file)} import ${name}`;
}

/** `import` as it is; `from` with its module's absolute name. */
async function importLine(workspace: Workspace, from: Module, { local, module, name }: ImportedName): Promise<string> {
  if (name === '') return local === module ? `import ${module}` : `import ${module} as ${local}`;
  const target = module.startsWith('.') ? await moduleNamed(workspace, from.file, module) : undefined;
  const absolute = target === undefined ? module : await dottedModule(workspace, target.file);
  return name === local ? `from ${absolute} import ${name}` : `from ${absolute} import ${name} as ${local}`;
}

/** `X = [1, 2]` can stand anywhere. */
function isPlainAssignment(parser: Parser, text: string): boolean {
  return parsed(parser, text, ({ root }) => {
    const [statement] = childrenOf(root);
    const [assignment] = statement === undefined ? [] : childrenOf(statement);
    const right = assignment?.type === 'assignment' ? assignment.childForFieldName('right') : null;
    return right !== null && right !== undefined && isLiteral(right, text);
  });
}
