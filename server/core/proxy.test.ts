import { expect, test } from 'vitest';
import { proxyFor } from './proxy.ts';

const environment = { HTTPS_PROXY: 'http://p:1', http_proxy: 'http://q:2', NO_PROXY: 'intern.example, .corp' };

test.each([
  ['https://api.example.com/v1', 'http://p:1'],
  ['http://api.example.com/v1', 'http://q:2'],
  ['http://127.0.0.1:8080/v1', ''],
  ['http://localhost:8080/v1', ''],
  ['http://[::1]:8080/v1', ''],
  ['https://intern.example/v1', ''],
  ['https://llm.corp/v1', ''],
  ['https://notcorp/v1', 'http://p:1'],
  ['no address', ''],
])('%s goes through %j', (address, proxy) => {
  expect(proxyFor(address, environment)).toBe(proxy);
});

test('ALL_PROXY stands in, and an exception for all ends it', () => {
  expect(proxyFor('https://x.example', { ALL_PROXY: 'http://a:3' })).toBe('http://a:3');
  expect(proxyFor('https://x.example', { ALL_PROXY: 'http://a:3', no_proxy: '*' })).toBe('');
});
