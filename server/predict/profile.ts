/**
 * What an endpoint takes with a model: learned by refusal and by effect, kept on disk, shown, and overridable. Holds no secret.
 */
import { z } from 'zod';
import { fingerprint } from '../core/fingerprint.ts';
import { AnswerShape } from '../core/prediction.ts';
import { Rung, rungs, Takes } from '../core/profile.ts';
import type { Address } from './address.ts';

export const profileVersion = 2;

export const Profile = z.strictObject({
  version: z.literal(profileVersion),
  baseUrl: z.string(),
  model: z.string(),
  ...Takes.shape,
  /** By rung, whether what was asked for came: tried with a form that no model would say by itself. */
  forced: z.partialRecord(Rung, z.enum(['yes', 'no', 'unclear'])),
  /** Replies in a row, at this rung, that were not of the asked shape. */
  misses: z.int(),
  /** The shape of answer that the measurement chose; `null` where nothing was measured. */
  answer: AnswerShape.nullable(),
  /** Right answers of the measurement, by shape. */
  measured: z.record(z.string(), z.string()),
  learnedAt: z.string(),
  /** What was given up, and the refusal that taught it. */
  evidence: z.array(z.strictObject({ change: z.string(), status: z.int(), message: z.string() })),
});
export type Profile = Readonly<z.infer<typeof Profile>>;

/** What a profile starts from before anything is learned. */
export function startingProfile(address: Address, model: string, now: Date): Profile {
  const known = knownHosts.find(each => each.host.test(address.host))?.differs ?? {};
  const answer = address.isLoopback ? (ownModels.get(model) ?? null) : null;
  return {
    version: profileVersion,
    baseUrl: address.baseUrl,
    model,
    tokenLimit: 'max_tokens',
    temperature: 'any',
    roles: 'system',
    rung: 'jsonSchema',
    forced: {},
    misses: 0,
    streamUsage: true,
    logprobs: true,
    seed: true,
    thinks: /(^|[/:_-])(o[1345]|gpt-5|r1|qwq|deepseek-reasoner)([.:_-]|$)|think|reason/i.test(model),
    answer,
    measured: {},
    learnedAt: now.toISOString(),
    evidence: [],
    ...known,
  };
}

interface KnownHost {
  readonly host: RegExp;
  readonly differs: Partial<Profile>;
}

/** From the providers' documentation; what a request teaches wins. */
const knownHosts: readonly KnownHost[] = [
  { host: /^api\.openai\.com$|\.azure\.com$/, differs: { tokenLimit: 'max_completion_tokens' } },
  { host: /^api\.anthropic\.com$/, differs: { rung: 'tool', logprobs: false, seed: false } },
  { host: /^generativelanguage\.googleapis\.com$/, differs: { rung: 'jsonSchemaPlain', logprobs: false, seed: false } },
];

/** The models that we serve ourselves, on another port at every start: their best shapes by the benchmark `models`. */
const ownModels: ReadonlyMap<string, AnswerShape> = new Map([
  ['qwen-0.5b', 'session'],
  ['qwen-1.5b', 'assertion'],
  ['smollm2', 'session'],
]);

/** The name of the file in which a profile is kept. */
export function profileKey(address: Address, model: string): string {
  return fingerprint(JSON.stringify([address.baseUrl, model, address.auth])).slice(0, 32);
}

/** A profile for people, in whole sentences. */
export function profileSentence(profile: Profile): string {
  const { answer, measured, temperature, tokenLimit, roles, seed, logprobs, thinks, forced, rung } = profile;
  const scores = Object.entries(measured).map(([shape, right]) => `${shape} ${right}`);
  const tried = rungs.flatMap(each => (forced[each] === undefined ? [] : [`${each} ${said[forced[each]]}`]));
  return [
    answer === null
      ? 'The shape of its answers is not measured yet.'
      : `Answers in the shape ${answer}${scores.length === 0 ? '' : ` (right: ${scores.join(', ')})`}.`,
    `JSON is asked for by ${rung}${tried.length === 0 ? '' : ` (tried: ${tried.join(', ')})`}.`,
    `It takes ${[temperature === 'any' ? 'any temperature' : 'no temperature', tokenLimit === 'none' ? 'no limit of tokens' : tokenLimit, ...(seed ? ['a seed'] : []), ...(logprobs ? ['log-probabilities'] : []), roles === 'merged' ? 'no system turn' : `a ${roles} turn`].join(', ')}.`,
    ...(thinks ? ['It thinks before it answers.'] : []),
  ].join(' ');
}

const said = { yes: 'has effect', no: 'is ignored', unclear: 'is unclear' } as const;
