/** Which way requests take: through which proxy, and past it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readAddress } from './address.ts';
import { Network } from './network.ts';
import { endpointAt } from './testing/asking.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** A proxy that leads nowhere, and notes who was asked for. */
async function openProxy() {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => proxy.close(resolve)));
  const address: AddressInfo | string | null = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return { asked, url: `http://127.0.0.1:${address.port}` };
}

/** Whether a request goes to the proxy. Names end in `.invalid`, so that no other way leads anywhere. */
async function goesThrough(
  proxy: { readonly asked: readonly string[]; readonly url: string },
  baseUrl: string,
  more: Parameters<typeof endpointAt>[1],
): Promise<boolean> {
  const reading = readAddress(baseUrl, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  const network = new Network(() => undefined);
  const before = proxy.asked.length;
  const send = network.fetchFor(endpointAt(baseUrl, more), reading.address);
  await send(baseUrl, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  await network.close();
  return proxy.asked.length > before;
}

const lan = 'http://llm.lan.invalid:8000/v1';
const far = 'https://models.invalid/v1';

test.each([
  ['nothing excepted', {}, '', lan, true],
  ['a name', { noProxy: ['llm.lan.invalid'] }, '', lan, false],
  ['a name with its port', { noProxy: ['llm.lan.invalid:8000'] }, '', lan, false],
  ['another port', { noProxy: ['llm.lan.invalid:9000'] }, '', lan, true],
  ['a domain', { noProxy: ['.lan.invalid'] }, '', lan, false],
  ['a domain with a star', { noProxy: ['other', '*.lan.invalid'] }, '', lan, false],
  ['another name', { noProxy: ['lan'] }, '', lan, true],
  ['all', { noProxy: ['x', '*'] }, '', far, false],
  ['the environment', {}, 'x, lan.invalid', lan, false],
  ['the environment beside the setting', { noProxy: ['x'] }, 'models.invalid', far, false],
  ['far away', { noProxy: ['lan.invalid'] }, 'lan.invalid', far, true],
])(
  'past the proxy of the settings, and of the environment, goes what is excepted: %s',
  async (_, more, env, url, isProxied) => {
    const proxy = await openProxy();
    vi.stubEnv('no_proxy', env);
    expect(await goesThrough(proxy, url, { ...more, proxy: proxy.url })).toBe(isProxied);
    for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, proxy.url);
    expect(await goesThrough(proxy, url, more)).toBe(isProxied);
  },
);

test.each(['http://localhost:1/v1', 'http://127.0.0.1:1/v1', 'http://[::1]:1/v1'])('%s is this machine', async url => {
  const proxy = await openProxy();
  vi.stubEnv('http_proxy', proxy.url);
  expect(await goesThrough(proxy, url, { proxy: proxy.url })).toBe(false);
});

test('what is excepted counts from the next request on', async () => {
  const proxy = await openProxy();
  const reading = readAddress(lan, 'm', '');
  if (reading.kind === 'invalid') throw new Error(reading.explanation);
  const network = new Network(() => undefined);
  closing.push(() => network.close());
  const endpoint = endpointAt(lan, { proxy: proxy.url });
  for (const noProxy of [[], ['lan.invalid'], []]) {
    await network
      .fetchFor(
        { ...endpoint, noProxy },
        reading.address,
      )(lan)
      .catch(() => undefined);
  }
  expect(proxy.asked).toHaveLength(2);
});
