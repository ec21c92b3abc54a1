/** Descriptions of values for tests, as the runner would make them, and small changes of them. */
import fc from 'fast-check';
import { sortedSet } from '../literal/hashable.ts';
import { withoutEqualItems, withoutEqualKeys } from '../value/equalKey.ts';
import { floatValue } from '../value/float.ts';
import { integerValue } from '../value/integer.ts';
import { strOfPoints } from '../value/str.ts';
import type { Value } from '../value.ts';

const str = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc
    .array(fc.oneof(fc.nat(0x10ffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0x5c)), { maxLength: 4 })
    .map(strOfPoints),
);

const hashable: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.integer(),
  fc.bigInt().map(integerValue),
  fc.double({ noNaN: true }).map(floatValue),
  str,
  fc.uint8Array({ maxLength: 4 }).map(bytes => ({ kind: 'bytes', hex: Buffer.from(bytes).toString('hex') }) as const),
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }).map(items => ({ kind: 'tuple', items }) as const),
  fc.constantFrom('RED', 'BLUE').map(name => ({ kind: 'enum', type: 'm.Color', name, value: name.length }) as const),
);

const scalar: fc.Arbitrary<Value> = fc.oneof(
  hashable,
  fc.constant({ kind: 'float', text: 'nan' } as const),
  fc
    .tuple(fc.double({ noNaN: true, min: 1 }), fc.double({ noNaN: true, min: 1 }))
    .map(([real, imag]) => ({ kind: 'complex', real: floatValue(real).text, imag: floatValue(imag).text }) as const),
  fc.integer({ min: -99, max: 99 }).map(number => ({ kind: 'decimal', text: String(number) }) as const),
  fc.integer({ min: 1, max: 28 }).map(day => ({ kind: 'date', year: 2020, month: 2, day }) as const),
  fc.constantFrom('m.K', 'builtins.int').map(name => ({ kind: 'class', name }) as const),
);

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'total', 'xs'), { maxLength: 4 });

export const { anyValue } = fc.letrec<{ anyValue: Value }>(tie => {
  const item = tie('anyValue');
  const items = fc.array(item, { maxLength: 4 });
  return {
    anyValue: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      scalar,
      fc.tuple(fc.constantFrom('list', 'tuple', 'deque'), items).map(([kind, list]): Value => ({ kind, items: list })),
      fc
        .tuple(fc.constantFrom('set', 'frozenset'), fc.array(hashable, { maxLength: 4 }))
        .map(([kind, list]): Value => ({ kind, items: sortedSet(withoutEqualItems(list)) })),
      fc
        .array(fc.tuple(hashable, item), { maxLength: 4 })
        .map((entries): Value => ({ kind: 'dict', entries: withoutEqualKeys(entries) })),
      fc.tuple(names, fc.array(item, { minLength: 4, maxLength: 4 })).map(
        ([keys, values]): Value => ({
          kind: 'object',
          type: 'm.K',
          attributes: keys.map((key, index) => [key, values[index] ?? null]),
        }),
      ),
      fc
        .tuple(item, item)
        .map(([x, y]): Value => ({ kind: 'namedtuple', type: 'm.P', fields: ['x', 'y'], items: [x, y] })),
      fc.tuple(items).map(([args]): Value => ({ kind: 'exception', type: 'builtins.ValueError', args })),
    ),
  };
});

/** A value and the same with one leaf changed, and the path of that leaf. */
export interface Changed {
  readonly before: Value;
  readonly after: Value;
  readonly path: string;
}

const mark = 'changed leaf';

/** Puts a marked leaf somewhere into a value; within sets and keys nothing is changed. */
export const changedValue: fc.Arbitrary<Changed> = fc
  .tuple(anyValue, fc.array(fc.nat(), { minLength: 6, maxLength: 6 }))
  .map(([before, turns]) => {
    const { value, path } = changed(before, turns);
    return { before, after: value, path };
  });

function changed(value: Value, turns: readonly number[]): { readonly value: Value; readonly path: string } {
  const [turn = 0, ...rest] = turns;
  if (typeof value !== 'object' || value === null) return { value: mark, path: '' };
  if (
    'items' in value &&
    value.items.length > 0 &&
    (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'deque' || value.kind === 'namedtuple')
  ) {
    const at = turn % value.items.length;
    const inner = changed(value.items[at] ?? null, rest);
    const items = value.items.with(at, inner.value);
    const step = value.kind === 'namedtuple' ? `.${value.fields[at] ?? at}` : `[${at}]`;
    return { value: { ...value, items }, path: step + inner.path };
  }
  if (value.kind === 'exception' && value.args.length > 0) {
    const at = turn % value.args.length;
    const inner = changed(value.args[at] ?? null, rest);
    return { value: { ...value, args: value.args.with(at, inner.value) }, path: `.args[${at}]${inner.path}` };
  }
  if (value.kind === 'object' && value.attributes !== undefined && value.attributes.length > 0) {
    const at = turn % value.attributes.length;
    const [name = '', held = null] = value.attributes[at] ?? [];
    const inner = changed(held, rest);
    return {
      value: { ...value, attributes: value.attributes.with(at, [name, inner.value]) },
      path: `.${name}${inner.path}`,
    };
  }
  return { value: mark, path: '' };
}
