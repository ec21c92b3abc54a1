/** What models cost, as the user writes it down. */
import * as z from 'zod';

/** US dollars for a million tokens. */
export const Price = z.strictObject({
  /** A model's name, or its beginning with `*` at the end. The longest that fits counts. */
  model: z.string(),
  input: z.number().nonnegative(),
  /** For tokens that the server had in its cache; the input price where it is left out. */
  cached: z.number().nonnegative().optional(),
  /** For tokens that the server put into its cache; the input price where it is left out. */
  cacheWrite: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
});
export type Price = Readonly<z.infer<typeof Price>>;

export const PriceTable = z.array(Price);
export type PriceTable = readonly Price[];
