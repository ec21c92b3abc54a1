/** Reads what a person filled in: claims where every field can be read, else what is wrong with which field. */
import { unreadableText } from '../server/core/claimed.ts';
import { type Guess, type GuessTroubles, unchanged } from '../server/core/guess.ts';
import type { Claims } from '../server/core/prediction.ts';
import { type Changes, readChanges } from './changes.ts';

export type ReadGuess =
  /** `confidence` is a fraction 0–1, `null` where it was not said. */
  | { readonly kind: 'claims'; readonly claims: Claims; readonly confidence: number | null }
  /** The person does not know. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'troubles'; readonly troubles: GuessTroubles['troubles'] };

export function readGuess(guess: Guess): ReadGuess {
  if (guess.result === 'unknown') return { kind: 'unknown' };
  const changed = guess.state.filter(({ text }) => text.trim() !== '' && text.trim() !== unchanged);
  const others = readChanges(guess.others);
  const troubles = [
    ...resultTroubles(guess),
    ...changed.flatMap(({ target, text }) => trouble(`state:${target}`, unreadableText(text.trim()))),
    ...trouble('others', othersTrouble(others, guess)),
  ];
  if (troubles.length > 0 || others.kind === 'unreadable') return { kind: 'troubles', troubles };
  const state = [...changed.map(({ target, text }) => ({ target, text: text.trim() })), ...others.changes];
  return {
    kind: 'claims',
    claims: { ...resultOf(guess), state, ...(guess.printed === '' ? {} : { stdout: guess.printed }) },
    confidence: guess.confidence === null ? null : guess.confidence / 100,
  };
}

type Trouble = GuessTroubles['troubles'][number];

function trouble(field: Trouble['field'], reason: string): readonly Trouble[] {
  return reason === '' ? [] : [{ field, reason }];
}

function resultTroubles({ result, value, exception }: Guess): readonly Trouble[] {
  if (result === 'returns') {
    return trouble(
      'value',
      value.trim() === '' ? 'Write the value, such as [1, 2] or None.' : unreadableText(value.trim()),
    );
  }
  const isClass = /^[^\W\d]\w*(\.[^\W\d]\w*)*$/u.test(exception.trim());
  return trouble('exception', isClass ? '' : 'Write the name of a class, such as ValueError.');
}

function othersTrouble(others: Changes, { state }: Guess): string {
  if (others.kind === 'unreadable') return others.reason;
  const twice = others.changes.find(({ target }) => state.some(each => each.target === target));
  return twice === undefined ? '' : `${twice.target} has a field of its own above.`;
}

function resultOf({ result, value, exception, message }: Guess): Omit<Claims, 'state'> {
  if (result === 'returns') return { returns: value.trim() };
  const type = exception.trim();
  return { raises: message === '' ? { type } : { type, message } };
}
