/**
 * The way down after refusals of one question: which single thing to give up next, and what of it is worth remembering. A thing that was
 * given up in vain is not remembered. The same thing is never given up twice, and what the user set is never given up.
 */
import { type Rung, rungs } from '../core/profile.ts';
import type { Wish } from './body.ts';
import type { Detail } from './errorBody.ts';
import { type Lesson, type Profile, taught } from './profile.ts';

export const maxSteps = 6;

/** What a question was refused for, and with what profile it was sent. */
export interface Refusal {
  readonly profile: Profile;
  readonly wish: Wish;
  readonly detail: Detail;
  /** What the user set. */
  readonly overrides: Partial<Profile>;
}

type Field = 'streamUsage' | 'seed' | 'logprobs' | 'rung' | 'tokenLimit' | 'temperature' | 'roles' | 'stream';

interface Way {
  /** The name of the change, and what it changes. */
  readonly field: Field;
  /** What a refusal says when this is what it minds. */
  readonly minds: RegExp;
  /** Given up where a refusal names nothing, too. */
  readonly isGuessed: boolean;
  readonly without: (profile: Profile, wish: Wish, said: string) => Partial<Profile> | null;
}

/** The rung below; `null` at the lowest. */
export function below(rung: Rung): Rung | null {
  return rungs[rungs.indexOf(rung) + 1] ?? null;
}

const lower = ({ rung }: Profile, { json }: Wish): Partial<Profile> | null => {
  const next = below(rung);
  return json === null || next === null ? null : { rung: next };
};
const swapLimit = ({ tokenLimit }: Profile, _wish: Wish, said: string): Partial<Profile> | null => {
  if (tokenLimit === 'none') return null;
  const other = tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return { tokenLimit: said.includes(other) ? other : 'none' };
};
const mergeRoles = ({ roles }: Profile, { turns }: Wish): Partial<Profile> | null =>
  roles === 'merged' || !turns.some(turn => turn.role === 'system') ? null : { roles: 'merged' };

/** In the order in which things are given up where the refusal names none. */
const ways: readonly Way[] = [
  {
    field: 'streamUsage',
    minds: /stream_options|include_usage/i,
    isGuessed: true,
    without: ({ stream, streamUsage }) => (stream && streamUsage ? { streamUsage: false } : null),
  },
  {
    field: 'seed',
    minds: /\bseed\b/i,
    isGuessed: true,
    without: (profile, wish) => (profile.seed && wish.seed !== null ? { seed: false } : null),
  },
  {
    field: 'logprobs',
    minds: /logprobs/i,
    isGuessed: true,
    without: (profile, wish) => (profile.logprobs && wish.logprobs ? { logprobs: false } : null),
  },
  {
    field: 'rung',
    minds:
      /response_format|json_schema|json_object|\bstrict\b|tool_choice|\btools?\b|schema|grammar|additionalProperties|\$schema|propert/i,
    isGuessed: true,
    without: lower,
  },
  { field: 'tokenLimit', minds: /max_tokens|max_completion_tokens/i, isGuessed: false, without: swapLimit },
  {
    field: 'temperature',
    minds: /temperature/i,
    isGuessed: true,
    without: ({ temperature }) => (temperature === 'any' ? { temperature: 'fixed' } : null),
  },
  {
    field: 'roles',
    minds: /system|developer|roles? must alternate|raise_exception|template|jinja/i,
    isGuessed: true,
    without: mergeRoles,
  },
  {
    field: 'stream',
    minds: /\bstream(ing)?\b/i,
    isGuessed: true,
    without: ({ stream }) => (stream ? { stream: false } : null),
  },
];

/** The next thing to give up, or `null` where nothing is left. `given` are those of this question so far. */
export function stepDown(refusal: Refusal, given: readonly Lesson[]): Lesson | null {
  if (given.length >= maxSteps) return null;
  const { parameter, message } = refusal.detail;
  const byParameter = ways.filter(way => way.minds.test(parameter));
  const byMessage = byParameter.length > 0 ? [] : ways.filter(way => way.minds.test(message));
  return namedStep(refusal, given, [...byParameter, ...byMessage]) ?? guessedStep(refusal, given, byParameter);
}

/** A rung below a rung that was refused is another thing. */
function namedStep(refusal: Refusal, given: readonly Lesson[], named: readonly Way[]): Lesson | null {
  const left = named.filter(({ field }) => field === 'rung' || !given.some(({ differs }) => field in differs));
  return firstStep(refusal, left, 'named');
}

/** One rung for each refusal would use the steps up before the other things had their turn; what is left of the form goes last, at once. */
function guessedStep(refusal: Refusal, given: readonly Lesson[], named: readonly Way[]): Lesson | null {
  if (named.length > 0) return null;
  const left = ways.filter(({ field, isGuessed }) => isGuessed && !given.some(({ differs }) => field in differs));
  const { profile, wish, overrides } = refusal;
  const formless = wish.json !== null && profile.rung !== 'tagged' && overrides.rung === undefined;
  return firstStep(refusal, left, 'guessed') ?? (formless ? lesson(refusal, { rung: 'tagged' }, 'guessed') : null);
}

function firstStep(refusal: Refusal, among: readonly Way[], why: 'named' | 'guessed'): Lesson | null {
  const { profile, wish, detail, overrides } = refusal;
  const said = `${detail.parameter} ${detail.message}`;
  for (const way of among) {
    const differs = overrides[way.field] === undefined ? way.without(profile, wish, said) : null;
    if (differs !== null) return lesson(refusal, differs, why);
  }
  return null;
}

function lesson({ detail }: Refusal, differs: Partial<Profile>, why: Lesson['why']): Lesson {
  const change = differs.rung === undefined ? Object.keys(differs).join() : `rung:${differs.rung}`;
  return { change, differs, status: detail.status, why, said: detail.message };
}

/**
 * What is to be remembered of the things that were given up until an answer came. A guess was good where the server said something else
 * after it; a name that the server gave is believed.
 */
export function learnedOf(profile: Profile, given: readonly Lesson[]): Profile {
  const good = given.filter(({ why, status, said }, index) => {
    const next = given[index + 1];
    return why === 'named' || next === undefined || next.said !== said || next.status !== status;
  });
  return good.reduce(taught, profile);
}
