/** The values that stand directly within a value, and what follows from walking them all. */
import type { Attributes, Entries, ExceptionNode, Value, ValueNode } from '../value.ts';

/** The values directly within `value`, in the order of its fields. */
export function partsOf(value: Value): readonly Value[] {
  if (value === null || typeof value !== 'object') return [];
  switch (value.kind) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'deque':
    case 'namedtuple':
      return [...value.items, ...attributeValues(value.attributes)];
    case 'view':
    case 'array':
    case 'ndarray':
      return value.items;
    case 'dict':
      return [...entryValues(value.entries), ...given(value.factory), ...attributeValues(value.attributes)];
    case 'mappingproxy':
      return entryValues(value.entries);
    case 'object':
      return [...(value.positional ?? []), ...attributeValues(value.attributes)];
    default:
      return rarePartsOf(value);
  }
}

function rarePartsOf(value: ValueNode): readonly Value[] {
  switch (value.kind) {
    case 'range':
    case 'slice':
      return [value.start, value.stop, value.step];
    case 'method':
      return [value.self];
    case 'enum':
    case 'scalar':
      return given(value.value);
    case 'fraction':
      return [value.numerator, value.denominator];
    case 'time':
    case 'datetime':
      return given(value.zone);
    case 'regex':
      return [value.pattern];
    case 'dataframe':
      return [...value.columns, ...value.index, ...value.rows.flat()];
    case 'series':
      return [value.name, ...value.index, ...value.items];
    case 'exception':
      return exceptionParts(value);
    default:
      return 'attributes' in value ? attributeValues(value.attributes) : [];
  }
}

function exceptionParts(value: ExceptionNode): readonly Value[] {
  return [
    ...value.args,
    ...attributeValues(value.attributes),
    ...(value.notes ?? []),
    ...given(value.cause),
    ...given(value.context),
    ...(value.exceptions ?? []),
  ];
}

function given(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

function attributeValues(attributes: Attributes | undefined): readonly Value[] {
  return attributes === undefined ? [] : attributes.map(([, value]) => value);
}

function entryValues(entries: Entries): readonly Value[] {
  return entries.flat();
}

/** Calls `visit` with every node below and including `value`, once for each place; references are not followed. */
export function visitNodes(value: Value, visit: (node: ValueNode) => void): void {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null || typeof next !== 'object') continue;
    visit(next);
    for (const part of partsOf(next)) waiting.push(part);
  }
}

/** The nodes that a `ref` below `root` can name. */
export function nodesById(root: Value): ReadonlyMap<number, ValueNode> {
  const nodes = new Map<number, ValueNode>();
  visitNodes(root, node => {
    if (node.kind !== 'ref' && 'id' in node && node.id !== undefined) nodes.set(node.id, node);
  });
  return nodes;
}

/** Whether nothing below `value` was cut or has no description. */
export function isWhole(value: Value): boolean {
  let whole = true;
  visitNodes(value, node => {
    const cut = 'cut' in node && node.cut !== undefined;
    if (cut || node.kind === 'cut' || node.kind === 'opaque') whole = false;
  });
  return whole;
}
