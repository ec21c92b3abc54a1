/** A model server on loopback that says what a test tells it to, by the protocol of chat completions, streamed or not. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server answers: a text, or an HTTP error. */
export type Reply = string | { readonly status: number; readonly message: string };

export interface FakeModel {
  readonly baseUrl: string;
  /** The bodies that came, in order. */
  readonly requests: readonly string[];
  readonly keys: readonly string[];
  close(): Promise<void>;
}

/** `reply` is given the whole request body; `models` is what `/models` lists. */
export async function openFakeModel(
  reply: (body: string) => Reply | Promise<Reply>,
  models = ['fake'],
): Promise<FakeModel> {
  const requests: string[] = [];
  const keys: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    if (request.url?.endsWith('/models') === true) {
      json(response, 200, { object: 'list', data: models.map(id => ({ id, object: 'model' })) });
      return;
    }
    requests.push(body);
    keys.push(request.headers.authorization ?? '');
    const said = await reply(body);
    if (typeof said !== 'string') json(response, said.status, { error: { message: said.message, type: 'error' } });
    else if (/"stream":\s*true/.test(body)) stream(response, said);
    else json(response, 200, completion({ message: { role: 'assistant', content: said } }, 'chat.completion'));
  }

  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return { baseUrl: `http://127.0.0.1:${portOf(server)}/v1`, requests, keys, close: () => close(server) };
}

function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object): unknown =>
    response.write(`data: ${JSON.stringify(completion(choice, 'chat.completion.chunk'))}\n\n`);
  send({ delta: { role: 'assistant', content: text } });
  send({ delta: {}, finish_reason: 'stop' });
  response.end('data: [DONE]\n\n');
}

function completion(choice: object, object: string): object {
  return {
    id: 'fake-1',
    object,
    created: 1,
    model: 'fake',
    choices: [{ index: 0, finish_reason: object === 'chat.completion' ? 'stop' : null, ...choice }],
    // More than any prompt has: a server that says fewer is taken for one that cut the prompt.
    usage: { prompt_tokens: 100_000, completion_tokens: 5, total_tokens: 100_005 },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function portOf(server: Server): number {
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(done => server.close(() => done()));
}
