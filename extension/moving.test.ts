import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position, Range } from '../server/core/source.ts';
import { movedRange } from './moving.ts';

function at(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, column: (before.at(-1) ?? '').length };
}

function span(text: string, start: number, end: number): Range {
  return { start: at(text, start), end: at(text, end) };
}

const cases: readonly [string, string, string, boolean][] = [
  ['a line above', 'x\n[f(1)]', 'x\ny\n[f(1)]', false],
  ['text before it on the line', 'a = [f(1)]', 'abc = [f(1)]', false],
  ['a line joined from above', 'a\n[f(1)]', 'a[f(1)]', false],
  ['text after it', '[f(1)]', '[f(1)] + 2', false],
  ['an argument', '[f(1)]', '[f(12)]', true],
  ['all of it', 'x [f(1)]', 'x [g()]', true],
];

test.each(cases)('edited %s', (_, before, after, touched) => {
  const places = [before, after].map(text => ({
    text: text.replace(/[[\]]/g, ''),
    start: text.indexOf('['),
    end: text.indexOf(']') - 1,
  }));
  const [old, now] = places;
  if (old === undefined || now === undefined) throw new Error('a case has two texts');
  const change = difference(old.text, now.text);
  const moved = movedRange(span(old.text, old.start, old.end), [change]);
  expect(moved.touched).toBe(touched);
  if (!touched) expect(moved.range).toEqual(span(now.text, now.start, now.end));
});

test('a place that no edit touches holds the same text before and after', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(text, text, fc.array(fc.nat(30), { minLength: 4, maxLength: 4 }), (before, insert, numbers) => {
      const [a = 0, b = 0, c = 0, d = 0] = numbers.map(each => each % (before.length + 1)).sort((x, y) => x - y);
      for (const [from, to, start, end] of [
        [a, b, c, d],
        [c, d, a, b],
      ] as const) {
        const after = before.slice(0, start) + insert + before.slice(end);
        const moved = movedRange(span(before, from, to), [{ range: span(before, start, end), text: insert }]);
        if (!moved.touched) expect(textIn(after, moved.range)).toBe(before.slice(from, to));
      }
    }),
  );
});

/** The one replacement that makes `after` of `before`. */
function difference(before: string, after: string) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { range: span(before, start, before.length - end), text: after.slice(start, after.length - end) };
}

function textIn(text: string, { start, end }: Range): string {
  const offset = ({ line, column }: Position): number =>
    text
      .split('\n')
      .slice(0, line)
      .reduce((sum, each) => sum + each.length + 1, 0) + column;
  return text.slice(offset(start), offset(end));
}
