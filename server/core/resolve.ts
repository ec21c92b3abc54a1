/**
 * What a dotted name refers to, across the files of a workspace: by definitions, imports, classes and their bases. Static, so
 * a name that the program binds in some other way stays unresolved.
 */
import { type Definition, definitionOf, type Module } from './module.ts';
import type { Workspace } from './workspace.ts';

export interface Resolved {
  readonly module: Module;
  /** Absent where the name is a module itself. */
  readonly definition: Definition | undefined;
}

/** Re-exports and aliases are followed this far; it also ends circles. */
const deepest = 12;

/** What `dotted` refers to, seen from the definition `from` (a qualified name, empty for the module's level) of `module`. */
export async function resolve(
  workspace: Workspace,
  module: Module,
  dotted: string,
  from = '',
): Promise<Resolved | undefined> {
  return await resolveWithin({ workspace, left: deepest }, module, dotted.split('.'), from);
}

interface Search {
  readonly workspace: Workspace;
  readonly left: number;
}

const deeper = (search: Search): Search => ({ ...search, left: search.left - 1 });

async function resolveWithin(
  search: Search,
  module: Module,
  parts: readonly string[],
  from: string,
): Promise<Resolved | undefined> {
  const [first, ...rest] = parts;
  if (first === undefined || search.left === 0) return undefined;
  const found = ownClass(module, first, from) ?? (await lookUp(search, module, first, from));
  return found === undefined ? undefined : await descend(search, found, rest);
}

/** `self` and `cls` inside a method are its class. */
function ownClass(module: Module, first: string, from: string): Resolved | undefined {
  if (first !== 'self' && first !== 'cls') return undefined;
  for (const scope of scopesOf(from)) {
    const definition = definitionOf(module, scope);
    if (definition?.kind === 'class') return { module, definition };
  }
  return undefined;
}

/** The qualified names around and including `from`, from the inside out: `f.<locals>.g`, `f`. */
function scopesOf(from: string): readonly string[] {
  const parts = from.split('.');
  return parts
    .map((_, at) => parts.slice(0, parts.length - at).join('.'))
    .filter(scope => scope !== '' && !scope.endsWith('.<locals>'));
}

async function lookUp(search: Search, module: Module, name: string, from: string): Promise<Resolved | undefined> {
  for (const scope of scopesOf(from)) {
    const local = definitionOf(module, `${scope}.<locals>.${name}`);
    if (local !== undefined) return { module, definition: local };
    const imported = await followImport(search, module, name, scope);
    if (imported !== undefined) return imported;
  }
  const [scope] = scopesOf(from);
  const own = scope === undefined ? undefined : definitionOf(module, scope);
  const member = own?.kind === 'class' ? definitionOf(module, `${own.name}.${name}`) : undefined;
  return member === undefined ? await exported(search, module, name) : { module, definition: member };
}

/** A name at the module's own level. */
async function exported(search: Search, module: Module, name: string): Promise<Resolved | undefined> {
  if (search.left === 0) return undefined;
  const definition = definitionOf(module, name);
  if (definition !== undefined) return await followAlias(search, module, definition);
  const imported = await followImport(search, module, name, '');
  return imported ?? (await followStars(search, module, name));
}

async function followAlias(search: Search, module: Module, definition: Definition): Promise<Resolved> {
  if (definition.kind !== 'variable' || definition.alias === '') return { module, definition };
  const parts = definition.alias.split('.');
  if (parts[0] === definition.name) return { module, definition };
  const found = await resolveWithin(deeper(search), module, parts, definition.owner);
  return found?.definition === undefined ? { module, definition } : found;
}

async function followImport(
  search: Search,
  module: Module,
  name: string,
  owner: string,
): Promise<Resolved | undefined> {
  const imported = module.imports.findLast(one => one.local === name && one.owner === owner);
  if (imported === undefined) return undefined;
  const target = await moduleNamed(search.workspace, module.file, imported.module);
  if (imported.name === '') return target === undefined ? undefined : { module: target, definition: undefined };
  const found = target === undefined ? undefined : await exported(deeper(search), target, imported.name);
  if (found !== undefined) return found;
  const separator = /^\.+$/.test(imported.module) ? '' : '.';
  const submodule = await moduleNamed(search.workspace, module.file, `${imported.module}${separator}${imported.name}`);
  return submodule === undefined ? undefined : { module: submodule, definition: undefined };
}

