/** What is known of a model, for people, and having it learned anew. No request is spent on it. */
import type { z } from 'zod';
import type { Endpoint, knownOfModel } from '../core/messages.ts';
import { type Address, readAddress } from './address.ts';
import type { Means } from './means.ts';
import { startingProfile } from './profile.ts';
import { profileSentences } from './profileSentences.ts';

export type Known = z.infer<(typeof knownOfModel)['reply']>;

/** `overrides` are what the settings say. */
export async function knownOf(endpoint: Endpoint, overrides: Means['overrides'], { profiles }: Means): Promise<Known> {
  const address = addressOf(endpoint);
  if (address === undefined) {
    return { isLearned: false, since: '', sentences: ['Nothing is learned of it: it is asked as it is.'] };
  }
  const learned = await profiles.learned(address, endpoint.model);
  const profile = learned ?? startingProfile(address, endpoint.model, new Date());
  const sentences = profileSentences(profile, overrides);
  if (learned !== undefined) return { isLearned: true, since: learned.learnedAt, sentences: [...sentences] };
  return { isLearned: false, since: '', sentences: ['Nothing is learned of it yet; it would begin so.', ...sentences] };
}

/** What a model takes is learned anew from its next question on. */
export async function forget(endpoint: Endpoint, { profiles }: Means): Promise<void> {
  const address = addressOf(endpoint);
  if (address !== undefined) await profiles.forget(address, endpoint.model);
}

function addressOf({ kind, baseUrl, model, apiKey }: Endpoint): Address | undefined {
  const reading = kind === 'model' ? readAddress(baseUrl, model, apiKey) : undefined;
  return reading?.kind === 'address' ? reading.address : undefined;
}
