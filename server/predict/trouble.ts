/** What went wrong on the way to an answer: a server's refusal in whatever shape it came, told apart and put into plain words. */
import type { NoAnswerReason, NotAskedReason } from '../core/prediction.ts';

/** A refusal or failure, classified. */
export interface Trouble {
  readonly reason: NotAskedReason | Extract<NoAnswerReason, 'contentFilter'>;
  /** What happened and what to do, for people. */
  readonly explanation: string;
  /** The server did not like what was sent rather than who sent it: a leaner request may pass. */
  readonly degradable: boolean;
  /** Worth asking again unchanged. */
  readonly retryable: boolean;
  /** As the server asked, in milliseconds; `null` where it did not. */
  readonly retryAfterMs: number | null;
  /** The server's words and the parameter it named, for the ladder. */
  readonly detail: Detail;
}

/** An error body, whatever its shape was. */
export interface Detail {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly parameter: string;
}

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
const words = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Reads the error bodies of the servers we know: objects, strings, arrays, FastAPI's `detail`, HTML. */
export function readErrorBody(status: number, body: unknown): Detail {
  const outer = Array.isArray(body) ? body[0] : body;
  if (typeof outer === 'string') return { status, message: plain(outer), code: '', parameter: '' };
  const whole = record(outer) ?? {};
  const inner = whole['error'];
  if (typeof inner === 'string') return { status, message: inner, code: '', parameter: '' };
  const error = record(inner) ?? whole;
  const details = Array.isArray(error['detail']) ? record(error['detail'][0]) : undefined;
  const message = words(error['message']) || words(error['detail']) || words(details?.['msg']) || words(error['title']);
  const code = words(error['code']);
  const told = status === 200 && /^[45]\d\d$/.test(code) ? Number(code) : status;
  const place = Array.isArray(details?.['loc']) ? words(details['loc'].at(-1)) : '';
  return {
    status: told,
    message: plain(message),
    code: code || words(error['type']) || words(error['status']),
    parameter: words(error['param']) || place,
  };
}

function plain(text: string): string {
  const bare = /^\s*</.test(text)
    ? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
    : text;
  return bare.replace(/\s+/g, ' ').trim().slice(0, 500);
}

interface Rule {
  readonly holds: (detail: Detail) => boolean;
  readonly reason: Trouble['reason'];
  readonly next: string;
  readonly retryable?: true;
  readonly degradable?: true;
}

const says = (detail: Detail, pattern: RegExp): boolean => pattern.test(`${detail.code} ${detail.message}`);
const overflow =
  /context[ _](length|size|window)|too many tokens|maximum.{0,20}(context|length|tokens)|exceed_context_size|n_ctx|prompt is too long|token limit/i;
const noMoney =
  /insufficient_quota|exceeded your current quota|credit|billing|payment|RESOURCE_EXHAUSTED.*per day|spending/i;

/** First that holds wins. */
const rules: readonly Rule[] = [
  {
    holds: d => d.status === 401,
    reason: 'auth',
    next: 'Check the API key (the command Called It: Set API Key, or `CALLED_IT_API_KEY`).',
  },
  {
    holds: d => d.status === 402 || ([403, 429].includes(d.status) && says(d, noMoney)),
    reason: 'quota',
    next: 'The account has no credit or quota left: add some, or use another model.',
  },
  {
    holds: d => says(d, /content.?filter|content_policy|safety system|moderation|flagged/i),
    reason: 'contentFilter',
    next: "The provider's content filter refused this code: another model may take it.",
  },
  {
    holds: d => d.status === 429,
    reason: 'rateLimited',
    next: 'The server wants fewer requests: wait a little, or lower the concurrency.',
    retryable: true,
  },
  {
    holds: d => d.status === 403,
    reason: 'auth',
    next: 'The key may not use this model or address: check its rights.',
  },
  {
    holds: d => d.status === 404 && says(d, /model|deployment/i),
    reason: 'modelNotFound',
    next: 'Choose a model that the server lists (the command Called It: Test Connection).',
  },
  {
    holds: d => d.status === 404 && says(d, /support|parameter|response_format|tool/i),
    reason: 'unsupported',
    next: 'The server does not take this request.',
    degradable: true,
  },
  {
    holds: d => d.status === 404,
    reason: 'badBaseUrl',
    next: 'Check the address; most servers want it to end in `/v1`.',
  },
  {
    holds: d => d.status === 405,
    reason: 'badBaseUrl',
    next: 'The address answers, but not to chat completions: check its path.',
  },
  {
    holds: d => d.status === 413 || says(d, overflow),
    reason: 'contextOverflow',
    next: 'Show less code (a smaller context level or budget), or use a model with a larger window.',
  },
  {
    holds: d => says(d, /model.*(not found|does not exist|not supported for this)|unknown model|invalid model/i),
    reason: 'modelNotFound',
    next: 'Choose a model that the server lists (the command Called It: Test Connection).',
  },
  {
    holds: d => d.status === 503 && says(d, /loading/i),
    reason: 'serverError',
    next: 'The server is still loading the model: try again in a moment.',
    retryable: true,
  },
  {
    holds: d =>
      [400, 415, 422].includes(d.status) ||
      (d.status >= 500 && says(d, /template|jinja|roles? must alternate|raise_exception|grammar|schema/i)),
    reason: 'unsupported',
    next: 'The server does not take this request.',
    degradable: true,
  },
  {
    holds: d => d.status >= 500 || [408, 409, 425].includes(d.status),
    reason: 'serverError',
    next: 'The server failed: try again later.',
    retryable: true,
  },
];

/** Classifies a refusal. `host` is named in the sentence. */
export function troubleOf(detail: Detail, host: string, retryAfterMs: number | null): Trouble {
  const rule = rules.find(each => each.holds(detail));
  const said = detail.message === '' ? '' : `: ${detail.message.replace(/[.\s]+$/, '')}`;
  return {
    reason: rule?.reason ?? 'protocol',
    explanation: `${host} answered ${detail.status}${said}. ${rule?.next ?? 'It does not speak as an OpenAI-compatible server does: check the address.'}`,
    degradable: rule?.degradable ?? false,
    retryable: rule?.retryable ?? false,
    retryAfterMs,
    detail,
  };
}

/** A failure that no server's answer came with: timers, connections, shapes. */
export function plainTrouble(reason: Trouble['reason'], explanation: string, retryable = false): Trouble {
  const detail = { status: 0, message: explanation, code: '', parameter: '' };
  return { reason, explanation, degradable: false, retryable, retryAfterMs: null, detail };
}

/** Milliseconds until a server wants to be asked again, from its headers; `null` where it does not say. */
export function retryAfter(headers: { get(name: string): string | null }, now: number): number | null {
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds);
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
