import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced } from './coalesced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a new stage is told at once, the texts of one stage a few times a second, the last one always', () => {
  const told: string[] = [];
  const { report } = coalesced(({ stage, text }: { readonly stage: string; readonly text: string }) =>
    told.push(`${stage} ${text}`),
  );
  report({ stage: 'waiting', text: '' });
  for (const text of ['a', 'ab', 'abc']) report({ stage: 'streaming', text });
  expect(told).toEqual(['waiting ', 'streaming a']);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['waiting ', 'streaming a', 'streaming abc']);
});

test('what has not been told when it ends is not told any more', () => {
  const told: string[] = [];
  const { report, end } = coalesced(({ text }: { readonly stage: string; readonly text: string }) => told.push(text));
  report({ stage: 'streaming', text: 'a' });
  report({ stage: 'streaming', text: 'ab' });
  end();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['a']);
});
