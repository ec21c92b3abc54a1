/** One sample: the question, then in the same conversation the state after the call and how sure the model is. */

import type { AnswerShape, Claims, Confidence, NotAskedReason, Style } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { readReply } from './answer.ts';
import { readAssertion } from './answerAssertion.ts';
import { answerForm } from './answerSchema.ts';
import { readBlock, unfenced } from './answerSession.ts';
import type { Questioned } from './ask.ts';
import type { Turn, Wish } from './body.ts';
import { logProbabilityOf } from './logProbability.ts';
import type { Prompt } from './prompt.ts';
import { isLiteral, none, type Reading, readPercent, squeeze } from './reading.ts';
import type { Reply } from './reply.ts';
import type { StateTarget } from './stateTargets.ts';
import { estimateTokens } from './tokens.ts';

/** How one sample is asked. */
export interface Interview {
  readonly probe: Probe;
  readonly prompt: Prompt;
  readonly style: Style;
  readonly temperature: number;
  readonly seed: number | null;
  readonly maxTokens: number;
  readonly model: string;
  readonly ask: (wish: Wish) => Promise<Questioned>;
}

/** What one sample came to. `questions` are in the order in which they were asked; the first is the question itself. */
export interface Heard {
  readonly reading:
    | Reading
    | { readonly kind: 'trouble'; readonly reason: NotAskedReason; readonly explanation: string };
  readonly raw: string;
  readonly reasoning: string;
  readonly confidence: Confidence;
  readonly questions: readonly Questioned[];
}

/** What an answer of a style needs at most. */
export const answerTokens: Readonly<Record<Style, number>> = { direct: 768, cot: 4096, table: 4096 };
const stateTokens = 512;
const confidenceTokens = 12;

export async function interview(sample: Interview): Promise<Heard> {
  const { prompt, probe, style } = sample;
  const first = await sample.ask(wishOf(sample, prompt.messages, sample.maxTokens));
  if (first.result.kind === 'trouble') return broken(first);
  const { reply } = first.result;
  const read = readReply(reply, { probe, shape: prompt.shape, style, rung: first.rung });
  const reading = checked(read, reply, prompt.messages);
  const raw = reply.toolArguments ?? reply.text;
  const silent: Confidence = { stated: null, consistency: null, logProbability: null };
  const heard = { raw, reasoning: reply.reasoning, confidence: silent, questions: [first] };
  if (reading.kind !== 'answer') return { ...heard, reading };
  const said: readonly Turn[] = [...prompt.messages, { role: 'assistant', text: reply.text }];
  const state = await askState(sample, said, reading.claims);
  const sure = await askConfidence(sample, state.turns, reading.confidence);
  const logProbability =
    first.rung === null ? logProbabilityOf(reply, reading.claims.returns ?? reading.claims.input ?? '') : null;
  return {
    ...heard,
    raw: [raw, ...state.raw, ...sure.raw].join('\n'),
    reading: { ...reading, claims: state.claims, flags: [...reading.flags, ...state.flags, ...sure.flags] },
    confidence: { ...silent, stated: sure.stated, logProbability },
    questions: [first, ...state.questions, ...sure.questions],
  };
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
  const json = prompt.shape === 'json' ? answerForm : null;
  return { ...sampling, model, turns: prompt.messages, logprobs: json === null, json };
}

function broken(first: Questioned): Heard {
  const trouble = first.result.kind === 'trouble' ? first.result.trouble : null;
  const reason = trouble?.reason ?? 'protocol';
  const reading =
    reason === 'contentFilter'
      ? none('contentFilter', trouble?.explanation ?? '')
      : { kind: 'trouble' as const, reason, explanation: trouble?.explanation ?? '' };
  const confidence = { stated: null, consistency: null, logProbability: null };
  return { reading, raw: first.partial, reasoning: first.partialReasoning, confidence, questions: [first] };
}

/**
 * What the reply as a whole says against its answer: a stream that ended without saying so may have been cut, so that the answer
 * counts only where its own end shows that it is whole; and a prompt of which the server read only a part was another question.
 */
