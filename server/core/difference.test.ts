/** Differences as people read them. */
import { describe, expect, test } from 'vitest';
import { describeDifference, differencesIn, differencesOf } from './difference.ts';
import { layoutOf } from './layout.ts';
import { readLiteral } from './literal.ts';
import { noClaims } from './prediction.ts';
import { exampleRun } from './testing/examples.ts';
import type { Value } from './value.ts';
import type { Aspect } from './verdict.ts';

function literal(text: string): Value {
  const read = readLiteral(text);
  if (read.kind !== 'value') throw new Error(`no literal: ${text}`);
  return read.value;
}

function lines(predicted: string, actual: string): readonly string[] {
  return differencesOf(literal(predicted), literal(actual)).map(describeDifference);
}

describe('differences', () => {
  test.each<[string, string, string[]]>([
    ['[1, 2]', '[1, 2]', []],
    ['3', '5', ['3 was predicted, it is 5 (off by -2)']],
    ["'1'", '1', ["'1' was predicted, it is 1 (only the quotes differ)"]],
    ["{'a': 1, 'b': [2, 3]}", "{'a': 1, 'b': [2, 4]}", ["['b'][1]: 3 was predicted, it is 4 (off by -1)"]],
    ["{'a': 1}", "{'a': 1, 'b': 2}", ["['b']: 2 was not predicted"]],
    ["{'a': 1, 'b': 2}", "{'a': 1}", ["['b']: 2 was predicted, and is not there"]],
    ["{'b': 2, 'a': 1}", "{'a': 1, 'b': 2}", ['the keys are in another order']],
    ['[1, 2, 3]', '(1, 2, 3)', ['[1, 2, 3] was predicted, it is (1, 2, 3) (list for tuple)']],
    ['[9, 1, 2, 3]', '[1, 2, 3]', ['[0]: 9 was predicted, it is 1 (4 predicted, 3 there)']],
    ['[1, 2, 3]', '[1, 2]', ['[2]: 3 was predicted, and is not there (3 predicted, 2 there)']],
    [
      '[[1, 2], [3, 4]]',
      '[[1, 5], [3, 6]]',
      ['[0][1]: 2 was predicted, it is 5 (off by -3)', '[1][1]: 4 was predicted, it is 6 (off by -2)'],
    ],
    ['3.14', '3.14159', ['3.14 was predicted, it is 3.14159 (rounded to 2 places)']],
    ["'Abc'", "'abc'", ["'Abc' was predicted, it is 'abc' (only upper and lower case differ)"]],
    ["b'a'", "'a'", ["b'a' was predicted, it is 'a' (the same text, as str and as bytes)"]],
    ['[1, 2]', '{1, 2}', ['[1, 2] was predicted, it is {1, 2} (the same items, in another kind of collection)']],
    ['0.3', '0.30000000000000004', ['0.3 was predicted, it is 0.30000000000000004 (nearly the same float)']],
  ])('of %s and %s', (predicted, actual, expected) => {
    expect(lines(predicted, actual)).toEqual(expected);
  });

  test('are a hundred at most', () => {
    const [zeros, ones] = ['0', '1'].map(digit => `[${`${digit}, `.repeat(5000)}]`);
    expect(lines(zeros ?? '', ones ?? '')).toHaveLength(100);
  });
});

describe('the differences of an aspect', () => {
  const aspect = (name: string): Aspect => ({
    aspect: name,
    kind: 'wrong',
    grade: 'wrong',
    equal: false,
    flags: {},
    firstDifference: '',
    predicted: '',
    actual: '',
    reason: '',
  });
  const xs = { target: 'xs', role: 'argument', changed: true, before: '[]', after: "['b', 2]" } as const;
  const run = exampleRun({
    outcome: { kind: 'returned', repr: "{'a': None}", type: 'builtins.dict', value: literal("{'a': None}") },
    state: [{ ...xs, afterValue: literal("['b', 2]") }],
  });
  const claims = { ...noClaims, returns: "{'a': 1, 'b': 2}", state: [{ target: 'xs', text: "['a', 3]" }] };

  test('are those of the result', () => {
    expect(differencesIn(aspect('return'), claims, run)).toEqual([
      "['a']: 1 was predicted, it is None",
      "['b']: 2 was predicted, and is not there",
    ]);
  });

  test('or of its target', () => {
    expect(differencesIn(aspect('state:xs'), claims, run)).toEqual([
      "[0]: 'a' was predicted, it is 'b'",
      '[1]: 3 was predicted, it is 2 (off by 1)',
    ]);
  });

  test('are none where one side has no value', () => {
    expect(differencesIn(aspect('state:ys'), claims, run)).toEqual([]);
    expect(differencesIn(aspect('stdout'), claims, run)).toEqual([]);
    expect(differencesIn(aspect('return'), { ...claims, returns: 'abc' }, run)).toEqual([]);
    expect(differencesIn(aspect('return'), { ...noClaims, raises: { type: 'KeyError' } }, run)).toEqual([]);
  });

  test('say where there may be more', () => {
    const long = `[${'1, '.repeat(500)}]`;
    const many = exampleRun({
      outcome: { kind: 'returned', repr: '', type: 'builtins.list', value: literal(`[${'0, '.repeat(500)}]`) },
    });
    const lines = differencesIn(aspect('return'), { ...noClaims, returns: long }, many);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('more is not listed after 100 differences');
  });
});

describe('the layout of a value', () => {
  test('is one line where it fits', () => {
    expect(layoutOf(literal("{'a': [1, 2], 'b': (3,)}"))).toBe("{'a': [1, 2], 'b': (3,)}");
  });

  test('is one item a line where it does not', () => {
    const long = `'${'x'.repeat(50)}'`;
    expect(
      layoutOf(literal(`{'first': ${long}, 'second': [${long}, ${long}, 1], 'third': Cart(total=${long}, n=${long})}`)),
    ).toBe(
      [
        '{',
        `  'first': ${long},`,
        "  'second': [",
        `    ${long},`,
        `    ${long},`,
        '    1,',
        '  ],',
        "  'third': Cart(",
        `    total=${long},`,
        `    n=${long},`,
        '  ),',
        '}',
      ].join('\n'),
    );
  });

  test('says what was cut', () => {
    const items = Array.from({ length: 40 }, (_, index) => index);
    const laid = layoutOf({ kind: 'list', items, cut: { kept: 40, length: 90 } });
    expect(laid.split('\n').slice(-3)).toEqual(['  39,', '  … 50 more', ']']);
  });
});
