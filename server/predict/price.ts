/** What a prediction costs: by a table that the user may edit, and honestly unknown where that has no price. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiveJson } from '../core/door.ts';
import { type Price, PriceTable } from '../core/price.ts';
import type { WireUsage } from './reply.ts';

/** The table in `prices.json` of a folder, which the user writes; empty where there is none. A broken one fails with its place. */
export function readPrices(folder: string): readonly Price[] {
  const path = join(folder, 'prices.json');
  return folder !== '' && existsSync(path) ? receiveJson(PriceTable, readFileSync(path, 'utf8'), path) : [];
}

/** The cost in US dollars; `null` where no price is known. A server's own figure wins. Thinking is part of the output already. */
export function costOf(usage: WireUsage, model: string, prices: readonly Price[]): number | null {
  if (usage.cost !== null) return usage.cost;
  const price = priceOf(model, prices);
  if (price === undefined || usage.promptTokens === null || usage.completionTokens === null) return null;
  const { cachedTokens, cacheWriteTokens } = usage;
  const [cached, written] = [cachedTokens ?? 0, cacheWriteTokens ?? 0];
  const input =
    (usage.promptTokens - cached - written) * price.input +
    cached * (price.cached ?? price.input) +
    written * (price.cacheWrite ?? price.input);
  return (input + usage.completionTokens * price.output) / 1_000_000;
}

export function priceOf(model: string, prices: readonly Price[]): Price | undefined {
  return prices
    .filter(price => (price.model.endsWith('*') ? model.startsWith(price.model.slice(0, -1)) : price.model === model))
    .sort((a, b) => b.model.length - a.model.length)[0];
}

/** Of the prompt's prices the highest, since nobody knows before what a server has in its cache. */
export function dearestInput({ input, cached = 0, cacheWrite = 0 }: Price): number {
  return Math.max(input, cached, cacheWrite);
}
