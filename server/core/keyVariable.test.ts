import { expect, test } from 'vitest';
import { readKeyVariable } from './keyVariable.ts';

test.each([
  ['', { kind: 'none' }],
  ['OPENAI_API_KEY', { kind: 'name', name: 'OPENAI_API_KEY' }],
  [' my_key ', { kind: 'name', name: 'my_key' }],
  ['$' + '{env:OPENAI_API_KEY}', { kind: 'name', name: 'OPENAI_API_KEY' }],
  ['AZURE_OPENAI_KEY_2_EUROPE_WEST', { kind: 'name', name: 'AZURE_OPENAI_KEY_2_EUROPE_WEST' }],
  ['sk-abc', { kind: 'key', key: 'sk-abc' }],
  ['gsk_1a2b3c4d5e6f7g8h9i0j', { kind: 'key', key: 'gsk_1a2b3c4d5e6f7g8h9i0j' }],
  ['AIzaSyA1234567890abcdefghij', { kind: 'key', key: 'AIzaSyA1234567890abcdefghij' }],
])('the setting %j', (setting, expected) => {
  expect(readKeyVariable(setting)).toEqual(expected);
});
