/** What an endpoint takes with a model, as far as people may say it themselves: the rest is learned. */
import * as z from 'zod';

/** The rungs of the ladder, best first: how an answer in JSON is asked for. */
export const Rung = z.enum(['jsonSchema', 'jsonSchemaPlain', 'jsonObject', 'tool', 'tagged']);
export type Rung = z.infer<typeof Rung>;
export const rungs: readonly Rung[] = Rung.options;

export const Takes = z.strictObject({
  tokenLimit: z.enum(['max_tokens', 'max_completion_tokens', 'none']),
  temperature: z.enum(['any', 'fixed']),
  roles: z.enum(['system', 'developer', 'merged']),
  rung: Rung,
  /** Whether the answer comes in pieces. */
  stream: z.boolean(),
  streamUsage: z.boolean(),
  logprobs: z.boolean(),
  seed: z.boolean(),
  /** Thinks before it answers, so that its token limit must leave room. */
  thinks: z.boolean(),
  /** The field of the request by which its thinking is turned off; `no`: it thinks as it likes. */
  thinkingOff: z.enum(['no', 'reasoning_effort', 'chat_template_kwargs', 'reasoning', 'thinking']),
  /** Sent with each request beside our own fields, which it cannot replace. */
  extraBody: z.record(z.string(), z.unknown()),
});
export type Takes = Readonly<z.infer<typeof Takes>>;

/** What is known better than it is learned; it counts whatever a server answers. */
export const ProfileOverrides = z
  .strictObject({
    ...Takes.shape,
    /** How many tokens the model reads and writes at most, as it is loaded. */
    windowTokens: z.int().positive(),
  })
  .partial();
export type ProfileOverrides = Readonly<z.infer<typeof ProfileOverrides>>;
