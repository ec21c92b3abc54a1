/** A model server that does what a test scripts: every way in which real ones misbehave, on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

/** A request as it came in. `closed` resolves when the client or the server ended the exchange. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly closed: Promise<void>;
}

export type Behaviour = (response: ServerResponse, seen: Seen) => void | Promise<void>;

export interface FakeServer {
  readonly baseUrl: string;
  readonly seen: readonly Seen[];
  /** Resolves when the request of this number (from 1) has come in. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Answers request after request by `script`; the last behaviour stays in force. */
export async function openFakeServer(...script: readonly Behaviour[]): Promise<FakeServer> {
  return listen('http', createServer, script);
}

/** The same with a certificate that nobody trusts. */
export async function openFakeTlsServer(
  certificate: { readonly key: string; readonly cert: string },
  ...script: readonly Behaviour[]
): Promise<FakeServer> {
  return listen('https', handler => createTlsServer(certificate, handler), script);
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(
  scheme: string,
  create: (handler: Handler) => Server & { closeAllConnections(): void },
  script: readonly Behaviour[],
): Promise<FakeServer> {
  const seen: Seen[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const server = create((request, response) => {
    void receive(request, response).then(each => {
      seen.push(each);
      for (const { go } of waiting.filter(({ count }) => count <= seen.length)) go();
      const behaviour = script[Math.min(seen.length, script.length) - 1];
      void behaviour?.(response, each);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `${scheme}://127.0.0.1:${portOf(server)}/v1`,
    seen,
    arrived: count =>
      seen.length >= count ? Promise.resolve() : new Promise(resolve => waiting.push({ count, go: resolve })),
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port');
  return address.port;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<Seen> {
  const closed = new Promise<void>(resolve => response.once('close', () => resolve()));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {},
    at: Date.now(),
    closed,
  };
}

/** A chunk of a streamed completion with this delta. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): object {
  return {
    id: 'c',
    object: 'chat.completion.chunk',
    model: 'served',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

/** Streams these objects as events, then `[DONE]`. */
export function events(...parts: readonly object[]): Behaviour {
  return response => {
    begin(response);
    for (const part of parts) send(response, part);
    response.end('data: [DONE]\n\n');
  };
}

/** Streams these objects as events, and ends without a word. */
export function endsUnsaid(...parts: readonly object[]): Behaviour {
  return response => {
    begin(response);
    for (const part of parts) send(response, part);
    response.end();
  };
}

/** Streams these objects as events, then the connection breaks. */
export function breaksAfter(...parts: readonly object[]): Behaviour {
  return async response => {
    begin(response);
    const text = parts.map(part => `data: ${JSON.stringify(part)}\n\n`).join('');
    await new Promise<void>(resolve => response.write(text, () => resolve()));
    response.destroy();
  };
}

/** Streams a text in one piece with a proper end. */
export function says(text: string): Behaviour {
  return events(chunk({ role: 'assistant', content: text }), chunk({}, 'stop'));
}

export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function send(response: ServerResponse, part: object): void {
  response.write(`data: ${JSON.stringify(part)}\n\n`);
}

/** Answers at once with a JSON body. */
export function answers(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Takes the request and never says anything. */
export const hangs: Behaviour = () => undefined;
