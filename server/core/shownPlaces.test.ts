import { expect, test } from 'vitest';
import type { Shown } from './prediction.ts';
import { shownPlaces } from './shownPlaces.ts';

function shown(file: string, firstLine: number, lastLine: number): Shown {
  return { file, name: 'f', firstLine, lastLine, sha256: '', form: 'whole', source: '' };
}

test('each file stands once, with its lines', () => {
  expect(shownPlaces({ shown: [] })).toBe('');
  expect(shownPlaces({ shown: [shown('', 1, 3)] })).toBe('the open text 1–3');
  const some = [shown('shop/cart.py', 8, 14), shown('shop/money.py', 3, 3), shown('shop/cart.py', 20, 22)];
  expect(shownPlaces({ shown: some })).toBe('shop/cart.py 8–14, 20–22; shop/money.py 3');
});

test('of many files the first are named, and the others counted', () => {
  const many = (count: number) =>
    shownPlaces({ shown: Array.from({ length: count }, (_, at) => shown(`${at}.py`, 1, 2)) });
  expect(many(8)).not.toContain('more');
  expect(many(9)).toMatch(/; 7\.py 1–2; 1 more file$/);
  expect(many(20)).toMatch(/; 12 more files$/);
});
