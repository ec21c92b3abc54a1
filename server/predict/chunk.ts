/**
 * The door for pieces of a streamed answer, and for a whole answer that came unstreamed. Servers differ; only the shape is checked. What
 * an answer is made of must be as the protocol says, since a piece that is passed over makes another answer; what only stands beside
 * it counts as not there where it is odd.
 */
import * as z from 'zod';
import type { Finish, TokenLog, WireUsage } from './reply.ts';

const count = z.number().nullish().catch(null);
const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  cost: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

const word = z.string().nullish().catch(null);

const Part = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning: word,
  reasoning_content: word,
  reasoning_details: z
    .array(z.object({ text: word }))
    .nullish()
    .catch(null),
  tool_calls: z
    .array(
      z.object({
        index: z.number().nullish(),
        function: z.object({ arguments: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

const Token = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.number()).nullish() });

const Choice = z.object({
  index: z.number().nullish(),
  delta: Part.nullish(),
  message: Part.nullish(),
  finish_reason: z.string().nullish(),
  logprobs: z
    .object({ content: z.array(Token).nullish() })
    .nullish()
    .catch(null),
});

export const Chunk = z.object({
  choices: z.array(Choice).nullish(),
  id: word,
  model: word,
  provider: word,
  system_fingerprint: word,
  usage: Usage.nullish().catch(null),
  error: z.unknown().optional(),
  /** Of errors that stand alone: `error`. */
  object: word,
  type: word,
  message: z.unknown().optional(),
  code: z.unknown().optional(),
});
export type Chunk = Readonly<z.infer<typeof Chunk>>;

/** What one piece adds. */
export interface Piece {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly tools: readonly { readonly index: number; readonly text: string }[];
  readonly finish: Finish | null;
  readonly tokens: readonly TokenLog[];
}

/** The first choice's part of a piece; others are not ours. */
export function pieceOf(chunk: Chunk): Piece {
  const choice = chunk.choices?.find(each => (each.index ?? 0) === 0);
  const part = choice?.delta ?? choice?.message;
  const details = part?.reasoning_details?.map(each => each.text ?? '').join('') ?? '';
  return {
    text: part?.content ?? '',
    reasoning: part?.reasoning_content ?? part?.reasoning ?? details,
    refusal: part?.refusal ?? '',
    tools: (part?.tool_calls ?? []).map(call => ({ index: call.index ?? 0, text: call.function?.arguments ?? '' })),
    finish: choice?.finish_reason == null ? null : finishOf(choice.finish_reason),
    tokens: (choice?.logprobs?.content ?? []).map(each => ({ ...each, bytes: each.bytes ?? null })),
  };
}

function finishOf(reason: string): Finish {
  switch (reason) {
    case 'stop':
    case 'eos':
    case 'end_turn':
      return 'stop';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'contentFilter';
    case 'tool_calls':
    case 'function_call':
      return 'toolCalls';
    default:
      return 'other';
  }
}

export function usageOf(usage: Chunk['usage']): WireUsage | null {
  if (usage == null) return null;
  return {
    promptTokens: usage.prompt_tokens ?? null,
    completionTokens: usage.completion_tokens ?? null,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? null,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? null,
    cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens ?? null,
    cost: usage.cost ?? null,
  };
}
