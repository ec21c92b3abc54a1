/**
 * One text for each value, and its digest: how a cut value is compared with a whole one. The runner writes the same digests.
 *
 * The rule: JSON as Python's `json.dumps(ensure_ascii=True, sort_keys=True, separators=(',', ':'))` writes it, of the description
 * without `id` and `cut`; a `ref` to a node that does not enclose it stands for that node, one that does becomes
 * `{"kind":"ref","up":n}`, counting the tagged nodes around it from 1; the items of sets are sorted by their own canonical text.
 * A digest is that of an object described whole, as a root. Where that takes over two million nodes, or meets something without a
 * description, or a cycle, the runner gives no digest.
 */
import { fingerprint } from './fingerprint.ts';
import { floatText } from './value/float.ts';
import { nodesById } from './value/parts.ts';
import type { Value, ValueNode } from './value.ts';

const mostNodes = 2_000_000;

/** The canonical JSON of a value. Cuts leave no trace in it, so it names a value only where `isWhole` holds. */
export function canonicalJson(value: Value): string {
  return write(value, { root: value, byId: null, open: [], written: 0 });
}

/** SHA-256 of the canonical JSON. */
export function digestOf(value: Value): string {
  return fingerprint(canonicalJson(value));
}

/** JSON text of a string in ASCII, as Python's `json.dumps` writes it. */
export function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

interface Writing {
  readonly root: Value;
  /** Made at the first reference. */
  byId: ReadonlyMap<number, ValueNode> | null;
  /** The tagged nodes around the place of writing, outermost first. */
  readonly open: object[];
  written: number;
}

function write(part: unknown, writing: Writing): string {
  if (typeof part === 'string') return asciiJson(part);
  if (typeof part === 'number') return Number.isInteger(part) ? String(part) : floatText(part);
  if (typeof part !== 'object' || part === null) return String(part);
  if (Array.isArray(part)) return `[${part.map(item => write(item, writing)).join(',')}]`;
  return writeNode(part, writing);
}

function writeNode(node: object, writing: Writing): string {
  writing.written += 1;
  if ('kind' in node && node.kind === 'ref' && 'id' in node && typeof node.id === 'number') {
    return writeReference(node.id, writing);
  }
  writing.open.push(node);
  const fields: [string, unknown][] = Object.entries(node);
  const text = fields
    .filter(([name, field]) => field !== undefined && name !== 'id' && name !== 'cut')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${asciiJson(name)}:${writeField(node, name, field, writing)}`)
    .join(',');
  writing.open.pop();
  return `{${text}}`;
}

function writeField(node: object, name: string, field: unknown, writing: Writing): string {
  const isSet = 'kind' in node && (node.kind === 'set' || node.kind === 'frozenset');
  if (!isSet || name !== 'items' || !Array.isArray(field)) return write(field, writing);
  return `[${field
    .map(item => write(item, writing))
    .sort(inOrder)
    .join(',')}]`;
}

/** Texts in the order of their code units. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function writeReference(id: number, writing: Writing): string {
  writing.byId ??= nodesById(writing.root);
  const node = writing.byId.get(id);
  const depth = node === undefined ? -1 : writing.open.indexOf(node);
  if (depth >= 0) return `{"kind":"ref","up":${writing.open.length - depth}}`;
  if (node === undefined || writing.written > mostNodes) return '{"kind":"ref"}';
  return writeNode(node, writing);
}
