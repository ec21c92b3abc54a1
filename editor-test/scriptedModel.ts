/**
 * An OpenAI-compatible server on this machine that answers what a scenario tells it to, and keeps what it was asked. The
 * greeting of **Test Connection** is answered in its form, as a server does whose forms have effect.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer in the shape `json` of the product. */
export interface Answer {
  readonly outcome: 'returns' | 'raises' | 'unknown';
  readonly return_repr?: string;
  readonly exception_type?: string;
  readonly exception_message?: string;
  readonly stdout?: string;
  readonly post_state?: readonly { readonly target: string; readonly repr: string }[];
  readonly confidence_percent: number;
}

/** An error as OpenAI's own servers send it. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Only the questions are refused; the list of models is given. */
  readonly listsModels: boolean;
}

interface Script {
  answer: string;
  delayMs: number;
  refusal?: Refusal | undefined;
}

export interface ScriptedModel {
  readonly baseUrl: string;
  /** What the next requests are answered with. */
  answer(answer: Answer): void;
  /** The same with any text, also one that cannot be read. */
  say(text: string): void;
  /** The bodies of the chat requests so far. */
  readonly asked: readonly string[];
  /** The `Authorization` headers of the chat requests so far; empty where there was none. */
  readonly keys: readonly string[];
  /** Every request is refused from now on, until there is an answer again. */
  refuse(refusal: Refusal): void;
  /** Waits this long before each answer. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export const modelName = 'scripted';

export async function openScriptedModel(address = '127.0.0.1', wantedPort = 0): Promise<ScriptedModel> {
  const asked: string[] = [];
  const keys: string[] = [];
  const script: Script = { answer: '{}', delayMs: 0 };
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/chat/completions') === true) keys.push(request.headers.authorization ?? '');
    void respond(request, response, asked, script);
  });
  server.listen(wantedPort, address);
  await once(server, 'listening');
  const port = portOf(server.address());
  return {
    baseUrl: `http://${address}:${port}/v1`,
    asked,
    keys,
    answer: answer => {
      script.answer = JSON.stringify({ ...unsaid, ...answer });
      script.refusal = undefined;
    },
    say: text => {
      script.answer = text;
      script.refusal = undefined;
    },
    refuse: refusal => {
      script.refusal = refusal;
    },
    delay: ms => {
      script.delayMs = ms;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const unsaid = {
  reasoning: '',
  return_repr: '',
  exception_type: '',
  exception_message: '',
  stdout: '',
  post_state: [],
};

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  asked: string[],
  script: Readonly<Script>,
): Promise<void> {
  const body = await textOf(request);
  const { refusal } = script;
  const isList = request.url?.endsWith('/models') === true;
  if (refusal !== undefined && !(isList && refusal.listsModels)) {
    const { status, code, message } = refusal;
    json(response, { error: { message, type: 'invalid_request_error', param: null, code } }, status);
    return;
  }
  if (isList) {
    json(response, { object: 'list', data: [{ id: modelName, object: 'model', created: 0, owned_by: 'test' }] });
    return;
  }
  if (request.url?.endsWith('/chat/completions') !== true) {
    response.writeHead(404).end();
    return;
  }
  const [, mark] = /"name":"greeting".*"enum":\["(\w+)"\]/.exec(body) ?? [];
  if (mark !== undefined) {
    stream(response, JSON.stringify({ mark }));
    return;
  }
  asked.push(body);
  await new Promise(resolve => setTimeout(resolve, script.delayMs));
  if (body.includes('"stream":true')) stream(response, script.answer);
  else
    json(response, {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: script.answer }, finish_reason: 'stop' }],
      usage,
    });
}

const completion = { id: 'scripted-1', object: 'chat.completion', created: 0, model: modelName };
const usage = { prompt_tokens: 512, completion_tokens: 34, total_tokens: 546 };

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function stream(response: ServerResponse, answer: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (rest: object): void => {
    response.write(`data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', ...rest })}\n\n`);
  };
  const half = Math.ceil(answer.length / 2);
  for (const content of [answer.slice(0, half), answer.slice(half)]) {
    send({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
