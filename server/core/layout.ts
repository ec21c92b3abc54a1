/** A value over several lines, one item each where it does not fit on one: what the two sides of a diff editor show. */
import { textOf } from './text.ts';
import type { Entries, Value, ValueNode } from './value.ts';

const widest = 80;
const mostLines = 2000;

/** The text of `value` in lines of at most about eighty characters, indented by two, and at most two thousand lines. */
export function layoutOf(value: Value): string {
  const lines: string[] = [];
  lay(lines, '', value, '', '');
  return lines.length <= mostLines ? lines.join('\n') : [...lines.slice(0, mostLines), '…'].join('\n');
}

/** Appends the lines of `value`, `before` it and `after` it on its first and last line. */
function lay(lines: string[], indent: string, value: Value, before: string, after: string): void {
  if (lines.length > mostLines) return;
  const text = textOf(value, widest);
  const parts = text.length + indent.length <= widest ? null : partsOf(value);
  if (parts === null || indent.length > widest) {
    lines.push(`${indent}${before}${textOf(value, 2000)}${after}`);
    return;
  }
  lines.push(`${indent}${before}${parts.open}`);
  for (const [label, part] of parts.parts) lay(lines, `${indent}  `, part, label, ',');
  if (parts.rest > 0) lines.push(`${indent}  … ${parts.rest} more`);
  lines.push(`${indent}${parts.close}${after}`);
}

interface Parts {
  readonly open: string;
  readonly parts: readonly (readonly [label: string, part: Value])[];
  readonly rest: number;
  readonly close: string;
}

/** What can be laid out part by part; nothing for what stays on a line. */
function partsOf(value: Value): Parts | null {
  if (typeof value !== 'object' || value === null) return null;
  const rest = 'cut' in value && value.cut !== undefined ? value.cut.length - value.cut.kept : 0;
  const content = contentOf(value);
  return content === null ? null : { ...bracketsOf(value), parts: content, rest };
}

function contentOf(node: ValueNode): Parts['parts'] | null {
  switch (node.kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'deque':
      return node.items.map(item => ['', item] as const);
    case 'namedtuple':
      return node.items.map((item, index) => [`${node.fields[index] ?? index}=`, item] as const);
    case 'dict':
    case 'mappingproxy':
      return entriesOf(node.entries);
    case 'object':
      return [
        ...(node.positional ?? []).map(part => ['', part] as const),
        ...(node.attributes ?? []).map(([name, part]) => [`${name}=`, part] as const),
      ];
    default:
      return null;
  }
}

function entriesOf(entries: Entries): Parts['parts'] {
  return entries.map(([key, part]) => [`${textOf(key, widest)}: `, part] as const);
}

function bracketsOf(node: ValueNode): { readonly open: string; readonly close: string } {
  const type = 'type' in node && node.type !== undefined ? node.type.slice(node.type.lastIndexOf('.') + 1) : '';
  const [open, close] = plainBrackets(node.kind);
  if (node.kind === 'object' || node.kind === 'namedtuple') return { open: `${type}(`, close: ')' };
  return type === '' ? { open, close } : { open: `${type}(${open}`, close: `${close})` };
}

function plainBrackets(kind: string): readonly [open: string, close: string] {
  switch (kind) {
    case 'list':
      return ['[', ']'];
    case 'tuple':
      return ['(', ')'];
    case 'frozenset':
      return ['frozenset({', '})'];
    case 'deque':
      return ['deque([', '])'];
    case 'mappingproxy':
      return ['mappingproxy({', '})'];
    default:
      return ['{', '}'];
  }
}
