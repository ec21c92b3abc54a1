import { expect, test } from 'vitest';
import { keyFault, withoutKeys } from './apiKey.ts';

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

test('a log of messages holds neither keys nor the credentials of a proxy', () => {
  const endpoint = {
    baseUrl: 'https://a.test/v1',
    apiKey: 'sk-"a\\',
    proxy: 'http://me:word@proxy.test:3128',
    model: 'm',
  };
  const hidden = { ...endpoint, apiKey: '(hidden)', proxy: 'http://(hidden)@proxy.test:3128' };
  for (const space of [0, 4]) {
    expect(withoutKeys(JSON.stringify({ endpoint }, null, space))).toBe(
      JSON.stringify({ endpoint: hidden }, null, space),
    );
  }
});
