/** Text of everything that is neither a scalar nor a collection: instances, enum members, dates, functions, what has no description. */

import { moreText, type Pen, write } from '../text.ts';
import { lastPart } from '../value/name.ts';
import { printedName } from '../value/typeName.ts';
import type { EnumNode, ExceptionNode, ObjectNode, Value, ValueNode } from '../value.ts';
import { writeItems } from './collections.ts';
import { dateText } from './dates.ts';

/** Writes `node`, whatever it is. */
export function writeInstance(pen: Pen, node: ValueNode): void {
  switch (node.kind) {
    case 'object':
      writeObject(pen, node);
      return;
    case 'exception':
      writeException(pen, node);
      return;
    case 'enum':
      writeEnum(pen, node);
      return;
    case 'range':
    case 'slice':
      writeRange(pen, node);
      return;
    case 'dataframe':
    case 'series':
      writeTable(pen, node);
      return;
    default:
      writeWrapper(pen, node);
  }
}

/** What holds one value, or none. */
function writeWrapper(pen: Pen, node: ValueNode): void {
  switch (node.kind) {
    case 'fraction':
      writeItems(pen, 'Fraction(', [node.numerator, node.denominator], ')', undefined);
      return;
    case 'method':
      writeAround(pen, `<bound method ${node.name} of `, node.self, '>');
      return;
    case 'regex':
      writeAround(pen, 're.compile(', node.pattern, ')');
      return;
    case 'scalar':
      writeAround(pen, `${node.dtype}(`, node.value, ')');
      return;
    default:
      pen.text += dateText(node) ?? namedText(node);
  }
}

function writeAround(pen: Pen, open: string, value: Value, close: string): void {
  pen.text += open;
  write(pen, value);
  pen.text += close;
}

function shown(name: string): string {
  return name.replace(/^builtins\./, '');
}

function writeObject(pen: Pen, node: ObjectNode): void {
  if (node.attributes === undefined && node.positional === undefined) {
    pen.text += `<${shown(node.type)} object>`;
    return;
  }
  const fields = node.fields === undefined ? null : new Set(node.fields);
  const attributes = (node.attributes ?? []).filter(([name]) => fields === null || fields.has(name));
  writeArguments(pen, lastPart(printedName(node.type)), node.positional ?? [], attributes, moreText(node.cut));
}

function writeArguments(
  pen: Pen,
  name: string,
  positional: readonly Value[],
  keywords: readonly (readonly [string, Value])[],
  rest: string,
): void {
  pen.text += `${name}(`;
  let separator = '';
  for (const [keyword, value] of [...positional.map(value => ['', value] as const), ...keywords]) {
    if (pen.text.length > pen.limit) break;
    pen.text += keyword === '' ? separator : `${separator}${keyword}=`;
    write(pen, value);
    separator = ', ';
  }
  pen.text += `${rest})`;
}

function writeException(pen: Pen, node: ExceptionNode): void {
  writeArguments(pen, lastPart(node.type), node.args, [], '');
}

function writeEnum(pen: Pen, node: EnumNode): void {
  const type = lastPart(node.type);
  const member = node.name ?? (node.members ?? []).join('|');
  if (node.value === undefined) {
    pen.text += `${type}.${member}`;
    return;
  }
  pen.text += `<${type}${member === '' ? '' : `.${member}`}: `;
  write(pen, node.value);
  pen.text += '>';
}

function writeRange(pen: Pen, node: { kind: 'range' | 'slice'; start: Value; stop: Value; step: Value }): void {
  const isPlain = node.kind === 'range' && node.step === 1;
  const bounds = isPlain ? [node.start, node.stop] : [node.start, node.stop, node.step];
  writeItems(pen, `${node.kind}(`, bounds, ')', undefined);
}

function writeTable(pen: Pen, node: Extract<ValueNode, { kind: 'dataframe' | 'series' }>): void {
  if (node.kind === 'series') {
    writeItems(pen, 'Series([', node.items, `], dtype=${node.dtype})`, node.cut);
    return;
  }
  writeItems(pen, 'DataFrame(columns=[', node.columns, '], rows=[', undefined);
  node.rows.forEach((row, index) => {
    writeItems(pen, index > 0 ? ', [' : '[', row, ']', undefined);
  });
  pen.text += `${moreText(node.cut)}], shape=(${node.shape.join(', ')}))`;
}

function namedText(node: ValueNode): string {
  switch (node.kind) {
    case 'class':
      return `<class '${shown(node.name)}'>`;
    case 'function':
      return `<function ${node.name}>`;
    case 'builtin':
      return `<built-in function ${shown(node.name)}>`;
    case 'module':
      return `<module '${node.name}'>`;
    case 'generator':
    case 'coroutine':
      return `<${node.kind} object ${node.name}>`;
    case 'asyncGenerator':
      return `<async_generator object ${node.name}>`;
    case 'iterator':
      return `<${shown(node.type)} object>`;
    case 'decimal':
      return `${lastPart(node.type ?? 'Decimal')}('${node.text}')`;
    case 'path':
      return `${lastPart(node.type)}('${node.text}')`;
    case 'memoryview':
      return '<memory>';
    case 'cut':
      return `<${shown(node.type)}, left out${node.length === undefined ? '' : `, length ${node.length}`}>`;
    case 'opaque':
      return `<${shown(node.type)}, ${node.why}>`;
    default:
      return '…';
  }
}
