/** What was cut is settled by its head, its length and its digest, which real Python and this code write alike. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from './canonical.ts';
import { compareValues } from './compare.ts';
import { readLiteral } from './literal.ts';
import { Answers, type Described, pythonForTests } from './testing/python.ts';
import type { Value } from './value.ts';
import type { Grade } from './verdict.ts';

const python = pythonForTests();
const whyNot = python === null ? ' (skipped: no Python 3.8 or newer)' : '';
const answers = python === null ? null : new Answers(python);
afterAll(() => answers?.close());

const setup = readFileSync(resolve(import.meta.dirname, '../../test-fixtures/comparison/setup.py'), 'utf8');
const limits = { nodes: 1000, depth: 4, items: 20, text: 50 };

interface Cut {
  readonly name: string;
  readonly real: string;
  readonly predicted: string;
  readonly grade: Grade;
  readonly first?: string;
}

const numbers = (count: number, change: (index: number) => number = index => index): string =>
  Array.from({ length: count }, (_, index) => change(index)).join(', ');
const entries = (count: number, change: (index: number) => number = index => index): string =>
  Array.from({ length: count }, (_, index) => `${change(index)}: ${change(index)}`).join(', ');

const cases: readonly Cut[] = [
  { name: 'V13 a long list', real: 'list(range(50))', predicted: `[${numbers(50)}]`, grade: 'exact' },
  {
    name: 'V13 a change in the part that was kept',
    real: 'list(range(50))',
    predicted: `[${numbers(50, index => (index === 3 ? 0 : index))}]`,
    grade: 'wrong',
    first: '[3]',
  },
  {
    name: 'V13 a change beyond it',
    real: 'list(range(50))',
    predicted: `[${numbers(50, index => (index === 40 ? 0 : index))}]`,
    grade: 'wrong',
  },
  {
    name: 'V13 one item too few',
    real: 'list(range(50))',
    predicted: `[${numbers(49)}]`,
    grade: 'wrong',
    first: '[20]',
  },
  {
    name: 'V13 the kept part alone',
    real: 'list(range(50))',
    predicted: `[${numbers(20)}]`,
    grade: 'wrong',
    first: '[20]',
  },
  { name: 'a tuple for a long list', real: 'list(range(50))', predicted: `(${numbers(50)})`, grade: 'type' },
  { name: 'a long tuple', real: 'tuple(range(50))', predicted: `(${numbers(50)})`, grade: 'exact' },
  { name: 'a long set', real: 'set(range(50))', predicted: `{${numbers(50, index => 49 - index)}}`, grade: 'exact' },
  {
    name: 'a long set with another item',
    real: 'set(range(50))',
    predicted: `{${numbers(50, index => index + 1)}}`,
    grade: 'wrong',
    first: '{}',
  },
  {
    name: 'a long set with too few items',
    real: 'set(range(50))',
    predicted: `{${numbers(49)}}`,
    grade: 'wrong',
    first: '{}',
  },
  { name: 'a long dict', real: '{i: i for i in range(50)}', predicted: `{${entries(50)}}`, grade: 'exact' },
  {
    name: 'a long dict in another order beyond what was kept',
    real: '{i: i for i in range(50)}',
    predicted: `{${entries(50, index => (index === 48 ? 49 : index === 49 ? 48 : index))}}`,
    grade: 'undecidable',
  },
  {
    name: 'a long dict with another value',
    real: '{i: i for i in range(50)}',
    predicted: `{5: 0, ${entries(50)}}`.replace('5: 5', '5: 6'),
    grade: 'wrong',
    first: '[5]',
  },
  {
    name: 'a long dict without a key',
    real: '{i: i for i in range(50)}',
    predicted: `{${entries(49)}}`,
    grade: 'wrong',
  },
  { name: 'a long str', real: "'ab' * 100", predicted: `'${'ab'.repeat(100)}'`, grade: 'exact' },
  { name: 'a long str with another end', real: "'ab' * 100", predicted: `'${'ab'.repeat(99)}ac'`, grade: 'wrong' },
  { name: 'a long str with another begin', real: "'ab' * 100", predicted: `'b${'ab'.repeat(99)}b'`, grade: 'wrong' },
  { name: 'a str that is too short', real: "'ab' * 100", predicted: `'${'ab'.repeat(99)}'`, grade: 'wrong' },
  {
    name: 'a long str beyond the basic plane',
    real: "'\\U0001f600' * 60",
    predicted: `'${'😀'.repeat(60)}'`,
    grade: 'exact',
  },
  {
    name: 'a long str with a lone surrogate',
    real: "'a' * 60 + '\\ud800'",
    predicted: `'${'a'.repeat(60)}\\ud800'`,
    grade: 'exact',
  },
  {
    name: 'a long str with backslashes and a surrogate',
    real: "'\\\\' * 60 + '\\ud800'",
    predicted: `'${'\\\\'.repeat(60)}\\ud800'`,
    grade: 'exact',
  },
  { name: 'long bytes', real: "b'ab' * 100", predicted: `b'${'ab'.repeat(100)}'`, grade: 'exact' },
  { name: 'long bytes with another end', real: "b'ab' * 100", predicted: `b'${'ab'.repeat(99)}ac'`, grade: 'wrong' },
  { name: 'a long int', real: '10 ** 100', predicted: `1${'0'.repeat(100)}`, grade: 'exact' },
  { name: 'a long int with another last digit', real: '10 ** 100', predicted: `1${'0'.repeat(99)}1`, grade: 'wrong' },
  { name: 'a long negative int', real: '-(10 ** 100)', predicted: `-1${'0'.repeat(100)}`, grade: 'exact' },
  { name: 'a long int with the other sign', real: '-(10 ** 100)', predicted: `1${'0'.repeat(100)}`, grade: 'wrong' },
  { name: 'a deep list', real: '[[[[[[[1]]]]]]]', predicted: '[[[[[[[1]]]]]]]', grade: 'exact' },
  {
    name: 'a deep list with another leaf',
    real: '[[[[[[[1]]]]]]]',
    predicted: '[[[[[[[2]]]]]]]',
    grade: 'wrong',
    first: '[0][0][0][0][0]',
  },
  {
    name: 'a deep list of another kind',
    real: '[[[[[[[1]]]]]]]',
    predicted: '[[[[[(1,)]]]]]',
    grade: 'wrong',
    first: '[0][0][0][0][0]',
  },
  {
    name: 'a deep dict of two keys',
    real: "[[[[[{'a': 1, 'b': 2}]]]]]",
    predicted: "[[[[[{'b': 2, 'a': 1}]]]]]",
    grade: 'undecidable',
    first: '[0][0][0][0][0]',
  },
  {
    name: 'a deep dict of another length',
    real: "[[[[[{'a': 1, 'b': 2}]]]]]",
    predicted: "[[[[[{'b': 2}]]]]]",
    grade: 'wrong',
    first: '[0][0][0][0][0]',
  },
  {
    name: 'a long list of generators',
    real: '[g() for _ in range(50)]',
    predicted: `[${'<generator object g at 0x7f>, '.repeat(50)}]`,
    grade: 'undecidable',
  },
  {
    name: 'a long list within a list',
    real: '[1, list(range(50)), 2]',
    predicted: `[1, [${numbers(50)}], 2]`,
    grade: 'exact',
  },
  {
    name: 'a difference after a long list',
    real: '[1, list(range(50)), 2]',
    predicted: `[1, [${numbers(50)}], 3]`,
    grade: 'wrong',
    first: '[2]',
  },
  { name: 'a long subclass', real: 'L(range(50))', predicted: `L([${numbers(50)}])`, grade: 'exact' },
  {
    name: 'a long Counter',
    real: 'collections.Counter(range(50))',
    predicted: `Counter({${Array.from({ length: 50 }, (_, index) => `${index}: 1`).join(', ')}})`,
    grade: 'exact',
  },
];

describe.skipIf(answers === null)(`cuts${whyNot}`, () => {
  let actual: readonly Described[] = [];
  beforeAll(async () => {
    actual = (await answers?.values({ setup, expressions: cases.map(({ real }) => real), limits })) ?? [];
  });

  test.each(cases.map((row, index) => [`${row.name}: ${row.grade}`, row, index] as const))('%s', (_, row, index) => {
    const literal = readLiteral(row.predicted);
    expect(literal.kind).toBe('value');
    const predicted: Value = literal.kind === 'value' ? literal.value : null;
    const comparison = compareValues(predicted, actual[index]?.value ?? null);
    expect([comparison.grade, comparison.firstDifference]).toEqual([row.grade, row.first ?? '']);
    expect(comparison.equal).toBe(row.grade === 'exact');
    const isText = typeof predicted === 'object' && predicted?.kind === 'object';
    if (row.grade === 'exact' && !isText) expect(digestOf(predicted)).toBe(actual[index]?.digest);
  });
});
