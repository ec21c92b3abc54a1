import { expect, test } from 'vitest';
import { sidesOf, spread } from './sides.ts';
import { answered, missed, returned } from './testing/shownChecks.ts';

test('both sides have the same outline', () => {
  const { predicted, really } = sidesOf(answered, returned, missed);
  expect(predicted).toBe('# return\n[1, 2]\n\n# after the call: items\n(no change)\n\n# stdout\n\n');
  expect(really).toBe("# return\n[2, 1]\n\n# after the call: items\n['a | b', `x`]\n\n# stdout\nhello\n");
});

test('without a verdict the whole texts stand there', () => {
  expect(sidesOf(answered, returned, null)).toEqual({ predicted: '[1, 2]\n', really: '[2, 1]\n' });
});

test('a long literal has its items on lines of their own, and brackets in strings are text', () => {
  const text = "{'a': [1, 2, (3, 4)], 'b, [': 'x' , 'ccccccccccccccccccccccccccccccccc': 1}";
  expect(spread(text)).toBe(
    "{\n    'a': [1, 2, (3, 4)],\n    'b, [': 'x' ,\n    'ccccccccccccccccccccccccccccccccc': 1\n}",
  );
});

test.each(['[1, 2]', 'short', '', `'${'x'.repeat(200)}'`])('%j stays as it is', text => {
  expect(spread(text)).toBe(text);
});
