/** Sends a request within what may be spent: the most that it can take is held before, what it took is booked afterwards. */

import { estimateTokens } from '../core/tokens.ts';
import { sentReasons } from './accounting.ts';
import type { Address } from './address.ts';
import { tokenLimitOf, type Wish } from './body.ts';
import type { Means } from './means.ts';
import { costOf, dearestInput, priceOf } from './price.ts';
import type { Profile } from './profile.ts';
import { nothingSaid, type Reply } from './reply.ts';
import { plainTrouble } from './trouble.ts';
import { type Called, nothingReceived } from './wire.ts';

export interface Purchase {
  readonly means: Means;
  readonly address: Address;
  readonly wish: Wish;
  readonly profile: Profile;
}

export async function withinBudget(purchase: Purchase, send: () => Promise<Called>): Promise<Called> {
  const { means, wish, profile } = purchase;
  const prompt = estimateTokens(wish.turns.map(turn => turn.text).join('\n'));
  const most = tokenLimitOf(wish, profile) ?? wish.maxTokens;
  const price = mostOf(purchase, prompt, most);
  if (price === null) return refused(noPrice(wish.model));
  const hold = await means.ledger.hold(prompt + most, price);
  if (hold.kind === 'refused') return refused(hold.why);
  let took = { tokens: prompt, cost: 0 };
  try {
    const called = await send();
    took = taken(purchase, called, prompt);
    return called;
  } finally {
    await hold.settle(took.tokens, took.cost);
  }
}

/** Says itself what a request cost, so that its prices need not be known. */
const tellsCost = /(^|\.)openrouter\.ai$/;

/** The most that a request can cost, in US dollars; `null` where money has a limit and nobody knows. Machines nearby take no money. */
function mostOf({ means, address, wish }: Purchase, prompt: number, most: number): number | null {
  const price = priceOf(wish.model, means.prices);
  if (price !== undefined) return (prompt * dearestInput(price) + most * price.output) / 1_000_000;
  return means.ledger.limitsCost && !address.isPrivate && !tellsCost.test(address.host) ? null : 0;
}

function noPrice(model: string): string {
  return `Money has a limit, and no price of ${model} is known. Add it to \`calledIt.prices\` or \`prices.json\`, or take the limit away.`;
}

function refused(why: string): Called {
  return { kind: 'trouble', trouble: plainTrouble('budgetExceeded', why), received: nothingReceived };
}

const wholeOf = (reply: Reply): string => reply.reasoning + (reply.toolArguments ?? '') + reply.text;

/** What is not told is estimated; a request that never got an answer may have been read all the same. */
function taken(
  { means, wish }: Purchase,
  called: Called,
  prompt: number,
): { readonly tokens: number; readonly cost: number } {
  const usage = called.kind === 'reply' ? called.reply.usage : null;
  const text = called.kind === 'reply' ? wholeOf(called.reply) : called.received.reasoning + called.received.text;
  const isUnread =
    called.kind === 'trouble' && called.received.startedMs === null && !sentReasons.has(called.trouble.reason);
  const promptTokens = usage?.promptTokens ?? (isUnread ? 0 : prompt);
  const completionTokens = usage?.completionTokens ?? estimateTokens(text);
  const counted = { ...(usage ?? nothingSaid), promptTokens, completionTokens };
  return { tokens: promptTokens + completionTokens, cost: costOf(counted, wish.model, means.prices) ?? 0 };
}
