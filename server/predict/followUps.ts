/** What is asked after an answer, in the same conversation: each target of the state, then how sure the model is. */
import type { AnswerShape, Claims } from '../core/prediction.ts';
import type { StateTarget } from '../core/stateTargets.ts';
import { obstacleOf } from './answer.ts';
import { readAssertion } from './answerAssertion.ts';
import { readBlock, unfenced } from './answerSession.ts';
import type { Turn, Wish } from './body.ts';
import type { Prompt } from './prompt.ts';
import { type Asker, type Put, put } from './put.ts';
import { isLiteral, none, type Reading, readPercent, squeeze } from './reading.ts';
import type { Reply } from './reply.ts';
import { checked } from './wholeness.ts';

/** A conversation that goes on. */
export interface Conversation extends Asker {
  readonly prompt: Prompt;
  /** What is wanted of a request that asks for the next turn. */
  readonly wishFor: (turns: readonly Turn[], maxTokens: number) => Wish;
}

export const stateTokens = 512;
export const confidenceTokens = 12;

/** What was heard of the state. */
export interface StateHeard {
  readonly claims: Claims;
  /** The conversation so far. */
  readonly turns: readonly Turn[];
  readonly raw: readonly string[];
  readonly flags: readonly string[];
  readonly puts: readonly Put[];
  /** Whether it is of use to ask anything more. */
  readonly goesOn: boolean;
}

/**
 * Asks for each target in turn. A value that the call already shows is no change, and so no claim; of a target without an answer
 * nothing is claimed. What could not be asked for keeps the rest from being asked.
 */
export async function askState(talk: Conversation, said: readonly Turn[], claims: Claims): Promise<StateHeard> {
  let heard: StateHeard = {
    claims: withTargets(claims, talk.prompt),
    turns: said,
    raw: [],
    flags: [],
    puts: [],
    goesOn: true,
  };
  for (const target of talk.prompt.state) {
    heard = heard.goesOn ? await askTarget(talk, heard, target) : without(heard, target, 'stateNotAsked');
  }
  return heard;
}

/** JSON is asked for all targets at once. */
function withTargets(claims: Claims, { shape, state }: Prompt): Claims {
  return shape === 'json' ? claims : { ...claims, askedTargets: state.map(({ target }) => target) };
}

async function askTarget(talk: Conversation, heard: StateHeard, target: Prompt['state'][number]): Promise<StateHeard> {
  const turns: readonly Turn[] = [...heard.turns, { role: 'user', text: target.text }];
  const { all, last } = await put(talk, talk.wishFor(turns, stateTokens));
  const asked = { ...heard, puts: [...heard.puts, ...all] };
  if (last.result.kind === 'trouble') return { ...without(asked, target, 'stateNotAsked'), goesOn: false };
  const { reply } = last.result;
  const value = readState(reply, target, talk.prompt.shape);
  const told = {
    ...asked,
    // Servers refuse a turn without words.
    turns: reply.text === '' ? heard.turns : [...turns, { role: 'assistant', text: reply.text } as const],
    raw: [...heard.raw, target.text, reply.text],
  };
  if (value === null) return without(told, target, 'stateUnreadable');
  if (squeeze(value) === squeeze(target.before)) return told;
  const state = [...heard.claims.state, { target: target.target, text: value }];
  return { ...told, claims: { ...heard.claims, state } };
}

function without(heard: StateHeard, { target }: StateTarget, flag: string): StateHeard {
  const unanswered = [...(heard.claims.unanswered ?? []), target];
  return { ...heard, claims: { ...heard.claims, unanswered }, flags: [...heard.flags, flag] };
}

function readState(reply: Reply, { target }: StateTarget, shape: AnswerShape): string | null {
  const reading = checked(obstacleOf(reply) ?? readTarget(reply.text, target, shape), reply);
  const value = reading.kind === 'answer' ? reading.claims.returns : undefined;
  return value !== undefined && isLiteral(value) ? value : null;
}

function readTarget(text: string, target: string, shape: AnswerShape): Reading {
  if (shape === 'assertion') return readAssertion(text, target);
  return readBlock(
    unfenced(text)
      .inner.split('\n')
      .filter(line => !line.startsWith('>>>')),
  );
}

export interface Sure {
  /** A fraction 0–1; `null` where nobody said. */
  readonly stated: number | null;
  readonly raw: readonly string[];
  readonly puts: readonly Put[];
}

export async function askConfidence(talk: Conversation, said: readonly Turn[]): Promise<Sure> {
  const turns: readonly Turn[] = [...said, { role: 'user', text: talk.prompt.confidence }];
  const { all, last } = await put(talk, talk.wishFor(turns, confidenceTokens));
  if (last.result.kind === 'trouble') return { stated: null, raw: [], puts: all };
  const { reply } = last.result;
  const reading = checked(obstacleOf(reply) ?? readSure(reply.text), reply);
  return { stated: reading.kind === 'answer' ? reading.confidence : null, raw: [reply.text], puts: all };
}

function readSure(text: string): Reading {
  const confidence = readPercent(text);
  if (confidence === null) return none('unreadable', 'it says no percent');
  return { kind: 'answer', claims: { state: [] }, confidence, flags: [] };
}
