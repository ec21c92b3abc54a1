/** Which callable of the workspace an expression enters, as a `Target`. */
import { fingerprint } from '../core/fingerprint.ts';
import { type Definition, linesOf, type Module } from '../core/module.ts';
import type { Target, TargetForm } from '../core/probe.ts';
import { type Resolved, resolve } from '../core/resolve.ts';
import type { Workspace } from '../core/workspace.ts';
import { topCall } from './expressions.ts';
import { dottedName } from './nodes.ts';
import { type Node, type Parser, parsed } from './parser.ts';

/** A definition of a module as the target of a call that is evaluated in the module `file`. */
export function targetOf({ module, definition }: Found, file: string): Target {
  const source = linesOf(module.text, definition.lines);
  return {
    file,
    name: definition.name,
    form: formOf(definition),
    isAsync: definition.isAsync,
    isGenerator: definition.isGenerator,
    range: definition.range,
    source,
    fingerprint: fingerprint(source),
    parameters: definition.parameters.map(parameter => parameter.name),
    ...(module.file === file ? {} : { definedIn: module.file }),
  };
}

/** What is not known from the text: the run alone can tell what it enters. */
export function unresolvedTarget(file: string): Target {
  return {
    file,
    name: '',
    form: 'unresolved',
    isAsync: false,
    isGenerator: false,
    source: '',
    fingerprint: fingerprint(''),
  };
}

export interface Found {
  readonly module: Module;
  readonly definition: Definition;
}

/** The target of an expression that is evaluated in `module` after `setup`. */
export async function targetOfExpression(
  parser: Parser,
  workspace: Workspace,
  module: Module,
  expression: string,
  setup: string,
): Promise<Target> {
  const found = await enteredBy(parser, workspace, module, expression, setup);
  return found === undefined ? unresolvedTarget(module.file) : targetOf(found, module.file);
}

/** The definition that the outermost call of an expression enters; `undefined` where the text does not tell. */
export async function enteredBy(
  parser: Parser,
  workspace: Workspace,
  module: Module,
  expression: string,
  setup: string,
): Promise<Found | undefined> {
  const name = parsed(parser, expression, ({ root }) => calleeName(root, expression));
  return name === undefined ? undefined : await find(workspace, module, name, setup);
}

/**
 * Why the callee of an expression cannot be called from outside, seen from the definition `from` in which it stands; empty where
 * it can, or the text does not tell.
 */
export async function closureBecause(
  parser: Parser,
  workspace: Workspace,
  module: Module,
  expression: string,
  from: string,
): Promise<string> {
  const name = parsed(parser, expression, ({ root }) => calleeName(root, expression));
  const found = name === undefined ? undefined : await resolve(workspace, module, name.dotted, from);
  if (found?.definition === undefined || !isCallable(found) || found.definition.uncallable === '') return '';
  return `\`${name?.dotted}\` cannot be called from outside, for ${found.definition.uncallable}`;
}

/** `make` where an object is made by a call on the way: `Cart(3).total()` is `Cart` and `total`. */
interface CalleeName {
  readonly dotted: string;
  readonly made: string;
}

function calleeName(root: Node, text: string): CalleeName | undefined {
  const callee = topCall(root)?.childForFieldName('function');
  if (!callee) return undefined;
  const dotted = dottedName(callee, text);
  if (dotted !== '') return { dotted, made: '' };
  const object = callee.childForFieldName('object');
  const attribute = callee.childForFieldName('attribute');
  const maker = object?.type === 'call' ? object.childForFieldName('function') : null;
  const made = maker === null ? '' : dottedName(maker, text);
  if (made === '' || attribute === null) return undefined;
  return { dotted: `${made}.${text.slice(attribute.startIndex, attribute.endIndex)}`, made };
}

/** Lines of `setup` may import and assign: they count as if they stood at the end of the module. */
async function find(workspace: Workspace, module: Module, name: CalleeName, setup: string): Promise<Found | undefined> {
  const added = setup === '' ? undefined : workspace.moduleOf(module.file, setup);
  const around = added === undefined ? module : joined(module, added);
  if (name.made !== '' && (await resolve(workspace, around, name.made))?.definition?.kind !== 'class') return undefined;
  const found = await resolve(workspace, around, name.dotted);
  if (found === undefined || !isCallable(found) || added?.definitions.includes(found.definition)) return undefined;
  return { module: found.module === around ? module : found.module, definition: found.definition };
}

/** Their names alone: the text stays that of the module. */
function joined(module: Module, added: Module): Module {
  return {
    ...module,
    definitions: [...module.definitions, ...added.definitions],
    imports: [...module.imports, ...added.imports],
  };
}

function isCallable(found: Resolved): found is Found {
  return found.definition !== undefined && found.definition.kind !== 'variable' && found.definition.kind !== 'property';
}

function formOf(definition: Definition): TargetForm {
  return definition.kind === 'variable' || definition.kind === 'property' ? 'unresolved' : definition.kind;
}
