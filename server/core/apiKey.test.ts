import { expect, test } from 'vitest';
import { keyFault } from './apiKey.ts';

test.each(['', '  ', 'sk-abc_123', ' sk-abc\n', 'sk-or-v1-0a/b+c==', "it's"])('%j can be sent', key => {
  expect(keyFault(key)).toBe('');
});

test.each([
  ['sk-abc\ndef', 'character'],
  ['sk abc', 'character'],
  ['sk-ключ', 'character'],
  ['sk-abcé', 'character'],
  ['sk-\u200babc', 'character'],
  ['"sk-abc"', 'quotes'],
  ["'sk-abc'", 'quotes'],
  ['“sk-abc”', 'quotes'],
  ['Bearer sk-abc', 'header'],
  ['Authorization: Bearer sk-abc', 'header'],
])('%j cannot, and the sentence says why', (key, why) => {
  expect(keyFault(key)).toContain(why);
});
