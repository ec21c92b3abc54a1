/** One sample: the question, then in the same conversation the state after the call and how sure the model is. */

import type { Confidence, Style } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { readReply } from './answer.ts';
import { answerForm } from './answerSchema.ts';
import type { Turn, Wish } from './body.ts';
import { askConfidence, askState, type Conversation, type Sure } from './followUps.ts';
import { logProbabilityOf } from './logProbability.ts';
import type { Prompt } from './prompt.ts';
import { type Asker, type Put, type Puts, put } from './put.ts';
import { type Answer, none, type Reading } from './reading.ts';
import type { Reply } from './reply.ts';
import type { Trouble } from './trouble.ts';
import { checked, type Spoilt, unreadPrompt } from './wholeness.ts';

/** How one sample is asked. */
export interface Interview extends Asker {
  readonly probe: Probe;
  readonly prompt: Prompt;
  readonly style: Style;
  readonly temperature: number;
  readonly seed: number | null;
  readonly maxTokens: number;
  readonly model: string;
}

/** What one sample came to. */
export interface Heard {
  readonly reading: Reading | Spoilt;
  readonly raw: string;
  readonly reasoning: string;
  readonly confidence: Confidence;
  /** The question itself, as it was put at last. */
  readonly main: Put;
  /** All that was put, in order. */
  readonly puts: readonly Put[];
}

/** What an answer of a style needs at most. */
export const answerTokens: Readonly<Record<Style, number>> = { direct: 768, cot: 4096, table: 4096 };

const silent: Confidence = { stated: null, consistency: null, logProbability: null };

export async function interview(sample: Interview): Promise<Heard> {
  const { prompt, probe, style } = sample;
  const asked = await put(sample, wishOf(sample, prompt.messages, sample.maxTokens));
  const main = asked.last;
  if (main.result.kind === 'trouble') return broken(asked, main.result.trouble);
  const { reply } = main.result;
  const read = readReply(reply, { probe, shape: prompt.shape, style, rung: main.rung });
  const reading = unreadPrompt(reply, main.sentTokens) ?? checked(read, reply);
  if (reading.kind !== 'answer') {
    return { reading, raw: rawOf(reply), reasoning: reply.reasoning, confidence: silent, main, puts: asked.all };
  }
  return goOn(sample, asked, reply, reading);
}

/** An answer leads to the questions that it leaves open. */
async function goOn(sample: Interview, { all, last }: Puts, reply: Reply, answer: Answer): Promise<Heard> {
  const said: readonly Turn[] = [...sample.prompt.messages, { role: 'assistant', text: reply.text }];
  const talk: Conversation = {
    ...sample,
    wishFor: (turns, maxTokens) => ({ ...wishOf(sample, turns, maxTokens), logprobs: false }),
  };
  const state = await askState(talk, said, answer.claims);
  const isAsked = sample.prompt.confidence !== '' && state.goesOn;
  const sure: Sure = isAsked
    ? await askConfidence(talk, state.turns)
    : { stated: answer.confidence, raw: [], puts: [] };
  const logProbability =
    last.rung === null ? logProbabilityOf(reply, answer.claims, sample.probe.call.expression.trim()) : null;
  const missing = sure.stated === null ? ['confidenceMissing'] : [];
  return {
    raw: [rawOf(reply), ...state.raw, ...sure.raw].join('\n'),
    reasoning: reply.reasoning,
    reading: { ...answer, claims: state.claims, flags: [...answer.flags, ...state.flags, ...missing] },
    confidence: { ...silent, stated: sure.stated, logProbability },
    main: last,
    puts: [...all, ...state.puts, ...sure.puts],
  };
}

function rawOf({ toolArguments, text }: Reply): string {
  return toolArguments ?? text;
}

function wishOf(sample: Interview, turns: readonly Turn[], maxTokens: number): Wish {
  const { model, temperature, seed, prompt } = sample;
  return { ...firstWish(prompt, model, { temperature, seed, maxTokens }), turns };
}

/** What is wanted of the request for the question itself. */
export function firstWish(
  prompt: Prompt,
  model: string,
  sampling: Pick<Wish, 'temperature' | 'seed' | 'maxTokens'>,
): Wish {
  const json = prompt.shape === 'json' ? { ...answerForm, tagged: prompt.tagged } : null;
  return { ...sampling, model, turns: prompt.messages, logprobs: json === null, json };
}

function broken({ all, last }: Puts, { reason, explanation }: Trouble): Heard {
  const reading =
    reason === 'contentFilter'
      ? none('contentFilter', explanation)
      : ({ kind: 'trouble', reason, explanation } as const);
  return {
    reading,
    raw: last.partial,
    reasoning: last.partialReasoning,
    confidence: silent,
    main: last,
    puts: all,
  };
}
