/** The probability that a model gave to the text of its answer: the product over the tokens that cover it. */
import type { Claims } from '../core/prediction.ts';
import type { Reply, TokenLog } from './reply.ts';

/**
 * `null` where the server gave none, or the answer is not found in the tokens. Where working stands before, it is given that working.
 * Of an exception it is the probability of raising that class, whatever the message. `call` is the call as it was asked.
 */
export function logProbabilityOf(reply: Reply, claims: Claims, call: string): number | null {
  const span = spanOf(reply.text, claims, call);
  if (span === null || reply.tokens.length === 0) return null;
  const from = Buffer.byteLength(reply.text.slice(0, span.start));
  const to = Buffer.byteLength(reply.text.slice(0, span.end));
  let at = 0;
  let sum = 0;
  let covered = 0;
  for (const token of reply.tokens) {
    const end = at + sizeOf(token);
    if (end > from && at < to) {
      sum += token.logprob;
      covered = end;
    }
    at = end;
  }
  return covered >= to && sum > -9000 ? Math.min(1, Math.exp(sum)) : null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the answer stands that counts: the first after our call, if the reply repeats it. */
function spanOf(text: string, { returns, raises, input }: Claims, call: string): Span | null {
  if (raises !== undefined) return raisedSpan(text, raises.type);
  const answer = returns ?? input ?? '';
  const start = answer === '' ? -1 : text.indexOf(answer, returns === undefined ? 0 : afterCall(text, call));
  return start === -1 ? null : { start, end: start + answer.length };
}

function afterCall(text: string, call: string): number {
  for (let at = text.indexOf(call); call !== '' && at !== -1; at = text.indexOf(call, at + 1)) {
    const end = at + call.length;
    if (/^\s*(==|is (?:None|True|False)\b|\n)/.test(text.slice(end))) return end;
  }
  return 0;
}

function raisedSpan(text: string, type: string): Span | null {
  const start = text.search(/Traceback \(|with\s+(?:pytest\.)?raises\(/);
  const at = text.indexOf(type, Math.max(0, start));
  return at === -1 ? null : { start: start === -1 ? at : start, end: at + type.length };
}

function sizeOf(token: TokenLog): number {
  return token.bytes?.length ?? Buffer.byteLength(token.token);
}
