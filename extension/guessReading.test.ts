import { expect, test } from 'vitest';
import type { Guess } from '../server/core/guess.ts';
import { readGuess } from './guessReading.ts';

const empty: Guess = {
  result: 'returns',
  value: '',
  exception: '',
  message: '',
  state: [],
  others: '',
  printed: '',
  confidence: null,
};
const xs = (text: string): Guess['state'] => [{ target: 'xs', text }];

const readable: readonly [Partial<Guess>, object, number | null][] = [
  [{ value: ' [1, 2] ', confidence: 85 }, { returns: '[1, 2]', state: [] }, 0.85],
  [{ value: 'None', confidence: 0 }, { returns: 'None', state: [] }, 0],
  [{ value: 'Point(1, 2)' }, { returns: 'Point(1, 2)', state: [] }, null],
  [{ value: '1', state: xs('unchanged') }, { returns: '1', state: [] }, null],
  [{ value: '1', state: xs('') }, { returns: '1', state: [] }, null],
  [{ value: '1', state: xs(" 'unchanged'") }, { returns: '1', state: [{ target: 'xs', text: "'unchanged'" }] }, null],
  [
    { value: '1', state: xs('[3]'), others: 'G = 2; self.total = 4' },
    {
      returns: '1',
      state: [
        { target: 'xs', text: '[3]' },
        { target: 'G', text: '2' },
        { target: 'self.total', text: '4' },
      ],
    },
    null,
  ],
  [{ value: '1', printed: 'hello\n' }, { returns: '1', state: [], stdout: 'hello\n' }, null],
  [{ result: 'raises', exception: ' KeyError ' }, { raises: { type: 'KeyError' }, state: [] }, null],
  [
    { result: 'raises', exception: 'shop.Empty', message: "'b'", value: '((' },
    { raises: { type: 'shop.Empty', message: "'b'" }, state: [] },
    null,
  ],
];

test.each(readable)('%j is read', (change, claims, confidence) => {
  expect(readGuess({ ...empty, ...change })).toEqual({ kind: 'claims', claims, confidence });
});

const unreadable: readonly [Partial<Guess>, readonly (readonly [string, RegExp])[]][] = [
  [{}, [['value', /^Write the value/]]],
  [{ value: '[1' }, [['value', /no Python value/]]],
  [{ value: 'two words' }, [['value', /no Python value/]]],
  [
    { value: '[1', state: xs('[') },
    [
      ['value', /no Python value/],
      ['state:xs', /no Python value/],
    ],
  ],
  [{ value: '1', others: 'G' }, [['others', /name, "=" and its value/]]],
  [{ value: '1', state: xs('unchanged'), others: 'xs = [1]' }, [['others', /field of its own/]]],
  [{ result: 'raises' }, [['exception', /name of a class/]]],
  [{ result: 'raises', exception: 'KeyError: b' }, [['exception', /name of a class/]]],
];

test.each(unreadable)('%j is told at its fields', (change, troubles) => {
  expect(readGuess({ ...empty, ...change })).toEqual({
    kind: 'troubles',
    troubles: troubles.map(([field, reason]) => ({ field, reason: expect.stringMatching(reason) })),
  });
});

test('not knowing claims nothing, whatever stands in the fields', () => {
  expect(readGuess({ ...empty, result: 'unknown', value: '[1' })).toEqual({ kind: 'unknown' });
});
