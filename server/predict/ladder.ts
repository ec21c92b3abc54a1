/** One step down: which single thing to give up after a refusal. The same thing is never given up twice. */
import { type Rung, rungs } from '../core/profile.ts';
import type { Wish } from './body.ts';
import type { Profile } from './profile.ts';
import type { Detail } from './trouble.ts';

/** A change of the profile, with its name for the record. */
export interface Step {
  readonly change: string;
  readonly profile: Profile;
}

export const maxSteps = 5;

interface Way {
  readonly change: string;
  /** What a refusal says when this is what it minds. */
  readonly minds: RegExp;
  readonly apply: (profile: Profile, wish: Wish, said: string) => Profile | null;
}

/** The rung below; `null` at the lowest. */
export function below(rung: Rung): Rung | null {
  return rungs[rungs.indexOf(rung) + 1] ?? null;
}

const lower = (profile: Profile, wish: Wish): Profile | null => {
  const next = below(profile.rung);
  return wish.json === null || next === null ? null : { ...profile, rung: next };
};
const swapLimit = (profile: Profile, _wish: Wish, said: string): Profile | null => {
  if (profile.tokenLimit === 'none') return null;
  const other = profile.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return { ...profile, tokenLimit: said.includes(other) ? other : 'none' };
};
const mergeRoles = (profile: Profile, wish: Wish): Profile | null =>
  profile.roles === 'merged' || !wish.turns.some(turn => turn.role === 'system')
    ? null
    : { ...profile, roles: 'merged' };

/** In the order in which things are given up where the refusal names none. */
const ways: readonly Way[] = [
  {
    change: 'streamUsage',
    minds: /stream_options|include_usage/i,
    apply: profile => (profile.streamUsage ? { ...profile, streamUsage: false } : null),
  },
  {
    change: 'seed',
    minds: /\bseed\b/i,
    apply: (profile, wish) => (profile.seed && wish.seed !== null ? { ...profile, seed: false } : null),
  },
  {
    change: 'logprobs',
    minds: /logprobs/i,
    apply: (profile, wish) => (profile.logprobs && wish.logprobs ? { ...profile, logprobs: false } : null),
  },
  {
    change: 'rung',
    minds:
      /response_format|json_schema|json_object|\bstrict\b|tool_choice|\btools?\b|schema|grammar|additionalProperties|\$schema|propert/i,
    apply: lower,
  },
  { change: 'tokenLimit', minds: /max_tokens|max_completion_tokens/i, apply: swapLimit },
  {
    change: 'temperature',
    minds: /temperature/i,
    apply: profile => (profile.temperature === 'any' ? { ...profile, temperature: 'fixed' } : null),
  },
  {
    change: 'roles',
    minds: /system|developer|roles? must alternate|raise_exception|template|jinja/i,
    apply: mergeRoles,
  },
];

/** The next profile to try, or `null` where nothing is left to give up. `given` are the changes made so far in this call. */
export function stepDown(profile: Profile, wish: Wish, detail: Detail, given: readonly string[]): Step | null {
  const said = `${detail.parameter} ${detail.message}`;
  const named = ways.filter(way => way.minds.test(detail.parameter)).concat(ways.filter(way => way.minds.test(said)));
  for (const way of [...named, ...(named.length === 0 ? ways : [])]) {
    if (given.includes(way.change) && way.change !== 'rung') continue;
    const next = way.apply(profile, wish, said);
    if (next === null) continue;
    const change = way.change === 'rung' ? `rung:${next.rung}` : way.change;
    const evidence = { change, status: detail.status, message: detail.message.slice(0, 200) };
    return { change, profile: { ...next, evidence: [...profile.evidence, evidence].slice(-20) } };
  }
  return null;
}
