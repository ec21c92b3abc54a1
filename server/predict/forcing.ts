/**
 * Some servers take a form for the answer and ignore it. So each form asks for a word that nothing else in the request leads to: where
 * another comes, the form has no effect, and the next rung is used. The first answers of a model tell, by the form's own words for what a
 * call does: a word more, of which the examples know nothing, would lead small models astray. On **Test Connection** it is tried with a
 * greeting, so that nothing of any code is sent.
 */

import * as z from 'zod';
import { type Rung, rungs } from '../core/profile.ts';
import type { Address } from './address.ts';
import { formWords, promptWords } from './answerSchema.ts';
import type { JsonForm } from './body.ts';
import type { Interview } from './converse.ts';
import { below } from './ladder.ts';
import type { Means } from './means.ts';
import type { Profile } from './profile.ts';
import type { Reply } from './reply.ts';
import type { Trouble } from './trouble.ts';

const markWord = 'k7q4';
const markProperty = { mark: { type: 'string', enum: [markWord] } };
const plain = { type: 'object', properties: markProperty, required: Object.keys(markProperty) };
const form: JsonForm = { name: 'greeting', plain, strict: { ...plain, additionalProperties: false }, tagged: '' };
const Forced = z.object({ mark: z.literal(markWord) });
const Answered = z.object({ outcome: z.enum([...formWords, ...promptWords]) });
const isOfForm = (word: string): boolean => formWords.some(each => each === word);

export type Tried =
  | { readonly kind: 'tried'; readonly profile: Profile }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

/** The profile with a rung that has effect; a trouble where the model could not be asked. A rung that was tried is not tried again. */
export async function withEffectiveRung(
  address: Address,
  model: string,
  ask: Interview['ask'],
  means: Means,
): Promise<Tried> {
  for (let tries = 0; tries < rungs.length; tries += 1) {
    const known = await means.profiles.get(address, model);
    if (isSettled(known, means)) break;
    const asked = await ask(wishFor(model));
    if (asked.result.kind === 'trouble') return asked.result;
    const learned = await means.profiles.get(address, model);
    const tried = asked.rung ?? 'tagged';
    await means.profiles.set(address, model, withEffect(learned, tried, effectOnGreeting(asked.result.reply, tried)));
  }
  return { kind: 'tried', profile: await means.profiles.get(address, model) };
}

/** The lowest rung asks for nothing but words, and a rung that the user set stays. */
function isSettled({ rung, forced }: Profile, { overrides }: Means): boolean {
  return overrides.rung !== undefined || rung === 'tagged' || forced[rung] !== undefined;
}

function wishFor(model: string) {
  const text = 'Greet me in one word, as JSON.';
  return {
    model,
    turns: [{ role: 'user', text }],
    maxTokens: 64,
    temperature: 0,
    seed: null,
    logprobs: false,
    json: form,
  } as const;
}

export type Effect = NonNullable<Profile['forced'][Rung]>;

/** What an answer tells of the schema that it was asked for in: nothing where it was cut off, or is of another shape. */
export function effectOnAnswer(reply: Reply): Effect {
  if (isSilent(reply)) return 'unclear';
  const object = objectOf(reply.text);
  if (object === undefined) return 'no';
  const { data } = Answered.safeParse(object);
  if (data === undefined) return 'unclear';
  return isOfForm(data.outcome) ? 'yes' : 'no';
}

function effectOnGreeting(reply: Reply, rung: Rung): Effect {
  if (rung === 'tool') return reply.toolArguments === null ? 'no' : 'yes';
  if (isSilent(reply)) return 'unclear';
  const object = objectOf(reply.text);
  if (rung === 'jsonObject') return object === undefined ? 'no' : 'yes';
  return Forced.safeParse(object).success ? 'yes' : 'no';
}

/** One that was cut off, or never began, tells nothing. */
function isSilent(reply: Reply): boolean {
  return reply.finish === 'length' || reply.text.trim() === '';
}

/** The profile with what was found out of a rung; one lower where that has no effect. */
export function withEffect(profile: Profile, rung: Rung, effect: Effect): Profile {
  const forced = { ...profile.forced, [rung]: effect };
  const next = below(rung);
  if (effect !== 'no' || next === null || profile.rung !== rung) return { ...profile, forced };
  const evidence = { change: `rung:${next}`, status: 200, message: `${rung} was taken and ignored` };
  return { ...profile, forced, rung: next, misses: 0, evidence: [...profile.evidence, evidence].slice(-20) };
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What came of trying, in a sentence for people; empty where nothing was tried, or nothing came of it. */
export function effectSentence({ rung, forced }: Profile): string {
  const ignored = rungs.filter(each => forced[each] === 'no').map(each => rungNames[each]);
  if (ignored.length > 0) {
    return `It takes ${ignored.join(', ')} and ignores it, so answers in JSON are asked for by ${rungNames[rung]}.`;
  }
  return forced[rung] === 'yes' ? `Answers in JSON keep to ${rungNames[rung]}.` : '';
}

const rungNames: Readonly<Record<Rung, string>> = {
  jsonSchema: 'a strict schema',
  jsonSchemaPlain: 'a plain schema',
  jsonObject: 'a JSON object',
  tool: 'a forced tool call',
  tagged: 'the prompt alone',
};
