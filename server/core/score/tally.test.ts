import { expect, test } from 'vitest';
import { type ScoredKind, tallyOf } from './tally.ts';

const item = (cluster: string, ...samples: readonly ScoredKind[]) => ({ cluster, samples });

test('rates leave out what was undecided and what was not answered, and count both', () => {
  const tally = tallyOf([item('a', 'right'), item('b', 'wrong'), item('c', 'undecided'), item('d', 'noAnswer')], true);
  expect(tally).toMatchObject({
    probes: 4,
    asked: 4,
    answered: 3,
    right: 1,
    wrong: 1,
    undecided: 1,
    noAnswer: 1,
    notAsked: 0,
    accuracy: 0.5,
    coverage: 0.75,
    passAt1: 0.25,
    passAt5: null,
    warning: '',
  });
});

test('samples are counted each, and pass@k is the mean over the probes', () => {
  const tally = tallyOf(
    [
      item('a', 'right', 'right', 'wrong', 'noAnswer', 'undecided'),
      item('b', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong'),
    ],
    true,
  );
  expect([tally.probes, tally.asked, tally.passAt1, tally.passAt5]).toEqual([2, 10, 0.2, 0.5]);
});

test('failures of the transport are no answers of the model: a few are counted, many take the rate away', () => {
  const few = tallyOf([...Array.from({ length: 9 }, () => item('a', 'right')), item('b', 'notAsked')], true);
  expect([few.asked, few.notAsked, few.accuracy, few.coverage, few.passAt1]).toEqual([9, 1, 1, 1, 1]);
  const many = tallyOf([item('a', 'right'), item('b', 'notAsked')], true);
  expect([many.accuracy, many.interval, many.passAt1]).toEqual([null, null, null]);
  expect(many.warning).toContain('1 of 2');
});

test('a corpus of mismatches has counts and no rate', () => {
  const tally = tallyOf([item('a', 'wrong')], false);
  expect([tally.wrong, tally.accuracy, tally.interval, tally.coverage, tally.passAt1]).toEqual([
    1,
    null,
    null,
    null,
    null,
  ]);
  expect(tally.warning).not.toBe('');
});

test('nothing has no rate', () => {
  expect(tallyOf([], true)).toMatchObject({ asked: 0, accuracy: null, interval: null, coverage: null, passAt1: null });
});
