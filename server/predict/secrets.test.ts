/** Where keys and addresses may not go, and which way requests take. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Log } from '../core/log.ts';
import { authoritiesOf } from './authorities.ts';
import { testConnection } from './connection.ts';
import { openMeans } from './means.ts';
import { Network } from './network.ts';
import { predictWith } from './predict.ts';
import { lookAtServer } from './servers.ts';
import { asking, endpointAt, never, predictAt, probe, rightJson } from './testing/asking.ts';
import {
  answers,
  type Behaviour,
  chunk,
  events,
  type FakeServer,
  openFakeServer,
  openFakeTlsServer,
  says,
} from './testing/fakeServer.ts';
import { nothingShown } from './testing/probes.ts';

const key = 'sk-Zq7veryS3cretKey0123456789';
const closing: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

async function open(...script: readonly Behaviour[]): Promise<FakeServer> {
  const server = await openFakeServer(...script);
  closing.push(() => server.close());
  return server;
}

describe('the key', () => {
  test('is in no log, prediction, error or file, whatever goes wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'called-it-'));
    const lines: string[] = [];
    const write = (message: string): void => void lines.push(message);
    const log: Log = { trace: write, info: write, warn: write, error: write };
    const echo = { error: { message: `Incorrect API key provided: ${key}. Authorization: Bearer ${key}` } };
    const scripts: readonly Behaviour[] = [
      ...[400, 401, 403, 404, 422, 429, 500].map(status => answers(status, echo, { 'retry-after': '0' })),
      answers(302, {}, { location: `https://elsewhere.example/?key=${key}` }),
      answers(200, echo),
      response => void response.end(`<html>${key}</html>`),
      response => void response.destroy(),
      says(`I was asked with Bearer ${key}.`),
      events(chunk({ content: `Bearer ${key}` }), echo),
    ];
    const shown: string[] = [];
    for (const script of scripts) {
      const server = await open(script);
      const means = openMeans({ folder, log });
      const endpoint = endpointAt(server.baseUrl, { apiKey: key });
      const prediction = await predictWith(endpoint, probe, nothingShown, asking(means), log, () => undefined, never);
      shown.push(JSON.stringify(prediction), JSON.stringify(await testConnection(endpoint, means, never)));
      expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${key}`);
      expect(server.seen.map(seen => seen.path + JSON.stringify(seen.body)).join()).not.toContain(key);
      await means.close();
    }
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name));
    const kept = files.filter(path => statSync(path).isFile()).map(path => readFileSync(path, 'utf8'));
    rmSync(folder, { recursive: true });
    for (const text of [...lines, ...shown, ...kept, JSON.stringify(process.env)]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(key.slice(3, 15));
    }
  });

  test('that cannot travel in a header is told apart before anything is sent', async () => {
    const server = await open(says(rightJson));
    for (const apiKey of ['sk-abc\ndef', 'sk-ключ', 'sk abc', '"sk-abc"']) {
      const prediction = await predictAt(endpointAt(server.baseUrl, { apiKey }));
      expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'auth' });
      expect(prediction.explanation).toContain('The API key');
    }
    expect(server.seen).toHaveLength(0);
    await predictAt(endpointAt(server.baseUrl, { apiKey: `${key}\n` }));
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('is not sent in the open to a public host', async () => {
    const prediction = await predictAt(endpointAt('http://models.example.com/v1', { apiKey: key }));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'badBaseUrl' });
  });

  test('of the environment is not sent, nor anything else that the client library reads there', async () => {
    const server = await open(says(rightJson));
    vi.stubEnv('OPENAI_API_KEY', 'sk-environment-leak');
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin-leak');
    vi.stubEnv('OPENAI_ORG_ID', 'org-leak');
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-leak');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Leak: leak\nAuthorization: Bearer leak');
    vi.stubEnv('OPENAI_LOG', 'debug');
    expect(await predictAt(endpointAt(server.baseUrl))).toMatchObject({ kind: 'answered' });
    expect(JSON.stringify(server.seen[0]?.headers)).not.toContain('leak');
    expect(Object.keys(server.seen[0]?.headers ?? {}).filter(name => name.startsWith('x-'))).toEqual([]);
  });
});

describe('the address', () => {
  test.each([
    ['/v1', '/v1/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['/v1//', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    [' /api/v2', '/api/v2/chat/completions'],
    ['', '/chat/completions'],
    ['/v1?api-version=1', '/v1/chat/completions?api-version=1'],
  ])('%j goes to %s', async (path, expected) => {
    const server = await open(says(rightJson));
    const origin = new URL(server.baseUrl).origin;
    const baseUrl = path.startsWith(' ') ? ` ${origin}${path.trim()} ` : `${origin}${path}`;
    await predictAt(endpointAt(baseUrl));
    expect(server.seen[0]?.path).toBe(expected);
  });

  test('a model’s name is sent as it is', async () => {
    const server = await open(says(rightJson));
    await predictAt(endpointAt(server.baseUrl, { model: 'org/a b:c@1' }));
    expect(server.seen[0]?.body['model']).toBe('org/a b:c@1');
  });

  test.each(['localhost:1234/v1', 'ftp://x', '', 'http://user:pw@127.0.0.1/v1'])(
    '%j is refused with a sentence',
    async baseUrl => {
      const prediction = await predictAt(endpointAt(baseUrl));
      expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'badBaseUrl' });
      expect(prediction.explanation).not.toContain('pw');
    },
  );

  test('where nothing listens says so', async () => {
    const server = await openFakeServer();
    await server.close();
    const prediction = await predictAt(endpointAt(server.baseUrl));
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'network', latency: { attempts: 1 } });
    expect(prediction.explanation).toContain('ECONNREFUSED');
  });

  test('with `/v1` is offered only where it answers', async () => {
    const server = await open((response, seen) =>
      seen.path === '/v1/models'
        ? answers(200, { data: [{ id: 'm' }] })(response, seen)
        : answers(404, { detail: 'Not Found' })(response, seen),
    );
    const tested = await lookAtServer(endpointAt(new URL(server.baseUrl).origin), never);
    expect(tested).toMatchObject({ kind: 'unlisted', tested: { ok: false } });
    expect(tested.tested.message).toContain(`${server.baseUrl}\``);
    const listed = await lookAtServer(endpointAt(server.baseUrl), never);
    expect(listed).toMatchObject({ kind: 'listed', tested: { ok: true, models: ['m'] } });
    const elsewhere = await open(answers(404, { detail: 'Not Found' }));
    const nowhere = await lookAtServer(endpointAt(elsewhere.baseUrl), never);
    expect(nowhere.tested.message).not.toContain('use that address');
  });
});

describe('the way', () => {
  async function openProxy() {
    const targets: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (_request, socket) => {
      targets.push('connect');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.on('request', (incoming, response) => {
      targets.push(incoming.url ?? '');
      incoming.pipe(
        httpRequest(incoming.url ?? '', { method: incoming.method ?? 'GET', headers: incoming.headers }, answer =>
          answer.pipe(response),
        ),
      );
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>(resolve => proxy.close(() => resolve())));
    const address = proxy.address();
    return { targets, url: `http://127.0.0.1:${address !== null && typeof address !== 'string' ? address.port : 0}` };
  }

  test('goes through the proxy of the settings, and of the environment', async () => {
    const proxy = await openProxy();
    const first = await predictAt(endpointAt('https://models.example.com/v1', { proxy: proxy.url }));
    expect(first.kind).toBe('notAsked');
    expect(proxy.targets.length).toBeGreaterThan(0);
    const before = proxy.targets.length;
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    vi.stubEnv('NO_PROXY', '');
    await predictAt(endpointAt('https://models.example.com/v1'));
    expect(proxy.targets.length).toBeGreaterThan(before);
  });

  test('to this machine never goes through a proxy', async () => {
    const proxy = await openProxy();
    const server = await open(says(rightJson));
    vi.stubEnv('HTTP_PROXY', proxy.url);
    expect(await predictAt(endpointAt(server.baseUrl, { proxy: proxy.url }))).toMatchObject({ kind: 'answered' });
    expect(proxy.targets).toEqual([]);
  });

  test('trusts whom the operating system trusts, where Node can tell', () => {
    const store = { getCACertificates: (kind: string) => (kind === 'system' ? ['company', 'known'] : ['known']) };
    expect(authoritiesOf(store)).toEqual(['known', 'company']);
    expect(authoritiesOf({})).toBeUndefined();
  });

  test('to a server with a certificate of its own is open where that is trusted, else names the setting, and goes where it is allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'called-it-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        keyFile,
        '-out',
        certFile,
      ],
      { stdio: 'ignore' },
    );
    const cert = readFileSync(certFile, 'utf8');
    const server = await openFakeTlsServer({ key: readFileSync(keyFile, 'utf8'), cert }, says(rightJson));
    closing.push(() => server.close());
    rmSync(folder, { recursive: true });
    const network = new Network(() => [cert]);
    expect((await predictAt(endpointAt(server.baseUrl), { means: { ...openMeans(), network } })).kind).toBe('answered');
    await network.close();
    const refused = await predictAt(endpointAt(server.baseUrl));
    expect(refused).toMatchObject({ kind: 'notAsked', reason: 'tls' });
    expect(refused.explanation).toContain('NODE_EXTRA_CA_CERTS');
    expect(await predictAt(endpointAt(server.baseUrl, { strictTls: false }))).toMatchObject({ kind: 'answered' });
  });
});
