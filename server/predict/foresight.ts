/** What a prediction may take at most, held before its first request, so that it is not broken off in the middle of its samples. */

import { estimateTokens } from '../core/tokens.ts';
import type { Address } from './address.ts';
import { type Turn, tokenLimitOf } from './body.ts';
import { firstWish } from './converse.ts';
import { confidenceTokens, stateTokens } from './followUps.ts';
import type { Means } from './means.ts';
import { dearestInput, priceOf } from './price.ts';
import { type Profile, profileInForce } from './profile.ts';
import type { Prompt } from './prompt.ts';

export interface Plan {
  readonly means: Means;
  /** `null` for a model of the editor. */
  readonly address: Address | null;
  readonly model: string;
  readonly prompt: Prompt;
  readonly samples: number;
  /** Of the answer to the question itself. */
  readonly maxTokens: number;
}

/**
 * Reserves room for a whole prediction. Why the limits have none; empty where they have. Requests that are sent again are not foreseen:
 * what a request takes beyond is held when it is sent.
 */
export async function reserveWhole(plan: Plan): Promise<string> {
  const { means, address, model, samples } = plan;
  const profile = address === null ? null : profileInForce(await means.profiles.get(address, model), means.overrides);
  const { requests, read, written } = sampleOf(plan, profile);
  const price = priceOf(model, means.prices);
  const dollars = price === undefined ? 0 : (read * dearestInput(price) + written * price.output) / 1_000_000;
  const why = await means.ledger.reserve({
    requests: samples * requests,
    tokens: samples * (read + written),
    cost: samples * dollars,
  });
  return why === '' ? '' : `The whole prediction may take up to ${samples * requests} requests. ${why}`;
}

interface Taken {
  readonly requests: number;
  /** Tokens of all prompts: each turn is sent with all that was said before. */
  readonly read: number;
  readonly written: number;
}

function sampleOf({ prompt, model, maxTokens }: Plan, profile: Profile | null): Taken {
  const turns = [
    { asked: tokensOf(prompt.messages), most: maxTokens },
    ...prompt.state.map(({ text }) => ({ asked: estimateTokens(text), most: stateTokens })),
    ...(prompt.confidence === '' ? [] : [{ asked: estimateTokens(prompt.confidence), most: confidenceTokens }]),
  ];
  let [said, read, written] = [0, 0, 0];
  for (const { asked, most } of turns) {
    const limit = mostOf(prompt, model, most, profile);
    read += said + asked;
    written += limit;
    // What a model thinks is not sent again.
    said += asked + most;
  }
  return { requests: turns.length, read, written };
}

function mostOf(prompt: Prompt, model: string, maxTokens: number, profile: Profile | null): number {
  if (profile === null) return maxTokens;
  const wish = firstWish(prompt, model, { temperature: 0, seed: null, maxTokens });
  return tokenLimitOf(wish, profile) ?? maxTokens;
}

function tokensOf(turns: readonly Turn[]): number {
  return estimateTokens(turns.map(turn => turn.text).join('\n'));
}
