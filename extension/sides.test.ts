import { expect, test } from 'vitest';
import type { Run } from '../server/core/outcome.ts';
import { sidesOf } from './sides.ts';
import { answered, returned } from './testing/shownChecks.ts';

const list: Run = {
  ...returned,
  outcome: { kind: 'returned', repr: '[2, 1]', type: 'builtins.list', value: { kind: 'list', items: [2, 1] } },
};

test('both sides have the same outline, with whole values', () => {
  const { predicted, really } = sidesOf(answered, list);
  expect(predicted).toBe('# result\n[1, 2]\n\n# items after the call\n(no change)\n');
  expect(really).toBe("# result\n[2, 1]\n\n# items after the call\n['a | b', `x`]\n");
});

test('a change that was foretold and did not happen stands on both sides', () => {
  const claims = { ...answered.claims, state: [{ target: 'xs', text: '[1]' }], stdout: 'hi\n' };
  const { predicted, really } = sidesOf({ ...answered, claims }, { ...list, state: [], stdout: '' });
  expect(predicted).toBe('# result\n[1, 2]\n\n# xs after the call\n[1]\n\n# printed\nhi\n\n');
  expect(really).toBe('# result\n[2, 1]\n\n# xs after the call\n(no change)\n\n# printed\n\n');
});

test('a long value has its items on lines of their own, in the same layout on both sides', () => {
  const items = Array.from({ length: 40 }, (_, index) => index * 1000);
  const claims = { ...answered.claims, returns: JSON.stringify(items.with(7, 1)) };
  const run: Run = {
    ...list,
    state: [],
    outcome: { kind: 'returned', repr: '', type: 'builtins.list', value: { kind: 'list', items } },
  };
  const { predicted, really } = sidesOf({ ...answered, claims }, run);
  const [one, other] = [predicted, really].map(side => side.split('\n'));
  expect(one?.length).toBeGreaterThan(40);
  expect(one?.filter((line, index) => line !== other?.[index])).toEqual(['  1,']);
});

test('no answer says why beside the real outcome', () => {
  const prediction = { ...answered, kind: 'noAnswer', explanation: 'It refused.', claims: { state: [] } } as const;
  expect(sidesOf({ ...prediction, claims: { state: [] } }, { ...list, state: [] }).predicted).toContain('It refused.');
});
