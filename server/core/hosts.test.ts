import { expect, test } from 'vitest';
import { hostOf, isLoopback } from './hosts.ts';

const addresses: readonly [string, string, boolean][] = [
  ['http://127.0.0.1:11434/v1', '127.0.0.1:11434', true],
  ['http://localhost:8080', 'localhost:8080', true],
  ['http://[::1]:8000/v1', '[::1]:8000', true],
  ['http://model.localhost/v1', 'model.localhost', true],
  ['https://api.example.com/v1', 'api.example.com', false],
  ['https://localhost.example.com/v1', 'localhost.example.com', false],
  ['https://127.example.com', '127.example.com', false],
  ['https://127.0.0.1.example.com', '127.0.0.1.example.com', false],
  ['http://192.168.1.4:8000', '192.168.1.4:8000', false],
  ['not an address', 'not an address', false],
];

test.each(addresses)('%s is at %s', (address, host, isHere) => {
  expect(hostOf(address)).toBe(host);
  expect(isLoopback(address)).toBe(isHere);
});
