/** Ways in which the code that a model was shown gives the answer away. A right answer then says little. */
import type { Prediction } from './prediction.ts';

export const leaks = ['doctestOfThisCall', 'commentOfThisCall', 'assertionOfThisCall', 'docstringOfThisCall'] as const;
export type Leak = (typeof leaks)[number];

const words: ReadonlyMap<string, string> = new Map<Leak, string>([
  ['doctestOfThisCall', 'a doctest of this very call'],
  ['commentOfThisCall', 'a comment about this very call'],
  ['assertionOfThisCall', 'an assertion about this very call'],
  ['docstringOfThisCall', 'a docstring that says what this very call does'],
]);

/** `The code gives the answer away: a doctest of this very call.`, and what helps; empty where it does not. */
export function leakSentence(found: readonly string[]): string {
  if (found.length === 0) return '';
  const named = found.map(leak => words.get(leak) ?? 'another remark').join(', ');
  return `The code gives the answer away: it has ${named}. \`calledIt.strip\`, or \`--strip\`, takes such remarks out.`;
}

/** The same of what was shown for a prediction; empty also where nobody was shown code. */
export function leakOf({ asked }: Prediction): string {
  return leakSentence(asked?.context.leaks ?? []);
}
