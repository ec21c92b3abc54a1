/** A profile for people, in whole sentences. */
import { rungs } from '../core/profile.ts';
import { type Profile, profileInForce } from './profile.ts';

/** What is in force, and which of it the settings say. */
export function profileSentences(known: Profile, overrides: Partial<Profile>): readonly string[] {
  const profile = profileInForce(known, overrides);
  const { answer, measured, thinks, thinkingOff, forced, rung, stream } = profile;
  const scores = Object.entries(measured).map(([shape, right]) => `${shape} ${right}`);
  const tried = rungs.flatMap(each => (forced[each] === undefined ? [] : [`${each} ${said[forced[each]]}`]));
  const set = Object.keys(overrides);
  const given = [...new Set(known.evidence.map(({ change }) => change))];
  const extra = Object.keys(profile.extraBody);
  return [
    answer === null
      ? 'The shape of its answers is not measured yet.'
      : `Answers in the shape ${answer}${scores.length === 0 ? '' : ` (right: ${scores.join(', ')})`}.`,
    `JSON is asked for by ${rung}${tried.length === 0 ? '' : ` (tried: ${tried.join(', ')})`}.`,
    `It takes ${taken(profile).join(', ')}.`,
    ...(stream ? [] : ['Its answers come in one piece.']),
    ...(thinks ? ['It thinks before it answers.'] : []),
    ...(thinkingOff === 'no' ? [] : [`Its thinking is turned off by ${thinkingOff}.`]),
    ...((profile.windowTokens ?? 0) === 0 ? [] : [`It reads and writes ${profile.windowTokens} tokens at most.`]),
    ...(extra.length === 0 ? [] : [`Sent besides: ${extra.join(', ')}.`]),
    ...(given.length === 0 ? [] : [`Learned from its replies: ${given.join(', ')}.`]),
    ...(set.length === 0 ? [] : [`As the settings say: ${set.join(', ')}.`]),
  ];
}

function taken({ temperature, tokenLimit, seed, logprobs, roles }: Profile): readonly string[] {
  return [
    temperature === 'any' ? 'any temperature' : 'no temperature',
    tokenLimit === 'none' ? 'no limit of tokens' : tokenLimit,
    ...(seed ? ['a seed'] : []),
    ...(logprobs ? ['log-probabilities'] : []),
    roles === 'merged' ? 'no system turn' : `a ${roles} turn`,
  ];
}

const said = { yes: 'has effect', no: 'is ignored', unclear: 'is unclear' } as const;
