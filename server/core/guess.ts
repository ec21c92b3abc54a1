/** A person's prediction as a form asks for it: what is shown, what was filled in, and what the form and the editor say to each other. */
import * as z from 'zod';

/** Stands in the field of a target that is claimed not to change. */
export const unchanged = 'unchanged';

export const Guess = z.strictObject({
  result: z.enum(['returns', 'raises', 'unknown']),
  /** The return value, as a Python literal. */
  value: z.string(),
  /** The class of the exception. */
  exception: z.string(),
  /** Empty: not claimed. */
  message: z.string(),
  /** Each target that was asked for, with its value after the call; `unchanged` or empty where it does not change. */
  state: z.array(z.strictObject({ target: z.string(), text: z.string() })),
  /** Changes of other targets: `G = [1]; self.total = 3`. */
  others: z.string(),
  /** Printed text itself. Empty: not claimed. */
  printed: z.string(),
  /** Percent; `null` as long as it was not said. */
  confidence: z.int().min(0).max(100).nullable(),
});
export type Guess = Readonly<z.infer<typeof Guess>>;

/** A field that can be filled in wrongly: `value`, `exception`, `others`, or `state:` and its target. */
export type GuessField = 'value' | 'exception' | 'others' | `state:${string}`;

/** From the form. */
export const GuessSaid = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('changed'), guess: Guess }),
  z.strictObject({ kind: z.literal('submitted'), guess: Guess }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type GuessSaid = Readonly<z.infer<typeof GuessSaid>>;

export interface GuessAsked {
  readonly kind: 'asked';
  readonly call: string;
  /** Lines that run before it; empty for none. */
  readonly setup: string;
  /** `before` is empty where the call does not say it; `text` is what stands in the field. */
  readonly targets: readonly { readonly target: string; readonly before: string; readonly text: string }[];
}

/** What cannot be read, by field; nothing where all can. `isFinal`: the form was to be submitted, and is not. */
export interface GuessTroubles {
  readonly kind: 'troubles';
  readonly troubles: readonly { readonly field: GuessField; readonly reason: string }[];
  readonly isFinal: boolean;
}

/** To the form. */
export type GuessTold = GuessAsked | GuessTroubles;
