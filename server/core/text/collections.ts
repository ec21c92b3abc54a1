/** Text of what holds items: sequences, sets, mappings, arrays. */

import { moreText, type Pen, write } from '../text.ts';
import { lastPart } from '../value/name.ts';
import type { Cut, DictNode, Entries, NamedtupleNode, NdarrayNode, Value, ValueNode } from '../value.ts';

/** Writes `node` if it is a collection, and says whether it was. */
export function writeCollection(pen: Pen, node: ValueNode): boolean {
  switch (node.kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
      writeNamed(pen, node.type, () => writeSequence(pen, node));
      return true;
    case 'dict':
      writeDict(pen, node);
      return true;
    case 'namedtuple':
      writeNamedtuple(pen, node);
      return true;
    default:
      return writeRareCollection(pen, node);
  }
}

function writeRareCollection(pen: Pen, node: ValueNode): boolean {
  switch (node.kind) {
    case 'deque':
      pen.text += `${lastPart(node.type ?? 'deque')}(`;
      writeItems(pen, '[', node.items, ']', node.cut);
      pen.text += node.maxlen === undefined ? ')' : `, maxlen=${node.maxlen})`;
      return true;
    case 'mappingproxy':
      pen.text += 'mappingproxy(';
      writeEntries(pen, node.entries, node.cut);
      pen.text += ')';
      return true;
    case 'view':
      writeItems(pen, `${lastPart(node.type)}([`, node.items, '])', node.cut);
      return true;
    case 'array':
      writeItems(pen, `array('${node.typecode}', [`, node.items, '])', node.cut);
      return true;
    case 'ndarray':
      writeNdarray(pen, node);
      return true;
    default:
      return false;
  }
}

function writeNamed(pen: Pen, type: string | undefined, body: () => void): void {
  if (type === undefined) {
    body();
    return;
  }
  pen.text += `${lastPart(type)}(`;
  body();
  pen.text += ')';
}

function writeSequence(
  pen: Pen,
  node: { readonly kind: string; readonly items: readonly Value[]; readonly cut?: Cut | undefined },
): void {
  const { items, cut } = node;
  if (node.kind === 'list') writeItems(pen, '[', items, ']', cut);
  else if (node.kind === 'tuple')
    writeItems(pen, '(', items, items.length === 1 && cut === undefined ? ',)' : ')', cut);
  else if (items.length === 0 && cut === undefined) pen.text += `${node.kind}()`;
  else if (node.kind === 'set') writeItems(pen, '{', items, '}', cut);
  else writeItems(pen, 'frozenset({', items, '})', cut);
}

/** Items between brackets. What no longer fits is counted, as what was cut is. */
export function writeItems(pen: Pen, open: string, items: readonly Value[], close: string, cut: Cut | undefined): void {
  pen.text += open;
  let written = 0;
  for (const item of items) {
    if (pen.text.length > pen.limit) break;
    if (written > 0) pen.text += ', ';
    write(pen, item);
    written += 1;
  }
  writeRest(pen, written, cut?.length ?? items.length);
  pen.text += close;
}

function writeRest(pen: Pen, written: number, length: number): void {
  if (written < length) pen.text += `${written > 0 ? ', ' : ''}… ${length - written} more`;
}

function writeEntries(pen: Pen, entries: Entries, cut: Cut | undefined): void {
  pen.text += '{';
  let written = 0;
  for (const [key, value] of entries) {
    if (pen.text.length > pen.limit) break;
    if (written > 0) pen.text += ', ';
    write(pen, key);
    pen.text += ': ';
    write(pen, value);
    written += 1;
  }
  writeRest(pen, written, cut?.length ?? entries.length);
  pen.text += '}';
}

function writeDict(pen: Pen, node: DictNode): void {
  const isEmptyCall = node.entries.length === 0 && node.cut === undefined && node.factory === undefined;
  if (isEmptyCall && node.type !== undefined) {
    pen.text += `${lastPart(node.type)}()`;
    return;
  }
  writeNamed(pen, node.type, () => {
    if (node.factory !== undefined) {
      write(pen, node.factory);
      pen.text += ', ';
    }
    writeEntries(pen, node.entries, node.cut);
  });
}

function writeNamedtuple(pen: Pen, node: NamedtupleNode): void {
  pen.text += `${lastPart(node.type)}(`;
  node.items.forEach((item, index) => {
    pen.text += `${index > 0 ? ', ' : ''}${node.fields[index] ?? `_${index}`}=`;
    write(pen, item);
  });
  pen.text += `${moreText(node.cut)})`;
}

function writeNdarray(pen: Pen, node: NdarrayNode): void {
  writeItems(pen, 'array([', node.items, ']', node.cut);
  pen.text += `, dtype=${node.dtype}, shape=(${node.shape.join(', ')}))`;
}
