/** What went wrong on the way to an answer: a server's refusal in whatever shape it came, told apart and put into plain words. */
import type { NoAnswerReason, NotAskedReason } from '../core/prediction.ts';
import type { Detail } from './errorBody.ts';

/** A refusal or failure, classified. */
export interface Trouble {
  readonly reason: NotAskedReason | Extract<NoAnswerReason, 'contentFilter'>;
  /** What happened and what to do, for people. */
  readonly explanation: string;
  /** The server did not like what was sent rather than who sent it: a leaner request may pass. */
  readonly degradable: boolean;
  readonly again: Again;
  /** As the server asked, in milliseconds; `null` where it did not. */
  readonly retryAfterMs: number | null;
  /** The server's words and the parameter it named, for the ladder. */
  readonly detail: Detail;
}

/** Whether asking again unchanged may help: never, a few times, or as long as the server loads the model. */
export type Again = 'never' | 'aFewTimes' | 'untilLoaded';

interface Rule {
  readonly holds: (detail: Detail) => boolean;
  readonly reason: Trouble['reason'];
  readonly next: string;
  readonly again?: Again;
  readonly degradable?: true;
}

const says = (detail: Detail, pattern: RegExp): boolean => pattern.test(`${detail.words} ${detail.message}`);
const overflow =
  /context[ _](length|size|window)|too many tokens|maximum.{0,20}(context|length|tokens)|exceed_context_size|n_ctx|prompt is too long|token limit/i;
const noMoney =
  /insufficient_quota|exceeded your current quota|credit|billing|payment|spending|per ?day|daily|resource_exhausted.*quota/i;
/** A quota that is there again in a moment, though the sentence may advise to pay for a larger one. */
const soonAgain = /per ?(min|second)|\b[RT]PM\b/i;
const unknownKey = /api[ _]key (is )?(not valid|invalid)|(invalid|incorrect)[ _]api[ _]key|api_key_invalid/i;
const model = 'Choose a model that the server lists (the command Called It: Test Connection).';

/** First that holds wins. */
const rules: readonly Rule[] = [
  {
    holds: d => d.status === 401 || says(d, unknownKey),
    reason: 'auth',
    next: 'Check the API key (the command Called It: Set API Key, or `CALLED_IT_API_KEY`).',
  },
  {
    holds: d => d.status === 402 || ([403, 429].includes(d.status) && says(d, noMoney) && !says(d, soonAgain)),
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
    next: 'The server wants fewer requests: wait a little, or lower the concurrency (`calledIt.concurrency`, `--concurrency`).',
    again: 'aFewTimes',
  },
  {
    holds: d => d.status === 403,
    reason: 'auth',
    next: 'The key may not use this model or address: check its rights.',
  },
  {
    holds: d => d.status === 404 && says(d, /model|deployment/i),
    reason: 'modelNotFound',
    next: model,
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
    next: model,
  },
  {
    holds: d => d.status === 503 && says(d, /loading/i),
    reason: 'serverError',
    next: 'The server is still loading the model: try again in a moment.',
    again: 'untilLoaded',
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
    again: 'aFewTimes',
  },
];

/** Classifies a refusal. `host` is named in the sentence; `wait` is what the headers ask for, in milliseconds. */
export function troubleOf(detail: Detail, host: string, wait: number | null): Trouble {
  const rule = rules.find(each => each.holds(detail));
  const said = detail.message === '' ? '' : `: ${detail.message.replace(/[.\s]+$/, '')}`;
  const what = detail.isInAnswer ? 'with an error' : String(detail.status);
  return {
    reason: rule?.reason ?? 'protocol',
    explanation: `${host} answered ${what}${said}. ${rule?.next ?? 'It does not speak as an OpenAI-compatible server does: check the address.'}`,
    degradable: rule?.degradable ?? false,
    again: rule?.again ?? 'never',
    retryAfterMs: wait ?? waitSaid(detail.message),
    detail,
  };
}

/** A failure that no server's answer came with: timers, connections, shapes. */
export function plainTrouble(reason: Trouble['reason'], explanation: string, again: Again = 'never'): Trouble {
  const detail = { status: 0, isInAnswer: false, message: explanation, words: '', parameter: '' };
  return { reason, explanation, degradable: false, again, retryAfterMs: null, detail };
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

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Some servers say it in their sentence alone: `try again in 1m20s`. */
function waitSaid(message: string): number | null {
  const said = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|h|m|s)[a-z]*\s*)+)/i.exec(message)?.[1];
  if (said === undefined) return null;
  const parts = [...said.toLowerCase().matchAll(/([\d.]+)\s*(ms|h|m|s)/g)];
  return Math.ceil(parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0));
}
