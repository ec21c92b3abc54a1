/** What a prediction took: tokens, money and time, as the servers said it, and estimated where they did not. */
import type { Exchange, Latency, Usage } from '../core/prediction.ts';
import type { PriceTable } from '../core/price.ts';
import { estimateTokens } from '../core/tokens.ts';
import { costOf } from './price.ts';
import type { Put } from './put.ts';
import { nothingSaid, type WireUsage } from './reply.ts';

interface Spent extends WireUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly estimated: boolean;
}

/** What all requests took that reached a server, whatever came of them; `null` where none did. */
export function usageOf(puts: readonly Put[], model: string, prices: PriceTable): Usage | null {
  const spent = puts.flatMap(each => spentOn(each) ?? []);
  if (spent.length === 0) return null;
  const costs = spent.map(each => costOf(each, model, prices));
  return {
    promptTokens: sumOf(spent.map(each => each.promptTokens)),
    completionTokens: sumOf(spent.map(each => each.completionTokens)),
    reasoningTokens: sumOf(spent.map(each => each.reasoningTokens)),
    cachedTokens: sumOf(spent.map(each => each.cachedTokens)),
    cost: costs.includes(null) ? null : sumOf(costs),
    estimated: spent.some(each => each.estimated),
  };
}

/** `null` where nobody said a number. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((sum, each) => (each === null ? sum : (sum ?? 0) + each), null);
}

/** Requests that ended so were sent all the same, and may be billed. */
export const sentReasons: ReadonlySet<string> = new Set([
  'timeoutFirstToken',
  'timeoutIdle',
  'timeoutTotal',
  'truncatedStream',
  'cancelled',
]);

function spentOn({ result, attempts, sentTokens, partial, partialReasoning }: Put): Spent | null {
  const silent = { ...nothingSaid, promptTokens: sentTokens, estimated: true };
  if (result.kind === 'trouble') {
    const said = partialReasoning + partial;
    const wasSent = attempts > 0 && (said !== '' || sentReasons.has(result.trouble.reason));
    return wasSent ? { ...silent, completionTokens: estimateTokens(said) } : null;
  }
  const { usage, reasoning, text, toolArguments } = result.reply;
  const completionTokens = estimateTokens(reasoning + text + (toolArguments ?? ''));
  if (usage === null) return { ...silent, completionTokens };
  return {
    ...usage,
    promptTokens: usage.promptTokens ?? sentTokens,
    completionTokens: usage.completionTokens ?? completionTokens,
    estimated: usage.promptTokens === null || usage.completionTokens === null,
  };
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
const roundOf = (milliseconds: number | null): number | null => (milliseconds === null ? null : round(milliseconds));

/** Of a prediction as a whole; the first byte and the first content are those of the main question. */
export function latencyOf({ result }: Put, puts: readonly Put[], totalMs: number): Latency {
  const reply = result.kind === 'reply' ? result.reply : null;
  return {
    queueMs: round(puts.reduce((sum, each) => sum + each.queueMs, 0)),
    firstByteMs: roundOf(reply?.firstByteMs ?? null),
    firstContentMs: roundOf(reply?.firstContentMs ?? null),
    totalMs: round(totalMs),
    attempts: puts.reduce((sum, each) => sum + each.attempts, 0),
  };
}

export function exchangeOf(each: Put): Exchange {
  const { result, rung, degraded, tookMs, queueMs } = each;
  const reply = result.kind === 'reply' ? result.reply : null;
  return {
    end: result.kind === 'reply' ? result.reply.finish : result.trouble.reason,
    rung: rung ?? 'plain',
    degraded: [...degraded],
    latency: latencyOf(each, [each], reply?.totalMs ?? Math.max(0, tookMs - queueMs)),
    servedModel: reply?.servedModel ?? '',
    fingerprint: reply?.fingerprint ?? '',
    requestId: reply?.requestId ?? '',
    ...(reply === null || reply.provider === '' ? {} : { provider: reply.provider }),
  };
}
