/** Where the shown code gives the answer away: a doctest, a comment or an assertion of the very call. */
import type { Shown } from '../core/prediction.ts';

/** `doctestOfThisCall`, `commentOfThisCall`, `assertionOfThisCall`, each at most once. */
export function leaksIn(shown: readonly Shown[], expression: string): readonly string[] {
  const call = withoutBlanks(expression);
  const found = new Set<string>();
  for (const line of shown.flatMap(piece => piece.source.split('\n'))) {
    const kind = kindOf(line);
    if (kind !== '' && withoutBlanks(line).includes(call)) found.add(kind);
  }
  return [...found].sort();
}

function kindOf(line: string): string {
  if (/^\s*>>> /.test(line)) return 'doctestOfThisCall';
  if (line.includes('#')) return 'commentOfThisCall';
  return /^\s*assert\b/.test(line) ? 'assertionOfThisCall' : '';
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
}
