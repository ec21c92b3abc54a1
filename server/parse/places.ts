/** From a caret or selection in a file to a probe; or to the definition there, whose calls are to be chosen from. */
import type { Definition, Module } from '../core/module.ts';
import type { Probe } from '../core/probe.ts';
import { contains, type Range } from '../core/source.ts';
import type { Workspace } from '../core/workspace.ts';
import { boundByStatement } from './bindings.ts';
import { callInComment } from './comments.ts';
import { type Example, examplesIn, setupBefore } from './doctests.ts';
import { indexAt } from './edit.ts';
import { inward, outward } from './embedded.ts';
import { readExpression } from './expressions.ts';
import { firstNames } from './freeNames.ts';
import { around, childrenOf, rangeOf, textOf } from './nodes.ts';
import { type Node, type Parser, parsed, type Syntax } from './parser.ts';
import { makeProbe, questionOf } from './probes.ts';
import { localIn, reachOf } from './reach.ts';
import { expressionAt, nodesAt } from './spots.ts';
import { closureBecause, type Found as Entered, enteredBy, targetOf, unresolvedTarget } from './targets.ts';

/** An open file: its tree and its names are of the same text. */
export interface Source {
  readonly parser: Parser;
  readonly workspace: Workspace;
  readonly syntax: Syntax;
  readonly module: Module;
}

export type Place =
  | { readonly kind: 'probe'; readonly probe: Probe }
  | { readonly kind: 'definition'; readonly definition: Definition }
  /** `instead` is what the call there would enter. */
  | { readonly kind: 'nothing'; readonly reason: string; readonly next: string; readonly instead?: Entered };

export async function probeAt(source: Source, range: Range): Promise<Place> {
  const found = foundAt(source, range);
  if (found.kind === 'nothing') return nothingAt(source, range);
  const { expression, setup } = found;
  const reading = readExpression(source.parser, expression);
  if (reading.kind === 'unreadable') {
    return {
      kind: 'nothing',
      reason: `\`${shortened(expression)}\` cannot be checked: ${reading.reason}.`,
      next: typeOne,
    };
  }
  const { parser, workspace, module } = source;
  const entered = await enteredBy(parser, workspace, module, reading.text, setup);
  const from = definitionAt(module, range)?.name ?? '';
  const why = (await closureBecause(parser, workspace, module, reading.text, from)) || found.why;
  if (why !== '') {
    const reason = `\`${shortened(expression)}\` cannot run as it stands: ${why}.`;
    return { kind: 'nothing', reason, next: typeOne, ...(entered === undefined ? {} : { instead: entered }) };
  }
  const target = entered === undefined ? unresolvedTarget(module.file) : targetOf(entered, module.file);
  const call = { expression: reading.text, setup, range: found.range };
  return { kind: 'probe', probe: makeProbe(target, call, questionOf('outcome'), module, 'hand') };
}

/** The innermost callable whose lines hold the place. */
export function definitionAt(module: Module, range: Range): Definition | undefined {
  return module.definitions
    .filter(one => one.kind !== 'variable' && contains(linesOf(one), range.start))
    .sort((a, b) => b.lines.first - a.lines.first || a.lines.last - b.lines.last)[0];
}

/** Blanks before and after a definition on its own lines belong to it. */
function linesOf({ lines }: Definition): Range {
  return {
    start: { line: lines.first, column: 0 },
    end: { line: lines.last, column: Number.MAX_SAFE_INTEGER },
  };
}

const typeOne = 'Type a call with literal arguments, such as `total([1, 2], k=3)`.';

function nothingAt({ module }: Source, range: Range): Place {
  const definition = definitionAt(module, range);
  if (definition !== undefined) return { kind: 'definition', definition };
  return {
    kind: 'nothing',
    reason: 'There is no call here.',
    next: 'Put the cursor in a call such as `total([1, 2], k=3)`, or on a `def`.',
  };
}

type Found =
  /** `why` it cannot run; empty where it can. */
  | {
      readonly kind: 'found';
      readonly expression: string;
      readonly setup: string;
      readonly range: Range;
      readonly why: string;
    }
  | { readonly kind: 'nothing' };

