import { expect, test } from 'vitest';
import { isOpen } from './wholeness.ts';

test.each([
  ['[1, 2', true],
  ["{'a': 'b", true],
  ["'abc", true],
  ["b'abc", true],
  ['"""abc\n', true],
  ["assert f(1) == [')'", true],
  ['{"outcome": "returns", "return_repr": "[1', true],
  ['2', false],
  ["b'['", false],
  ['"it\\"s ["', false],
  ["'''a\n['''", false],
  ["It's hard to say.", false],
  ["I'd say 'two'.", false],
  ['Two (or so) things :)', false],
  ["He said 'yes\nand went", false],
  ['', false],
])('%j ends in the middle: %s', (text, expected) => {
  expect(isOpen(text)).toBe(expected);
});
