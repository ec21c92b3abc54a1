/** What a prediction costs: by a table that the user may edit, and honestly unknown where that has no price. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { receiveJson } from '../core/door.ts';
import type { WireUsage } from './reply.ts';

/** US dollars for a million tokens. */
export const Price = z.strictObject({
  /** A model's name, or its beginning with `*` at the end. The longest that fits counts. */
  model: z.string(),
  input: z.number().nonnegative(),
  /** For tokens that the server had in its cache; the input price where it is left out. */
  cached: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
});
export type Price = Readonly<z.infer<typeof Price>>;
export const PriceTable = z.array(Price);
export type PriceTable = readonly Price[];

/** The table in `prices.json` of a folder, which the user writes; empty where there is none. A broken one fails with its place. */
export function readPrices(folder: string): PriceTable {
  const path = join(folder, 'prices.json');
  return folder !== '' && existsSync(path) ? receiveJson(PriceTable, readFileSync(path, 'utf8'), path) : [];
}

/** The cost in US dollars; `null` where no price is known. A server's own figure wins. Thinking is part of the output already. */
export function costOf(usage: WireUsage, model: string, prices: PriceTable): number | null {
  if (usage.cost !== null) return usage.cost;
  const price = priceOf(model, prices);
  if (price === undefined || usage.promptTokens === null || usage.completionTokens === null) return null;
  const cached = usage.cachedTokens ?? 0;
  const input = (usage.promptTokens - cached) * price.input + cached * (price.cached ?? price.input);
  return (input + usage.completionTokens * price.output) / 1_000_000;
}

export function priceOf(model: string, prices: PriceTable): Price | undefined {
  return prices
    .filter(price => (price.model.endsWith('*') ? model.startsWith(price.model.slice(0, -1)) : price.model === model))
    .sort((a, b) => b.model.length - a.model.length)[0];
}
