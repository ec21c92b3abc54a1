/** What is said of the way to a server. */
import { expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { endpointAt } from './testing/asking.ts';
import { wayOf } from './way.ts';

const far = 'https://models.test/v1';

function way(baseUrl: string, endpoint: object, environment: Readonly<Record<string, string>> = {}): string {
  const reading = readAddress(baseUrl, 'm', '');
  if (reading.kind !== 'address') throw new Error('no address');
  return wayOf({ ...endpointAt(baseUrl), ...endpoint }, reading.address, environment);
}

const through = 'Requests go through the proxy proxy.test:3128.';

test.each([
  ['nothing stands between', far, {}, {}, ''],
  ['a proxy of the settings, without its password', far, { proxy: 'http://me:word@proxy.test:3128' }, {}, through],
  ['a proxy of the environment', far, {}, { HTTPS_PROXY: 'http://proxy.test:3128' }, through],
  ['a proxy for another protocol', far, {}, { HTTP_PROXY: 'http://proxy.test:3128' }, ''],
  ['an exception', far, { proxy: 'http://proxy.test:3128', noProxy: ['models.test'] }, {}, ''],
  ['this machine', 'http://127.0.0.1:8080/v1', { proxy: 'http://proxy.test:3128' }, {}, ''],
  [
    'an unchecked certificate',
    far,
    { strictTls: false },
    {},
    'Its certificate is not checked (`http.proxyStrictSSL`).',
  ],
  ['no certificate to check', 'http://models.test/v1', { strictTls: false }, { NODE_EXTRA_CA_CERTS: '/ca.pem' }, ''],
  [
    'authorities',
    far,
    {},
    { NODE_EXTRA_CA_CERTS: '/ca.pem' },
    'The authorities of NODE_EXTRA_CA_CERTS are trusted too.',
  ],
])('%s', (_, baseUrl, endpoint, environment, expected) => {
  expect(way(baseUrl, endpoint, environment)).toBe(expected);
});
