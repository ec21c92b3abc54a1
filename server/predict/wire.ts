/**
 * The one call to a model server: a streamed chat completion. It never throws: what went wrong is data, and the text received so far
 * is kept. It asks once; who asks again, and with what changes, is decided elsewhere.
 */
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import type { Endpoint } from '../core/messages.ts';
import type { Address } from './address.ts';
import type { Body } from './body.ts';
import { Collector } from './collector.ts';
import { connectionTrouble } from './connectionTrouble.ts';
import { readErrorBody } from './errorBody.ts';
import type { Network } from './network.ts';
import { withoutKey, withoutKeys } from './redact.ts';
import type { Reply } from './reply.ts';
import { noticingEnd } from './streamEnd.ts';
import { type Timers, Watch, waitedText } from './timers.ts';
import { plainTrouble, retryAfter, type Trouble, troubleOf } from './trouble.ts';

export interface Call {
  readonly endpoint: Endpoint;
  readonly address: Address;
  readonly body: Body;
  readonly timers: Timers;
  /** What is left of the whole time, in milliseconds. */
  readonly leftMs: number;
  readonly network: Network;
  /** The text so far, as it grows. */
  readonly onText: (text: string) => void;
}

export type Called =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly received: Received };

/** What had come before a trouble. */
export interface Received {
  readonly text: string;
  readonly reasoning: string;
  /** The model had begun, so that asking again would be paid twice. */
  readonly hasContent: boolean;
  /** `null` where the server never answered. */
  readonly startedMs: number | null;
}

export const nothingReceived: Received = { text: '', reasoning: '', hasContent: false, startedMs: null };

/** Sends the request once and collects the answer. */
export async function callModel(call: Call, signal: AbortSignal): Promise<Called> {
  const watch = new Watch(timersOf(call), signal);
  const collector = new Collector();
  try {
    await receiveAll(call, collector, watch);
    if (watch.signal.aborted) return failed(call, collector, stopped(call, watch, signal));
    return settled(call, collector);
  } catch (error) {
    const trouble = watch.signal.aborted ? stopped(call, watch, signal) : troubleFrom(error, call);
    return failed(call, collector, trouble.reason === 'network' && collector.hasContent ? cutOff(call) : trouble);
  } finally {
    watch.stop();
  }
}

/** What is not streamed has its first token at its end. */
function timersOf({ body, timers, leftMs }: Call): Timers {
  const firstTokenMs = body.stream === true ? timers.firstTokenMs : leftMs;
  return { ...timers, firstTokenMs, totalMs: leftMs };
}

async function receiveAll(call: Call, collector: Collector, watch: Watch): Promise<void> {
  const { completions } = clientFor(call, collector).chat;
  const { body } = call;
  if (body.stream !== true) {
    const whole = await completions.create(body, { signal: watch.signal }).asResponse();
    collector.started(whole.headers);
    collector.whole(await whole.text());
    return;
  }
  const { data, response } = await completions.create(body, { signal: watch.signal }).withResponse();
  collector.started(response.headers);
  if (!(response.headers.get('content-type') ?? '').includes('text/event-stream')) {
    collector.whole(await response.text());
    return;
  }
  for await (const part of data) {
    collector.piece(part);
    if (collector.garbled !== '') return;
    if (collector.hasContent) watch.piece();
    call.onText(withoutKey(collector.text, call.endpoint.apiKey));
  }
}

/** A key is never left to the library's environment variables, nor are organisation and project. */
function clientFor(call: Call, collector: Collector): OpenAI {
  return new OpenAI({
    apiKey: call.endpoint.apiKey.trim() || 'none',
    baseURL: call.address.baseUrl,
    defaultQuery: { ...call.address.query },
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    fetch: noticingEnd(call.network.fetchFor(call.endpoint, call.address), () => {
      collector.isDone = true;
    }),
  });
}

