import { expect, test } from 'vitest';
import { exampleProbe } from '../core/testing/examples.ts';
import { renewed, stalenessOf } from './stale.ts';

const probe = exampleProbe({ code: '"""Shop."""\n\ndef total(xs, k=1):\n    xs.append(k)\n    return sum(xs)\n' });

test('a file as it was, and a probe that carries its own code, are not stale', () => {
  expect(stalenessOf(probe, probe.code)).toEqual({ kind: 'same' });
  const own = exampleProbe({ target: { ...probe.target, file: '' } });
  expect(stalenessOf(own, undefined)).toEqual({ kind: 'same' });
});

test('a definition that moved in a changed file has other surroundings', () => {
  expect(stalenessOf(probe, `RATE = 2\n${probe.code}`)).toEqual({ kind: 'surroundings' });
});

test('a definition that reads otherwise is changed, and the lines are said', () => {
  const text = probe.code.replace('sum(xs)', 'sum(xs) + 1');
  expect(stalenessOf(probe, text)).toEqual({
    kind: 'changed',
    removed: ['    return sum(xs)'],
    added: ['    return sum(xs) + 1'],
  });
});

test('a line that was added within the definition is one that was added', () => {
  const text = probe.code.replace('    return', '    xs.sort()\n\n    return');
  expect(stalenessOf(probe, text)).toMatchObject({ kind: 'changed', removed: [], added: ['    xs.sort()', ''] });
});

test('a definition that is a prefix of another one is not that one', () => {
  expect(stalenessOf(probe, probe.code.replace('sum(xs)', 'sum(xs)[0]')).kind).toBe('changed');
});

test('a definition or file that is no more is gone', () => {
  expect(stalenessOf(probe, 'def other():\n    pass\n')).toEqual({ kind: 'gone' });
  expect(stalenessOf(probe, undefined)).toEqual({ kind: 'gone' });
});

test('a stale probe can be asked anew, on the source that is there now, and is another probe then', () => {
  const text = probe.code.replace('sum(xs)', 'sum(xs) + 1');
  const again = renewed(probe, text);
  expect(again?.target.source).toBe('def total(xs, k=1):\n    xs.append(k)\n    return sum(xs) + 1');
  expect(again?.code).toBe(text);
  expect(again?.id).not.toBe(probe.id);
  expect(again === undefined ? 'gone' : stalenessOf(again, text).kind).toBe('same');
  const moved = renewed(probe, `RATE = 2\n${probe.code}`);
  expect(moved?.id).toBe(probe.id);
  expect(renewed(probe, '')).toBeUndefined();
});
