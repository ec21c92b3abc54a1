/** Where the shown code gives the answer away: a doctest, a comment, an assertion or a docstring about the very call. */
import type { Leak } from '../core/leak.ts';
import type { Shown } from '../core/prediction.ts';

/** Each kind of leak at most once. */
export function leaksIn(shown: readonly Shown[], expression: string): readonly Leak[] {
  const call = squeezed(expression).text;
  const found = shown.flatMap(({ source }) =>
    placesOf(call, source).flatMap(({ from, to }) => kindOf(source, from, to) ?? []),
  );
  return [...new Set(found)].sort();
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where the call stands, however it is spaced, quoted or continued in a doctest, and not as the end of a longer name. */
function placesOf(call: string, source: string): readonly Place[] {
  const { text, at } = squeezed(source);
  const places: Place[] = [];
  for (let start = text.indexOf(call); call !== '' && start >= 0; start = text.indexOf(call, start + 1)) {
    const from = at[start] ?? 0;
    const to = (at[start + call.length - 1] ?? 0) + 1;
    if (!/\w/.test(source.charAt(from - 1))) places.push({ from, to });
  }
  return places;
}

/** Without blanks and the marks of continued lines, all quotes alike; `at` says where each character stood. */
function squeezed(source: string): { readonly text: string; readonly at: readonly number[] } {
  const parts = [...source.matchAll(/\n[ \t]*\.\.\. |\s|\S/g)].filter(({ 0: part }) => /\S$/.test(part));
  return {
    text: parts.map(({ 0: part }) => (part === '"' ? "'" : part)).join(''),
    at: parts.map(({ index }) => index),
  };
}

function kindOf(source: string, from: number, to: number): Leak | undefined {
  const before = source.slice(source.lastIndexOf('\n', from - 1) + 1, from);
  const after = source.slice(to).split('\n', 1)[0] ?? '';
  if (/^\s*([rbuf]*["']{1,3})?\s*(>>>|\.\.\.) /i.test(before)) return 'doctestOfThisCall';
  if (before.includes('#')) return 'commentOfThisCall';
  if (/^\s*assert\b/.test(before)) return 'assertionOfThisCall';
  return isInText(source, from, before) && saysResult(before, after) ? 'docstringOfThisCall' : undefined;
}

/** Within triple quotes, or behind the quote that opens a docstring of one line. */
function isInText(source: string, from: number, before: string): boolean {
  const opened = source.slice(0, from).match(/"""|'''/g)?.length ?? 0;
  return opened % 2 === 1 || /^\s*[rbuf]*["']/i.test(before);
}

/** `f(3) returns 4`, `f(3) -> 4`, `f(3) == 4`, `returns 4 for f(3)`. */
function saysResult(before: string, after: string): boolean {
  const leads =
    /^[`'"\s,]*(?:(?:should|will|would|must)\s+)?(?:returns?|gives?|yields?|raises?|prints?|equals?|evaluates? to|results? in|is|->|=>|={1,3}|→|⇒|➜|:)(?!\w)/i;
  return (
    leads.test(after) || /\b(?:returns?|gives?|yields?|raises?|prints?)\b.*\b(?:for|from|by)\b[`'"\s]*$/i.test(before)
  );
}
