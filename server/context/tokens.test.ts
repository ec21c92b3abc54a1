import { expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

test.each([
  ['', 0],
  // word 1, blank 1, word 1, mark 1, word 1, mark 1, line break with its indent 1, word 1, blank 1, word 1: ten, and 30 % more.
  ['def f(x):\n    return x', 13],
  // Seven words of at most six letters each.
  ['a'.repeat(42), 10],
  // Two tokens for six digits, three for nine, three marks with their blank; 60 % more where numbers abound.
  ['123456, 123456789', 12],
  // Each character beyond ASCII counts.
  ['日本語', 4],
])('%j costs %i', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('a long list of numbers is not taken for prose', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at).join(', ');
  expect(estimateTokens(numbers)).toBeGreaterThan(numbers.length / 1.6);
});
