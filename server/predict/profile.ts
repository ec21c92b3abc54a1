/**
 * What an endpoint takes with a model: learned by refusal and by effect, kept on disk, shown, and overridable. Holds no secret, and
 * none of a server's words, which may repeat what it was sent.
 */
import { z } from 'zod';
import { fingerprint } from '../core/fingerprint.ts';
import { AnswerShape } from '../core/prediction.ts';
import { Rung, Takes } from '../core/profile.ts';
import type { Address } from './address.ts';

export const profileVersion = 3;

export const Profile = z.strictObject({
  version: z.literal(profileVersion),
  baseUrl: z.string(),
  model: z.string(),
  ...Takes.shape,
  /** How many tokens it reads and writes at most, as the server tells; 0 where it tells nothing, `null` where it was not asked yet. */
  windowTokens: z.int().nonnegative().nullable(),
  /** Tokens that the server counts for one that we estimate, of late. */
  tokenRatio: z.number().positive(),
  /** By rung, whether what was asked for came: tried with a form that no model would say by itself. */
  forced: z.partialRecord(Rung, z.enum(['yes', 'no', 'unclear'])),
  /** Replies in a row, at this rung, that were not of the asked shape. */
  misses: z.int(),
  /** The shape of answer that the measurement chose; `null` where nothing was measured. */
  answer: AnswerShape.nullable(),
  /** Right answers of the measurement, by shape. */
  measured: z.record(z.string(), z.string()),
  /** When learning began, in ISO 8601. */
  learnedAt: z.string(),
  /** What was given up, and what taught it, in our words: of a server's message the digest alone. */
  evidence: z.array(z.strictObject({ change: z.string(), status: z.int(), message: z.string() })),
});
export type Profile = Readonly<z.infer<typeof Profile>>;

/** What a profile starts from before anything is learned. */
export function startingProfile(address: Address, model: string, now: Date): Profile {
  const known = knownHosts.find(each => each.host.test(address.host))?.differs ?? {};
  const own = address.isLoopback ? ownModels.get(model) : undefined;
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
    stream: true,
    streamUsage: true,
    logprobs: own !== undefined,
    seed: own !== undefined,
    thinks: isKnownToThink(model),
    thinkingOff: 'no',
    extraBody: {},
    windowTokens: null,
    tokenRatio: 1,
    answer: own ?? null,
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

/** From the providers' documentation; what a request teaches wins. The last ones are the usual ports of llama.cpp, vLLM, Ollama and LM Studio. */
const knownHosts: readonly KnownHost[] = [
  {
    host: /^api\.openai\.com$|\.azure\.com$/,
    differs: { tokenLimit: 'max_completion_tokens', seed: true, logprobs: true },
  },
  { host: /^api\.anthropic\.com$/, differs: { rung: 'tool' } },
  { host: /^generativelanguage\.googleapis\.com$/, differs: { rung: 'jsonSchemaPlain' } },
  // Else a provider may be chosen that drops the form of the answer.
  { host: /^openrouter\.ai$/, differs: { extraBody: { provider: { require_parameters: true } } } },
  { host: /^(localhost|127\.0\.0\.1|\[::1\]):(8080|8000|11434)$/, differs: { seed: true, logprobs: true } },
  { host: /^(localhost|127\.0\.0\.1|\[::1\]):1234$/, differs: { seed: true } },
];

/** The models that we serve ourselves, on another port at every start: their best shapes by the benchmark `models`. */
const ownModels: ReadonlyMap<string, AnswerShape> = new Map([
  ['qwen-0.5b', 'session'],
  ['qwen-1.5b', 'assertion'],
  ['smollm2', 'session'],
]);

const thinking =
  /(^|[/:_-])(o[1-9]|gpt-5|gpt-oss|r1|qwq|qwen-?3|deepseek-reasoner|magistral|gemini-(2\.5|[3-9]))([.:_-]|$)|think|reason/i;
/** Of the same names, those that answer at once. */
const answersAtOnce = /instruct|coder|non-?think|gpt-5[\w.]*-chat|-2507$/i;

function isKnownToThink(model: string): boolean {
  return thinking.test(model) && (/thinking/i.test(model) || !answersAtOnce.test(model));
}

/** What counts for a request: what is known, but for what the user says. Models that think take no temperature and give no log-probabilities. */
export function profileInForce(known: Profile, overrides: Partial<Profile>): Profile {
  const { thinkingOff = known.thinkingOff, extraBody = {} } = overrides;
  const thinks = overrides.thinks ?? (known.thinks && thinkingOff === 'no');
  const thinkers = thinks ? ({ temperature: 'fixed', logprobs: false } as const) : {};
  return { ...known, ...thinkers, ...overrides, thinks, extraBody: merged(known.extraBody, extraBody) };
}

const Fields = z.record(z.string(), z.unknown());

/** Objects of the same name are put together, so that a provider is pinned without taking back what we require of it. */
function merged(ours: Profile['extraBody'], theirs: Profile['extraBody']): Profile['extraBody'] {
  const both = Object.entries(theirs).map(([name, value]) => {
    const [mine, given] = [Fields.safeParse(ours[name]), Fields.safeParse(value)];
    return [name, mine.success && given.success ? { ...mine.data, ...given.data } : value] as const;
  });
  return { ...ours, ...Object.fromEntries(both) };
}

/** One thing that was given up after a refusal. */
export interface Lesson {
  readonly change: string;
  readonly differs: Partial<Profile>;
  /** The refusal: its status and message, and whether it named what it minds. */
  readonly status: number;
  readonly said: string;
  readonly why: 'named' | 'guessed';
}

const keptLessons = 20;

/** The profile after a lesson, with its evidence. */
export function taught(profile: Profile, { change, differs, status, said, why }: Lesson): Profile {
  const how = why === 'named' ? 'a refusal named it' : 'passed when it was given up';
  const message = `${how}, sha256 ${fingerprint(said).slice(0, 16)}`;
  return { ...profile, ...differs, evidence: [...profile.evidence, { change, status, message }].slice(-keptLessons) };
}

/** The name of the file in which a profile is kept. */
export function profileKey(address: Address, model: string): string {
  return fingerprint(JSON.stringify([address.baseUrl, model, address.auth])).slice(0, 32);
}