function checked(reading: Reading, reply: Reply, turns: readonly Turn[]): Heard['reading'] {
  const estimate = estimateTokens(turns.map(turn => turn.text).join('\n'));
  const read = reply.usage?.promptTokens ?? estimate;
  if (estimate >= 400 && read < 0.7 * estimate) {
    const explanation = `The server read only ${read} of about ${estimate} tokens of the prompt. Give the model a larger context window there, or show less code.`;
    return { kind: 'trouble', reason: 'promptTruncatedByServer', explanation };
  }
  if (reply.finish !== 'missing' && reply.finish !== 'done') return reading;
  const isWhole =
    reply.finish === 'done' ||
    reply.toolArguments !== null ||
    /[\])}'"]\s*$|\n\s*$|(None|True|False)\s*$/.test(reply.text);
  if (reading.kind === 'answer' && isWhole) return { ...reading, flags: [...reading.flags, 'finishMissing'] };
  if (reading.kind === 'none' && (reply.finish === 'done' || reply.text === '')) return reading;
  const explanation = 'The answer ended without saying that it is whole. Ask again.';
  return { kind: 'trouble', reason: 'truncatedStream', explanation };
}

interface StateHeard {
  readonly claims: Claims;
  readonly turns: readonly Turn[];
  readonly raw: readonly string[];
  readonly flags: readonly string[];
  readonly questions: readonly Questioned[];
}

/** Asks for each target in turn. A value that the call already shows is no change, and so no claim. */
async function askState(sample: Interview, said: readonly Turn[], claims: Claims): Promise<StateHeard> {
  let heard: StateHeard = { claims, turns: said, raw: [], flags: [], questions: [] };
  for (const target of sample.prompt.state) {
    const turns: readonly Turn[] = [...heard.turns, { role: 'user', text: target.text }];
    const asked = await sample.ask({ ...wishOf(sample, turns, stateTokens), logprobs: false });
    const questions = [...heard.questions, asked];
    if (asked.result.kind === 'trouble') return { ...heard, questions, flags: [...heard.flags, 'stateNotAsked'] };
    const { text } = asked.result.reply;
    const value = readState(text, target, sample.prompt.shape);
    const unreadable = value === null ? [...heard.flags, 'stateUnreadable'] : heard.flags;
    const changed = value !== null && squeeze(value) !== squeeze(target.before);
    heard = {
      claims: changed
        ? { ...heard.claims, state: [...heard.claims.state, { target: target.target, text: value }] }
        : heard.claims,
      turns: [...turns, { role: 'assistant', text }],
      raw: [...heard.raw, target.text, text],
      flags: unreadable,
      questions,
    };
  }
  return heard;
}

function readState(text: string, target: StateTarget, shape: AnswerShape): string | null {
  const reading =
    shape === 'assertion'
      ? readAssertion(text, target.target)
      : readBlock(
          unfenced(text)
            .inner.split('\n')
            .filter(line => !line.startsWith('>>>')),
        );
  const value = reading.kind === 'answer' ? reading.claims.returns : undefined;
  return value !== undefined && isLiteral(value) ? value : null;
}

interface Sure {
  readonly stated: number | null;
  readonly raw: readonly string[];
  readonly flags: readonly string[];
  readonly questions: readonly Questioned[];
}

async function askConfidence(sample: Interview, said: readonly Turn[], inAnswer: number | null): Promise<Sure> {
  const { confidence } = sample.prompt;
  const missing = ['confidenceMissing'];
  if (confidence === '') return { stated: inAnswer, raw: [], flags: inAnswer === null ? missing : [], questions: [] };
  const turns: readonly Turn[] = [...said, { role: 'user', text: confidence }];
  const asked = await sample.ask({ ...wishOf(sample, turns, confidenceTokens), logprobs: false });
  if (asked.result.kind === 'trouble') return { stated: null, raw: [], flags: missing, questions: [asked] };
  const { text } = asked.result.reply;
  const stated = readPercent(text);
  return { stated, raw: [text], flags: stated === null ? missing : [], questions: [asked] };
}
