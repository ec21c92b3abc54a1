/** Changes as a person types them: `xs = [1, 2]; self.total = 3`. */
import { unreadableText } from '../server/core/claimed.ts';

export type Changes =
  | { readonly kind: 'changes'; readonly changes: readonly { readonly target: string; readonly text: string }[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads as many changes as there are; a semicolon inside a value does not end it. */
export function readChanges(text: string): Changes {
  const changes: { target: string; text: string }[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [head, target = ''] = /^([A-Za-z_][\w.]*)\s*=\s*/.exec(rest) ?? [];
    if (head === undefined) return { kind: 'unreadable', reason: 'Write a name, "=" and its value after the call.' };
    const value = firstValue(rest.slice(head.length));
    if (value === undefined) return { kind: 'unreadable', reason: `The value of ${target} is not a Python value.` };
    changes.push({ target, text: value });
    rest = rest.slice(head.length + value.length).replace(/^\s*;?\s*/, '');
  }
  return { kind: 'changes', changes };
}

/** The longest beginning of `text`, up to a semicolon or its end, that is a value. */
function firstValue(text: string): string | undefined {
  const ends = [...text.matchAll(/;/g)].map(match => match.index);
  return [text.length, ...ends.reverse()]
    .map(end => text.slice(0, end).trimEnd())
    .find(candidate => unreadableText(candidate) === '');
}
