import { expect, test } from 'vitest';
import { estimateTokens, tokensAtMost } from './tokens.ts';

test.each([
  ['', 0, 0],
  // def, f, (, x, "):", line break with its indent, return, x; single blanks belong to the word behind them.
  ['def f(x):\n    return x', 8, 11],
  // Seven words of at most six letters each.
  ['a'.repeat(42), 7, 10],
  // Two tokens for six digits, three for nine, a mark; 60 % more where numbers abound.
  ['123456, 123456789', 6, 10],
  // Each character beyond ASCII counts.
  ['日本語', 3, 4],
])('%j costs about %i, at most %i', (text, about, most) => {
  expect([estimateTokens(text), tokensAtMost(text)]).toEqual([about, most]);
});

test('a long list of numbers is not taken for prose', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at).join(', ');
  expect(tokensAtMost(numbers)).toBeGreaterThan(numbers.length / 2);
});
