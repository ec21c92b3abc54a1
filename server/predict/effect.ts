/** What a reply teaches about a model, beyond what a server refuses: some take a field and ignore it, some think first. */
import type { Rung } from '../core/profile.ts';
import type { Questioned } from './ask.ts';
import type { Heard } from './converse.ts';
import { effectOnAnswer, withEffect } from './forcing.ts';
import { below } from './ladder.ts';
import type { Profile } from './profile.ts';

const patience = 2;

/** The profile after these samples; the same object where nothing was learned. */
export function learnedFrom(profile: Profile, heard: readonly Heard[]): Profile {
  return heard.reduce((known, each) => learnedFromOne(known, each), profile);
}

function learnedFromOne(profile: Profile, { reading, questions }: Heard): Profile {
  const [first] = questions;
  if (first?.result.kind !== 'reply') return profile;
  const { reply } = first.result;
  const thought = reply.reasoning !== '' || (reply.usage?.reasoningTokens ?? 0) > 0;
  if (thought && !profile.thinks && reply.finish === 'length') return { ...profile, thinks: true };
  if (first.rung === null || first.rung !== profile.rung) return profile;
  if (isForm(first.rung) && profile.forced[first.rung] === undefined) {
    const effect = effectOnAnswer(reply);
    if (effect !== 'unclear') return withEffect(profile, first.rung, effect);
  }
  if (reading.kind === 'answer') return profile.misses === 0 ? profile : { ...profile, misses: 0 };
  const isMiss =
    reading.kind === 'none' && (reading.flags.includes('otherShape') || reading.reason === 'onlyReasoning');
  return isMiss ? missed(profile, first) : profile;
}

/** A rung whose form has words of its own, which tell whether it has effect. */
function isForm(rung: Rung): boolean {
  return rung === 'jsonSchema' || rung === 'jsonSchemaPlain';
}

/** Two replies in a row that are not of the asked shape: the field is ignored, or the model is spoilt by it. */
function missed(profile: Profile, first: Questioned): Profile {
  const misses = profile.misses + 1;
  const next = below(profile.rung);
  if (misses < patience || next === null) return { ...profile, misses };
  const evidence = {
    change: `rung:${next}`,
    status: 200,
    message: `replies at ${first.rung} were not of the asked shape`,
  };
  return { ...profile, rung: next, misses: 0, evidence: [...profile.evidence, evidence].slice(-20) };
}
