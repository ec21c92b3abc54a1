/** The probability that a model gave to the text of its answer: the product over the tokens that cover it. */
import type { Reply, TokenLog } from './reply.ts';

/** `null` where the server gave none, or the answer is not found in the tokens. Where working stands before, it is given that working. */
export function logProbabilityOf(reply: Reply, answer: string): number | null {
  const start = answer === '' ? -1 : reply.text.lastIndexOf(answer);
  if (start === -1 || reply.tokens.length === 0) return null;
  const from = Buffer.byteLength(reply.text.slice(0, start));
  const to = from + Buffer.byteLength(answer);
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

function sizeOf(token: TokenLog): number {
  return token.bytes?.length ?? Buffer.byteLength(token.token);
}
