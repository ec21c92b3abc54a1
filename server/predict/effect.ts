/** What a reply teaches about a model, beyond what a server refuses: some take a field and ignore it, some think first. */
import type { Rung } from '../core/profile.ts';
import type { Address } from './address.ts';
import type { Heard } from './converse.ts';
import { effectOnAnswer, withEffect } from './forcing.ts';
import { below } from './ladder.ts';
import type { Means } from './means.ts';
import { type Profile, profileInForce } from './profile.ts';
import type { Put } from './put.ts';
import type { Reply } from './reply.ts';
import { tokenRatioAfter } from './tokens.ts';

const patience = 2;

/** The profile after these samples; the same object where nothing was learned. */
export function learnedFrom(profile: Profile, heard: readonly Heard[]): Profile {
  return heard.reduce((known, each) => learnedFromOne(known, each), profile);
}

function learnedFromOne(before: Profile, { reading, main }: Heard): Profile {
  if (main.result.kind !== 'reply') return before;
  const profile = counted(before, main.sentTokens, main.result.reply);
  if (main.rung === null || main.rung !== profile.rung) return profile;
  if (isForm(main.rung) && profile.forced[main.rung] === undefined) {
    const effect = effectOnAnswer(main.result.reply);
    if (effect !== 'unclear') return withEffect(profile, main.rung, effect);
  }
  if (reading.kind === 'answer') return profile.misses === 0 ? profile : { ...profile, misses: 0 };
  const isMiss =
    reading.kind === 'none' && (reading.flags.includes('otherShape') || reading.reason === 'onlyReasoning');
  return isMiss ? missed(profile, main) : profile;
}

/** Our estimates are put right by what the server counts. */
function counted(profile: Profile, estimated: number, { usage }: Reply): Profile {
  const tokenRatio = tokenRatioAfter(profile.tokenRatio, usage?.promptTokens ?? estimated, estimated);
  return tokenRatio === profile.tokenRatio ? profile : { ...profile, tokenRatio };
}

/** A rung whose form has words of its own, which tell whether it has effect. */
function isForm(rung: Rung): boolean {
  return rung === 'jsonSchema' || rung === 'jsonSchemaPlain';
}

/** Two replies in a row that are not of the asked shape: the field is ignored, or the model is spoilt by it. */
function missed(profile: Profile, { rung }: Put): Profile {
  const misses = profile.misses + 1;
  const next = below(profile.rung);
  if (misses < patience || next === null) return { ...profile, misses };
  const evidence = {
    change: `rung:${next}`,
    status: 200,
    message: `replies at ${rung} were not of the asked shape`,
  };
  return { ...profile, rung: next, misses: 0, evidence: [...profile.evidence, evidence].slice(-20) };
}

/** Whether the server tells of thinking, in words or by the count. */
export function hasThought({ reasoning, usage }: Reply): boolean {
  return reasoning !== '' || (usage?.reasoningTokens ?? 0) > 0;
}

/** Whether the limit of tokens ran out before anything was said: that goes into thinking which the server does not tell of. */
export function isThoughtAway({ finish, text, toolArguments }: Reply): boolean {
  return finish === 'length' && text === '' && (toolArguments ?? '') === '';
}

/** Keeps that the model thinks before it answers. Whether that counts from then on: a profile that the user sets wins. */
export async function rememberThinking(address: Address, model: string, means: Means): Promise<boolean> {
  const known = await means.profiles.get(address, model);
  const evidence = { change: 'thinks', status: 200, message: 'it thought before it answered' };
  if (!known.thinks) {
    await means.profiles.set(address, model, {
      ...known,
      thinks: true,
      evidence: [...known.evidence, evidence].slice(-20),
    });
  }
  return profileInForce({ ...known, thinks: true }, means.overrides).thinks;
}
