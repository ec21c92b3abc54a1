/** Values of libraries that the tests have no Python for, as the runner describes them, against texts. */
import { describe, expect, test } from 'vitest';
import { compareValues } from './compare.ts';
import { readLiteral } from './literal.ts';
import { classesOf } from './value/typeName.ts';
import type { Value } from './value.ts';

function gradeOf(predicted: string, actual: Value): string {
  const literal = readLiteral(predicted, { known: classesOf(actual) });
  return literal.kind === 'value' ? compareValues(literal.value, actual).grade : literal.reason;
}

const float = (text: string): Value => ({ kind: 'float', text });
const array: Value = { kind: 'ndarray', dtype: 'int64', shape: [3], items: [1, 2, 3] };
const square: Value = { kind: 'ndarray', dtype: 'float32', shape: [2, 1], items: [float('1.0'), float('2.5')] };
const words: Value = { kind: 'ndarray', dtype: 'str96', shape: [2], items: ['abc', 'd'] };
const scalar: Value = { kind: 'scalar', dtype: 'float64', value: float('1.5') };
const zone: Value = { kind: 'object', type: 'zoneinfo.ZoneInfo', attributes: [['key', 'Europe/Berlin']] };
const twice: Value = {
  kind: 'list',
  items: [
    { kind: 'list', id: 1, items: [1] },
    { kind: 'ref', id: 1 },
  ],
};
const hidden: Value = { kind: 'object', type: 'm.T', attributes: [['a', 1]], opaque: true };

describe('described values', () => {
  test.each<[string, Value, string]>([
    ['array([1, 2, 3])', array, 'exact'],
    ['np.array([1, 2, 3])', array, 'exact'],
    ['array([1, 2, 3], dtype=int64)', array, 'exact'],
    ['array([1, 2, 3], dtype=int32)', array, 'type'],
    ['[1, 2, 3]', array, 'type'],
    ['(1, 2, 3)', array, 'type'],
    ['array([1, 2, 4])', array, 'wrong'],
    ['array([[1, 2, 3]])', array, 'wrong'],
    ['[1, 2]', array, 'wrong'],
    ['6', array, 'wrong'],
    ['array([[1. ],\n       [2.5]], dtype=float32)', square, 'exact'],
    ['[[1.0], [2.5]]', square, 'type'],
    ['[[1.0], [2.0]]', square, 'wrong'],
    ["array(['abc', 'd'], dtype='<U3')", words, 'exact'],
    ['np.float64(1.5)', scalar, 'exact'],
    ['1.5', scalar, 'type'],
    ['2.5', scalar, 'wrong'],
    ["zoneinfo.ZoneInfo(key='Europe/Berlin')", zone, 'partial'],
    ["ZoneInfo('Europe/Paris')", zone, 'wrong'],
    ['[[1], [1]]', twice, 'exact'],
    ['[[1], [2]]', twice, 'wrong'],
    ['T(a=1)', hidden, 'partial'],
    ['T(a=2)', hidden, 'wrong'],
    ['T(b=2)', hidden, 'partial'],
    ['<m.T object at 0x7f>', hidden, 'partial'],
    ['<m.U object at 0x7f>', hidden, 'wrong'],
  ])('%s', (predicted, actual, grade) => {
    expect(gradeOf(predicted, actual)).toBe(grade);
  });

  test('a cycle is the same as itself, and undecidable for any text', () => {
    const cycle: Value = { kind: 'list', id: 1, items: [1, { kind: 'ref', id: 1 }] };
    expect(compareValues(cycle, structuredClone(cycle)).grade).toBe('exact');
    expect(gradeOf('[1, [1, [...]]]', cycle)).toBe('undecidable');
    expect(gradeOf('[2, [...]]', cycle)).toBe('wrong');
  });

  test('sharing many times over does not take forever', () => {
    let laughs: Value = { kind: 'list', id: 1, items: [1] };
    for (let id = 2; id < 60; id += 1) laughs = { kind: 'list', id, items: [laughs, { kind: 'ref', id: id - 1 }] };
    expect(compareValues(laughs, structuredClone(laughs)).grade).toBe('exact');
  });
});
