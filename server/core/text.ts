/**
 * Values as text for people and prompts: what Python's `repr` would give wherever a description says enough, bounded, and with
 * every cut visible (`… 995 more`). Never compared: `compare.ts` works on the values.
 */

import { writeCollection } from './text/collections.ts';
import { writeInstance } from './text/instances.ts';
import { integerOfHex } from './value/integer.ts';
import { nodesById } from './value/parts.ts';
import { quoteBytes, quoteEscaped, quoteStr } from './value/quote.ts';
import type { IntNode, StrNode, Value, ValueNode } from './value.ts';

/** The text of `value`, at most about `limit` characters long. */
export function textOf(value: Value, limit = 10_000): string {
  const pen: Pen = { root: value, byId: null, limit, text: '', open: [] };
  write(pen, value);
  return pen.text.length <= limit ? pen.text : `${pen.text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text in writing. */
export interface Pen {
  readonly root: Value;
  /** Made at the first reference. */
  byId: ReadonlyMap<number, ValueNode> | null;
  readonly limit: number;
  text: string;
  /** The nodes around the place of writing. */
  readonly open: ValueNode[];
}

const deepest = 200;

/** Writes `value`; where the text is long enough already, a mark. */
export function write(pen: Pen, value: Value): void {
  if (pen.text.length > pen.limit || pen.open.length > deepest) pen.text += '…';
  else if (value === null) pen.text += 'None';
  else if (typeof value === 'boolean') pen.text += value ? 'True' : 'False';
  else if (typeof value === 'number') pen.text += String(value);
  else if (typeof value === 'string') pen.text += quoteBounded(value, pen.limit);
  else writeNode(pen, value);
}

function quoteBounded(text: string, limit: number): string {
  return text.length <= limit ? quoteStr(text) : quoteStr(text.slice(0, limit + 1));
}

function writeNode(pen: Pen, node: ValueNode): void {
  if (node.kind === 'ref') {
    writeReference(pen, node.id);
    return;
  }
  pen.open.push(node);
  if (!writeScalar(pen, node) && !writeCollection(pen, node)) writeInstance(pen, node);
  pen.open.pop();
}

/** As `repr` does, what encloses the place is written as its brackets around dots. */
function writeReference(pen: Pen, id: number): void {
  pen.byId ??= nodesById(pen.root);
  const node = pen.byId.get(id);
  if (node === undefined) pen.text += '…';
  else if (!pen.open.includes(node)) writeNode(pen, node);
  else if (node.kind === 'list') pen.text += '[...]';
  else if (node.kind === 'dict' || node.kind === 'set') pen.text += '{...}';
  else pen.text += node.kind === 'tuple' ? '(...)' : '...';
}

function writeScalar(pen: Pen, node: ValueNode): boolean {
  switch (node.kind) {
    case 'int':
      pen.text += integerText(node);
      return true;
    case 'str':
      pen.text += strText(node, pen.limit);
      return true;
    case 'float':
    case 'uuid':
      pen.text += node.kind === 'uuid' ? `UUID('${node.text}')` : node.text;
      return true;
    case 'complex':
      pen.text += complexText(node.real, node.imag);
      return true;
    case 'bytes':
      pen.text += quoteBytes(node.hex.slice(0, pen.limit * 2)) + moreText(node.cut);
      return true;
    case 'bytearray':
      pen.text += `bytearray(${quoteBytes(node.hex.slice(0, pen.limit * 2))}${moreText(node.cut)})`;
      return true;
    case 'constant':
      pen.text += node.name;
      return true;
    default:
      return false;
  }
}

/** Hexadecimal beyond twenty thousand digits, where decimal ones would take long to make and nobody reads them. */
function integerText(node: IntNode): string {
  if (node.cut === undefined && node.hex.length <= 20_000) return integerOfHex(node.hex).toString();
  const negative = node.hex.startsWith('-');
  return `${negative ? '-' : ''}0x${negative ? node.hex.slice(1) : node.hex}${moreText(node.cut)}`;
}

function strText(node: StrNode, limit: number): string {
  const text = node.text.length > limit ? node.text.slice(0, limit + 1) : node.text;
  return (node.escaped === true ? quoteEscaped(text) : quoteStr(text)) + moreText(node.cut);
}

function complexText(real: string, imag: string): string {
  const part = (text: string): string => text.replace(/\.0$/, '');
  if (real === '0.0') return `${part(imag)}j`;
  const sign = imag.startsWith('-') ? '' : '+';
  return `(${part(real)}${sign}${part(imag)}j)`;
}

/** How many units a cut left out, or nothing. */
export function moreText(cut: { readonly kept: number; readonly length: number } | undefined): string {
  return cut === undefined ? '' : `… ${cut.length - cut.kept} more`;
}
