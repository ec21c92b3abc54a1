/** Puts one question to a model; where thinking took all of its limit of tokens, once more with room for that. */

import { estimateTokens } from '../core/tokens.ts';
import type { Questioned } from './ask.ts';
import { tokenLimitOf, type Wish } from './body.ts';
import { hasThought, isThoughtAway } from './effect.ts';

/** Who is asked. */
export interface Asker {
  readonly ask: (wish: Wish) => Promise<Questioned>;
  /** Remembers that the model thinks before it answers; whether questions have room for it from then on. */
  readonly remembersThinking: () => Promise<boolean>;
}

/** A question as it was put. */
export interface Put extends Questioned {
  /** About how many tokens were sent. */
  readonly sentTokens: number;
  /** From when it was put until it was settled, waits and all. */
  readonly tookMs: number;
}

/** What was sent for one question: one request or two, of which `last` counts. */
export interface Puts {
  readonly all: readonly Put[];
  readonly last: Put;
}

export async function put(asker: Asker, wish: Wish): Promise<Puts> {
  const first = await putOnce(asker, wish);
  if (!(await hasMoreRoom(asker, wish, first))) return { all: [first], last: first };
  const last = await putOnce(asker, wish);
  return { all: [first, last], last };
}

async function putOnce({ ask }: Asker, wish: Wish): Promise<Put> {
  const sentTokens = estimateTokens(wish.turns.map(turn => turn.text).join('\n'));
  const begun = performance.now();
  const questioned = await ask(wish);
  return { ...questioned, sentTokens, tookMs: performance.now() - begun };
}

/** Whether the reply was cut for want of room that there is now. Any thinking is remembered, since later limits may be smaller. */
async function hasMoreRoom(asker: Asker, wish: Wish, { result, profile, maxTokens }: Put): Promise<boolean> {
  if (result.kind === 'trouble' || profile.thinks) return false;
  const { reply } = result;
  if (!hasThought(reply) && !isThoughtAway(reply)) return false;
  const most = tokenLimitOf(wish, { ...profile, thinks: true });
  const isCut = reply.finish === 'length' && maxTokens !== null && most !== null && most > maxTokens;
  return (await asker.remembersThinking()) && isCut;
}
