/** Connections that fail in each way, by real sockets where there are some. */
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { connectionTrouble } from './connectionTrouble.ts';
import { endpointAt, predictAt } from './testing/asking.ts';
import { type FakeServer, hangs, openFakeServer } from './testing/fakeServer.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(): Promise<FakeServer> {
  const server = await openFakeServer(hangs);
  closing.push(() => server.close());
  return server;
}

test('`https` to a server without it is told as that, and no certificate is blamed', async () => {
  const server = await open();
  const prediction = await predictAt(endpointAt(server.baseUrl.replace('http:', 'https:')));
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'network', latency: { attempts: 1 } });
  expect(prediction.explanation).toContain('Check `http` or `https`');
  expect(prediction.explanation).not.toMatch(/certificate|proxyStrictSSL/);
});

test('a server that hangs up at once', async () => {
  let connections = 0;
  const rude = createServer(socket => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => rude.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => rude.close(resolve)));
  const address = rude.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  const prediction = await predictAt(endpointAt(`http://127.0.0.1:${port}/v1`));
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'network' });
  expect(connections).toBeLessThanOrEqual(3);
});

test('nobody who listens', async () => {
  const server = await openFakeServer(hangs);
  await server.close();
  const prediction = await predictAt(endpointAt(server.baseUrl));
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'network', latency: { attempts: 1 } });
  expect(prediction.explanation).toContain('Nothing listens');
});

test('a port that is never asked', async () => {
  const prediction = await predictAt(endpointAt('http://127.0.0.1:6000/v1'));
  expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'network', latency: { attempts: 1 } });
  expect(prediction.explanation).toContain('bad port');
});

describe('the deepest cause', () => {
  const caused = (code: string, message = 'm') =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  test.each([
    ['ENOTFOUND', 'network', 'aFewTimes', 'The name of host is not known'],
    ['EAI_AGAIN', 'network', 'aFewTimes', 'The name of host is not known'],
    ['ECONNREFUSED', 'network', 'never', 'Nothing listens at host'],
    ['ECONNRESET', 'network', 'aFewTimes', 'The connection to host failed'],
    ['UND_ERR_SOCKET', 'network', 'aFewTimes', 'host does not speak this protocol'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', 'never', 'host does not speak this protocol'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'network', 'never', 'host does not speak this protocol'],
    ['HPE_INVALID_CONSTANT', 'network', 'never', 'host does not speak this protocol'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'never', 'NODE_EXTRA_CA_CERTS'],
  ])('%s is %s', (code, reason, again, said) => {
    const trouble = connectionTrouble(caused(code), 'host');
    expect(trouble).toMatchObject({ reason, again });
    expect(trouble.explanation).toContain(said);
    expect(trouble.explanation).toContain(code);
  });

  test('a proxy that refuses is named', () => {
    const refused = caused('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling');
    expect(connectionTrouble(refused, 'host').explanation).toMatch(/^The proxy does not lead to host .*407/);
  });

  test('an error without any is said so', () => {
    expect(connectionTrouble(undefined, 'host').explanation).toContain('no reason given');
  });
});
