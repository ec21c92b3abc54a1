/** The calls with which a definition could be checked: its doctest examples, and calls of it found in the workspace. */

import type { CallCandidate } from '../core/messages.ts';
import type { Definition, Module } from '../core/module.ts';
import { isTestFile, type Workspace } from '../core/workspace.ts';
import { carriedOver } from './carrying.ts';
import { examplesIn, setupBefore } from './doctests.ts';
import { readExpression, topCall } from './expressions.ts';
import { isLiteral } from './freeNames.ts';
import { childrenOf, dottedName, everything, textOf } from './nodes.ts';
import { type Node, type Parser, parsed } from './parser.ts';
import { reachOf } from './reach.ts';
import { enteredBy } from './targets.ts';

/** At most this many are offered; files and milliseconds bound the search. */
const mostCandidates = 50;
const mostFiles = 200;
const longestMs = 1500;

/** In the order in which they are offered: doctests, then calls in the workspace, then in tests, literal arguments first. */
export async function candidatesFor(
  parser: Parser,
  workspace: Workspace,
  module: Module,
  definition: Definition,
  signal: AbortSignal,
): Promise<readonly CallCandidate[]> {
  const deadline = Date.now() + longestMs;
  const search: Search = { deadline, parser, workspace, module, definition, name: calledName(definition) };
  const found = [...(await inDoctests(search)), ...(await inFiles(search, signal))];
  const seen = new Set<string>();
  return found
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter(({ expression, setup }) => {
      const key = JSON.stringify([expression, setup]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, mostCandidates);
}

interface Search {
  /** When the search ends, in milliseconds since the epoch. */
  readonly deadline: number;
  readonly parser: Parser;
  readonly workspace: Workspace;
  readonly module: Module;
  readonly definition: Definition;
  /** The last part of the name by which it is called. */
  readonly name: string;
}

/** A class is called where its `__init__` or `__new__` is meant. */
function calledName({ name }: Definition): string {
  const parts = name.split('.');
  const last = parts.at(-1) ?? '';
  return last === '__init__' || last === '__new__' ? (parts.at(-2) ?? '') : last;
}

const order = ['doctest', 'workspace', 'test', 'recent'];

function rankOf({ from, literal }: CallCandidate): number {
  return order.indexOf(from) * 2 + (literal ? 0 : 1);
}

/** Examples anywhere in the module count: its own docstring, its class's, the module's. */
async function inDoctests(search: Search): Promise<readonly CallCandidate[]> {
  const { parser, workspace, module, definition } = search;
  const rows = module.text.split('\n');
  const found: CallCandidate[] = [];
  for (const { start, end } of workspace.remarksOf(module).docstrings) {
    const examples = examplesIn(rows, start.line, end.line);
    for (const example of examples) {
      const { source, firstRow } = example.python;
      if (!source.includes(search.name) || readExpression(parser, source).kind === 'unreadable') continue;
      const setup = setupBefore(examples, example);
      const entered = await enteredBy(parser, workspace, module, source, setup);
      if (!isSame(entered?.module, entered?.definition, module, definition)) continue;
      const literal = parsed(parser, source, ({ root }) => hasLiterals(topCall(root), source));
      found.push({ expression: source.trim(), setup, from: 'doctest', literal, file: module.file, line: firstRow });
    }
  }
  return found;
}

async function inFiles(search: Search, signal: AbortSignal): Promise<readonly CallCandidate[]> {
  const { workspace, module, name } = search;
  const found: CallCandidate[] = [...(await inModule(search, module))];
  let looked = 0;
  for (const file of await workspace.files(signal)) {
    signal.throwIfAborted();
    if (found.length >= mostCandidates || looked >= mostFiles || Date.now() > search.deadline) break;
    if (file === module.file || !(await workspace.read(file))?.includes(name)) continue;
    looked += 1;
    const other = await workspace.module(file);
    if (other !== undefined) found.push(...(await inModule(search, other)));
  }
  return found;
}

interface Seen {
  readonly expression: string;
  readonly callee: string;
  readonly setup: string;
  readonly literal: boolean;
  readonly line: number;
}

async function inModule(search: Search, other: Module): Promise<readonly CallCandidate[]> {
  const { parser, workspace, module, definition } = search;
  const found: CallCandidate[] = [];
  const aliases = other.imports.filter(one => one.name === search.name).map(one => one.local);
  const names = new Set([search.name, ...aliases]);
  for (const seen of parsed(parser, other.text, ({ root }) => callsNamed(root, other.text, names))) {
    if (found.length >= mostCandidates || Date.now() > search.deadline) break;
    const entered = await enteredBy(parser, workspace, other, seen.expression, seen.setup);
    if (entered === undefined || !isSame(entered.module, entered.definition, module, definition)) continue;
    const route = { from: other, to: module, definition: entered.definition };
    const call = await carriedOver(parser, workspace, route, seen);
    if (call === undefined) continue;
    const from = isTestFile(other.file) ? 'test' : 'workspace';
    found.push({ ...call, from, literal: seen.literal, file: other.file, line: seen.line });
  }
  return found;
}

/** The calls of those names which can run outside the place where they stand. */
function callsNamed(root: Node, text: string, names: ReadonlySet<string>): readonly Seen[] {
  return [...everything(root)].flatMap(node => {
    const callee = node.type === 'call' ? node.childForFieldName('function') : null;
    if (callee === null || !names.has(lastName(callee, text))) return [];
    const expression = node.parent?.type === 'await' ? node.parent : node;
    const reach = reachOf(expression, text);
    if (reach.kind === 'unreachable') return [];
    return [
      {
        expression: textOf(expression, text),
        callee: dottedName(callee, text),
        setup: reach.setup,
        literal: hasLiterals(node, text),
        line: node.startPosition.row,
      },
    ];
  });
}

function lastName(callee: Node, text: string): string {
  const attribute = callee.childForFieldName('attribute');
  if (callee.type === 'identifier') return textOf(callee, text);
  return attribute === null ? '' : textOf(attribute, text);
}

function hasLiterals(call: Node | undefined, text: string): boolean {
  const list = call?.childForFieldName('arguments');
  return list != null && childrenOf(list).every(argument => isLiteral(argument, text));
}

/** A class and its `__init__` are the same thing to call. */
function isSame(
  foundIn: Module | undefined,
  found: Definition | undefined,
  module: Module,
  wanted: Definition,
): boolean {
  if (found === undefined || foundIn?.file !== module.file) return false;
  return (
    found.name === wanted.name ||
    (found.kind === 'class' && /^__(init|new)__$/.test(lastPart(wanted)) && found.name === wanted.owner)
  );
}

function lastPart({ name }: Definition): string {
  return name.split('.').at(-1) ?? '';
}