async function followStars(search: Search, module: Module, name: string): Promise<Resolved | undefined> {
  if (name.startsWith('_')) return undefined;
  for (const star of module.imports.filter(one => one.name === '*').reverse()) {
    const target = await moduleNamed(search.workspace, module.file, star.module);
    const found = target === undefined ? undefined : await exported(deeper(search), target, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function descend(search: Search, found: Resolved, rest: readonly string[]): Promise<Resolved | undefined> {
  const [name, ...others] = rest;
  if (name === undefined) return found;
  if (search.left === 0) return undefined;
  const next =
    found.definition === undefined
      ? await memberOfModule(search, found.module, name)
      : await memberOf(search, found.module, found.definition, name);
  return next === undefined ? undefined : await descend(deeper(search), next, others);
}

async function memberOfModule(search: Search, module: Module, name: string): Promise<Resolved | undefined> {
  const found = await exported(deeper(search), module, name);
  if (found !== undefined || !module.file.endsWith('__init__.py')) return found;
  const submodule = await moduleNamed(search.workspace, module.file, `.${name}`);
  return submodule === undefined ? undefined : { module: submodule, definition: undefined };
}

/** A member of a class, of its bases, or of the class that a variable was made by. */
async function memberOf(
  search: Search,
  module: Module,
  definition: Definition,
  name: string,
): Promise<Resolved | undefined> {
  if (search.left === 0) return undefined;
  if (definition.kind === 'variable') {
    if (definition.madeBy === '') return undefined;
    const made = await resolveWithin(deeper(search), module, definition.madeBy.split('.'), definition.owner);
    return made?.definition?.kind === 'class'
      ? await memberOf(deeper(search), made.module, made.definition, name)
      : undefined;
  }
  if (definition.kind !== 'class') return undefined;
  const own = definitionOf(module, `${definition.name}.${name}`);
  if (own !== undefined) return { module, definition: own };
  for (const base of definition.bases) {
    const parent = await resolveWithin(deeper(search), module, base.split('.'), definition.owner);
    const inherited =
      parent?.definition?.kind === 'class'
        ? await memberOf(deeper(search), parent.module, parent.definition, name)
        : undefined;
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

/** The module that `name`, relative where it begins with dots, means in an import statement of `file`. */
export async function moduleNamed(workspace: Workspace, file: string, name: string): Promise<Module | undefined> {
  for (const path of await candidatePaths(workspace, file, name)) {
    const found = (await workspace.module(`${path}.py`)) ?? (await workspace.module(`${path}/__init__.py`));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function candidatePaths(workspace: Workspace, file: string, name: string): Promise<readonly string[]> {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const path = name.slice(dots).replaceAll('.', '/');
  const folder = file.split('/').slice(0, -1);
  if (dots > 0) {
    if (dots - 1 > folder.length) return [];
    return [[...folder.slice(0, folder.length - dots + 1), path].filter(part => part !== '').join('/')];
  }
  const roots = [await sourceRoot(workspace, file), folder.join('/'), '', 'src'];
  return [...new Set(roots)].map(root => (root === '' ? path : `${root}/${path}`));
}

/** The folder from which the module of `file` is imported: the first one upwards that is no package. */
export async function sourceRoot(workspace: Workspace, file: string): Promise<string> {
  const folder = file.split('/').slice(0, -1);
  while (folder.length > 0 && (await workspace.module(`${folder.join('/')}/__init__.py`)) !== undefined) folder.pop();
  return folder.join('/');
}

/** The dotted name under which `file` is imported. */
export async function dottedModule(workspace: Workspace, file: string): Promise<string> {
  const root = await sourceRoot(workspace, file);
  const inside = root === '' ? file : file.slice(root.length + 1);
  return inside
    .replace(/\.py$/, '')
    .replace(/(^|\/)__init__$/, '')
    .replaceAll('/', '.');
}