function settled(call: Call, collector: Collector): Called {
  const { host } = call.address;
  if (collector.problem !== null) {
    return failed(call, collector, troubleOf(readErrorBody(200, collector.problem), host, null));
  }
  if (collector.garbled !== '') return failed(call, collector, garbled(host, collector.garbled));
  if (!collector.sawChoice) {
    const what = collector.unread === '' ? 'nothing' : beginningOf(collector.unread);
    return failed(
      call,
      collector,
      plainTrouble(
        'protocol',
        `${host} answered with no completion but ${what}. Check the address: it may be a web page or another service.`,
      ),
    );
  }
  return { kind: 'reply', reply: replyWithoutKey(collector.reply(), call.endpoint.apiKey) };
}

function garbled(host: string, piece: string): Trouble {
  return plainTrouble(
    'protocol',
    `${host} sent a piece that is none of a completion: ${beginningOf(piece)}. Check that it is an OpenAI-compatible server, or use another one.`,
  );
}

const beginningOf = (text: string): string => `\`${text.slice(0, 80).replace(/\s+/g, ' ')}\``;

function stopped(call: Call, watch: Watch, signal: AbortSignal): Trouble {
  if (signal.aborted || watch.elapsed === null) return plainTrouble('cancelled', 'Cancelled.');
  const waited = waitedText(watch.elapsed, call.timers);
  return plainTrouble(
    watch.elapsed,
    `${call.address.host} ${waited}. Try a smaller prompt or model, or a longer time.`,
  );
}

function cutOff(call: Call): Trouble {
  return plainTrouble('truncatedStream', `${call.address.host} broke off in the middle of its answer. Ask again.`);
}

function failed(call: Call, collector: Collector, trouble: Trouble): Called {
  const key = call.endpoint.apiKey;
  const detail = { ...trouble.detail, message: withoutKeys(trouble.detail.message, key) };
  const clean = { ...trouble, explanation: withoutKeys(trouble.explanation, key), detail };
  const { hasContent, firstByteMs: startedMs } = collector;
  const [text, reasoning] = [withoutKey(collector.said, key), withoutKey(collector.reasoning, key)];
  return { kind: 'trouble', trouble: clean, received: { text, reasoning, hasContent, startedMs } };
}

/** A server may say back what it was sent; what it says is shown and kept. */
function replyWithoutKey(reply: Reply, key: string): Reply {
  const { toolArguments } = reply;
  return {
    ...reply,
    text: withoutKey(reply.text, key),
    reasoning: withoutKey(reply.reasoning, key),
    refusal: withoutKey(reply.refusal, key),
    toolArguments: toolArguments === null ? null : withoutKey(toolArguments, key),
    servedModel: withoutKey(reply.servedModel, key),
    provider: withoutKey(reply.provider, key),
    fingerprint: withoutKey(reply.fingerprint, key),
    requestId: withoutKey(reply.requestId, key),
  };
}

function troubleFrom(error: unknown, call: Call): Trouble {
  const { host } = call.address;
  if (error instanceof APIUserAbortError) return plainTrouble('cancelled', 'Cancelled.');
  if (error instanceof SyntaxError) return garbled(host, error.message);
  if (!(error instanceof APIError)) return connectionTrouble(error, host);
  const status = error.status;
  if (status === undefined) {
    return error instanceof APIConnectionError
      ? connectionTrouble(error, host)
      : troubleOf(readErrorBody(200, error.error ?? error.message), host, null);
  }
  if (status >= 300 && status < 400) {
    const target = error.headers?.get('location') ?? 'another address';
    return plainTrouble(
      'badBaseUrl',
      `${host} sends requests on to ${target}; redirects are not followed. If that is right, set it as the address.`,
    );
  }
  const detail = readErrorBody(status, error.error ?? error.message.replace(/^\d+\s*/, ''));
  return troubleOf(detail, host, error.headers === undefined ? null : retryAfter(error.headers, Date.now()));
}
