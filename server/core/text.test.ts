/** Texts of values that no literal has, and the canonical form. Texts of literals are held to real Python elsewhere. */
import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { canonicalJson, digestOf } from './canonical.ts';
import { readLiteral } from './literal.ts';
import { textOf } from './text.ts';
import type { Value } from './value.ts';

describe('the text of a value', () => {
  test.each<[string, Value]>([
    ['[1, 2, … 995 more]', { kind: 'list', items: [1, 2], cut: { kept: 2, length: 997 } }],
    ["{'a': 1, … 3 more}", { kind: 'dict', entries: [['a', 1]], cut: { kept: 1, length: 4 } }],
    ["'ab'… 98 more", { kind: 'str', text: 'ab', cut: { kept: 2, length: 100 } }],
    ['0xff… 30 more', { kind: 'int', hex: 'ff', cut: { kept: 2, length: 32 } }],
    ['(1, … 1 more)', { kind: 'tuple', items: [1], cut: { kept: 1, length: 2 } }],
    ['{… 5 more}', { kind: 'set', items: [], cut: { kept: 0, length: 5 } }],
    ['[1, [...]]', { kind: 'list', id: 1, items: [1, { kind: 'ref', id: 1 }] }],
    [
      '[[1], [1]]',
      {
        kind: 'list',
        items: [
          { kind: 'list', id: 1, items: [1] },
          { kind: 'ref', id: 1 },
        ],
      },
    ],
    ['<list, left out, length 3>', { kind: 'cut', type: 'builtins.list', why: 'depth', length: 3 }],
    ['<m.T, released>', { kind: 'opaque', type: 'm.T', why: 'released' }],
    ["'\\ud800\\\\'", { kind: 'str', text: '\\ud800\\\\', escaped: true }],
    ['<Perm.R|W: 6>', { kind: 'enum', type: 'm.Perm', members: ['R', 'W'], value: 6 }],
    [
      "K(a=1, b='x')",
      {
        kind: 'object',
        type: 'm.K',
        attributes: [
          ['a', 1],
          ['b', 'x'],
        ],
      },
    ],
    [
      'D(a=1)',
      {
        kind: 'object',
        type: 'm.D',
        fields: ['a'],
        attributes: [
          ['a', 1],
          ['hidden', 2],
        ],
      },
    ],
  ])('%s', (text, value) => {
    expect(textOf(value)).toBe(text);
  });

  test('ends near the limit, whatever is in it', () => {
    const wide: Value = { kind: 'list', items: Array.from({ length: 100_000 }, (_, index) => index) };
    expect(textOf(wide, 100)).toHaveLength(101);
    expect(textOf('😀'.repeat(1000), 100).length).toBeLessThanOrEqual(101);
    let laughs: Value = { kind: 'list', id: 1, items: ['ha'] };
    for (let id = 2; id < 60; id += 1) laughs = { kind: 'list', id, items: [laughs, { kind: 'ref', id: id - 1 }] };
    expect(textOf(laughs).length).toBeLessThan(10_100);
  });
});

describe('the canonical form', () => {
  test.each<[string, Value]>([
    ['{"items":[1,2],"kind":"list"}', { kind: 'list', id: 4, items: [1, 2], cut: { kept: 2, length: 3 } }],
    ['"caf\\u00e9\\n\\u007f\\ud83d\\ude00"', 'café\n\u007f😀'],
    ['{"items":[1,10,2],"kind":"set"}', { kind: 'set', items: [2, 10, 1] }],
    ['{"items":[1,{"kind":"ref","up":1}],"kind":"list"}', { kind: 'list', id: 1, items: [1, { kind: 'ref', id: 1 }] }],
    ['{"kind":"timezone","offsetSeconds":3600}', { kind: 'timezone', offsetSeconds: 3600 }],
    [
      '{"items":[{"items":[1],"kind":"list"},{"items":[1],"kind":"list"}],"kind":"list"}',
      {
        kind: 'list',
        items: [
          { kind: 'list', id: 1, items: [1] },
          { kind: 'ref', id: 1 },
        ],
      },
    ],
  ])('%s', (text, value) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('has the digest that the runner writes', () => {
    expect(digestOf('abc')).toBe('6cc43f858fbb763301637b5af970e2a46b46f461f27e5a0f41e009c59b827b25');
  });
});

describe('what is read by rule', () => {
  test.each([
    ['known', 'point(1, y=2)', { known: new Set(['shop.point']) }, 'value'],
    ['unknown', 'point(1, y=2)', {}, 'call'],
    ['unquoted', 'hello world', { unquoted: true }, 'value'],
    ['not unquoted', 'hello world', {}, 'bareWord'],
    ['unquoted within brackets', '[hello]', { unquoted: true }, 'bareWord'],
    ['too long', ' '.repeat(4_000_001), {}, 'tooLong'],
    ['too deep', '['.repeat(201), {}, 'tooDeep'],
    ['a class that hides a well-known one', 'Counter(3)', { known: new Set(['shop.Counter']) }, 'value'],
    ['the well-known one', 'Counter(3)', {}, 'call'],
  ] as const)('%s', (_, text, rules, expected) => {
    const literal = readLiteral(text, rules);
    expect(literal.kind === 'value' ? 'value' : literal.reason).toBe(expected);
  });
});

describe('an argument list', () => {
  test.each([
    ['1, 2', 'f', '1, 2'],
    ['f(1, 2)', 'f', '1, 2'],
    ['f()', 'f', ''],
    ['', 'f', ''],
    ['(1, 2)', 'f', '(1, 2)'],
    ['Cart.total([1], k=2)', 'Cart.total', '[1], k=2'],
    ['cart.total([1])', 'Cart.total', '[1]'],
    ["'f(1)'", 'f', "'f(1)'"],
    ['`f(1)`', 'f', '1'],
    ['```python\nf(1)\n```', 'f', '1'],
    ["{'a': (1, 2.0, None)}, frozenset({1}), float('nan')", 'f', "{'a': (1, 2.0, None)}, frozenset({1}), float('nan')"],
  ])('%s', (text, callee, inner) => {
    expect(readArguments(text, callee)).toMatchObject({ kind: 'arguments', text: inner });
  });

  test.each([
    ['f(g(1))', 'call'],
    ['f(f(1))', 'call'],
    ['f(lambda x: x)', 'expression'],
    ['f(1) or f(2)', 'syntax'],
    ['f(1); import os', 'call'],
    ['1) or (2', 'syntax'],
    ['*[1]', 'expression'],
    ['**{}', 'expression'],
    ['1 # )', 'syntax'],
    ['k=1, 2', 'syntax'],
    ['x', 'bareWord'],
    ['Point(1, 2)', 'call'],
    ['[Color.RED]', 'call'],
    ["Decimal('1')", 'call'],
    ['<function g at 0x7f>', 'call'],
  ])('%s is none', (text, reason) => {
    expect(readArguments(text, 'f')).toEqual({ kind: 'unreadable', reason });
  });
});
