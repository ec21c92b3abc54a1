import { expect, test } from 'vitest';
import { readChanges } from './changes.ts';

const readable: readonly [string, readonly (readonly [string, string])[]][] = [
  ['', []],
  ['  ', []],
  ['xs = [1, 2]', [['xs', '[1, 2]']]],
  ['p = Point(1, 2)', [['p', 'Point(1, 2)']]],
  [
    'xs = [1, 2]; self.total = 3',
    [
      ['xs', '[1, 2]'],
      ['self.total', '3'],
    ],
  ],
  [
    "s = 'a; b = 2'; n=1;",
    [
      ['s', "'a; b = 2'"],
      ['n', '1'],
    ],
  ],
];

test.each(readable)('%j is read', (text, expected) => {
  expect(readChanges(text)).toEqual({
    kind: 'changes',
    changes: expected.map(([target, value]) => ({ target, text: value })),
  });
});

test.each(['xs', 'xs = ', 'xs = f(1', '1 = 2', 'xs = [1'])('%j is refused with a reason', text => {
  expect(readChanges(text)).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(/\.$/) });
});
