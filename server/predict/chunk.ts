/** The door for pieces of a streamed answer, and for a whole answer that came unstreamed. Servers differ; only the shape is checked. */
import * as z from 'zod';
import type { Finish, TokenLog, WireUsage } from './reply.ts';

const count = z.number().nullish();
const Usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  cost: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
});

const Part = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning_details: z.array(z.object({ text: z.string().nullish() })).nullish(),
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
  logprobs: z.object({ content: z.array(Token).nullish() }).nullish(),
});

export const Chunk = z.object({
  choices: z.array(Choice).nullish(),
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  usage: Usage.nullish(),
  error: z.unknown().optional(),
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
    cost: usage.cost ?? null,
  };
}