const nothing: Found = { kind: 'nothing' };

function foundAt(source: Source, range: Range): Found {
  const { syntax } = source;
  const index = indexAt(syntax.text, range.start.line, range.start.column);
  const nodes = nodesAt(syntax, index);
  const comment = nodes.find(node => node.type === 'comment');
  if (comment !== undefined) return inComment(source, range, comment);
  const text = nodes.map(stringAround).find(node => node !== undefined);
  const inDocstring = text === undefined ? undefined : inDoctest(source, range, text);
  return inDocstring ?? inCode(syntax, range);
}

function inCode(syntax: Syntax, range: Range): Found {
  const node = expressionAt(syntax, range);
  if (node === undefined) return nothing;
  const reach = reachOf(node, syntax.text);
  return {
    kind: 'found',
    expression: textOf(node, syntax.text),
    range: rangeOf(node),
    setup: reach.kind === 'reachable' ? reach.setup : '',
    why: reach.kind === 'reachable' ? '' : reach.why,
  };
}

/** The string that holds a node as text; what is interpolated is code. */
function stringAround(node: Node): Node | undefined {
  const path = [node, ...around(node)];
  const string = path.findIndex(one => one.type === 'string');
  const code = path.findIndex(one => one.type === 'interpolation');
  return string === -1 || (code !== -1 && code < string) ? undefined : path[string];
}

function inDoctest(source: Source, range: Range, string: Node): Found | undefined {
  const rows = source.syntax.text.split('\n');
  const examples = examplesIn(rows, string.startPosition.row, string.endPosition.row);
  const row = range.start.line;
  const example = examples.find(one => one.python.firstRow <= row && row <= one.lastRow);
  return example === undefined ? undefined : inExample(source.parser, examples, example, range);
}

function inExample(parser: Parser, examples: readonly Example[], example: Example, range: Range): Found {
  const { python } = example;
  const isInSource = range.start.line < python.firstRow + python.columns.length;
  return parsed(parser, python.source, syntax => {
    const node = isInSource ? expressionAt(syntax, inward(python, range)) : wholeOf(syntax);
    if (node === undefined) return nothing;
    return {
      kind: 'found',
      expression: textOf(node, python.source),
      range: outward(python, rangeOf(node)),
      setup: setupBefore(examples, example),
      why: boundBeside(node, syntax),
    };
  });
}

/** What an example prints was pointed at: its whole expression is meant. */
function wholeOf(syntax: Syntax): Node | undefined {
  const [statement] = childrenOf(syntax.root);
  const inner = statement?.type === 'expression_statement' ? childrenOf(statement) : [];
  return inner.length === 1 && inner[0]?.type !== 'assignment' ? inner[0] : undefined;
}

/** A loop in an example gives values to names that its body uses. */
function boundBeside(node: Node, syntax: Syntax): string {
  const inner = reachOf(node, syntax.text);
  if (inner.kind === 'unreachable') return inner.why;
  const statement = around(node).findLast(one => one.type !== 'module');
  if (statement === undefined || statement.type === 'expression_statement') return '';
  const bound = boundByStatement(statement, syntax.text);
  const name = [...firstNames(node, syntax.text)].find(one => bound.has(one));
  return name === undefined ? '' : `\`${name}\` gets its value in the same example`;
}

function inComment(source: Source, range: Range, comment: Node): Found {
  const { syntax } = source;
  const rows = syntax.text.split('\n');
  const columns = new Map<number, number>([[comment.startPosition.row, comment.startPosition.column]]);
  const columnOf = (row: number): number | undefined => {
    const hash = /^\s*#/.test(rows[row] ?? '') ? (rows[row] ?? '').indexOf('#') : undefined;
    return columns.get(row) ?? hash;
  };
  const call = callInComment(source.parser, rows, range, columnOf);
  if (call === undefined) return nothing;
  const names = parsed(source.parser, call.expression, ({ root }) => firstNames(root, call.expression));
  return { kind: 'found', ...call, setup: '', why: localIn(comment, names, syntax.text) };
}

function shortened(expression: string): string {
  const line = expression.replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
