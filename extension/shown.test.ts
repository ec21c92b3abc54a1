import { expect, test } from 'vitest';
import type { Run } from '../server/core/outcome.ts';
import { inlineText, type Shown, toneOf } from './shown.ts';
import { answered, missed, returned, shownCheck } from './testing/shownChecks.ts';

const notRun: Run = {
  ...returned,
  outcome: { kind: 'notRun', reason: 'ModuleNotFoundError: No module named x', fault: 'program' },
};

const lines: readonly [string, Partial<Shown>, string, string][] = [
  [
    'asking',
    { stage: 'asking', run: null, verdict: null, prediction: null },
    '◌ asking qwen at 127.0.0.1:8080…',
    'pending',
  ],
  [
    'asking nobody knows whom yet',
    { stage: 'asking', run: null, verdict: null, prediction: null, asked: '' },
    '◌ asking…',
    'pending',
  ],
  ['predicted', { stage: 'running', run: null, verdict: null }, '◌ predicted [1, 2] · 92 % sure', 'pending'],
  [
    'running without a prediction',
    { stage: 'running', run: null, verdict: null, prediction: null },
    '◌ running…',
    'pending',
  ],
  [
    'running after no answer',
    {
      stage: 'running',
      run: null,
      verdict: null,
      prediction: { ...answered, kind: 'notAsked', explanation: 'It is down.' },
    },
    '◌ running… (not asked: It is down.)',
    'pending',
  ],
  [
    'running after a refusal',
    {
      stage: 'running',
      run: null,
      verdict: null,
      prediction: { ...answered, kind: 'noAnswer', explanation: 'It refused.' },
    },
    '◌ running… (no answer: It refused.)',
    'pending',
  ],
  ['right', { verdict: { ...missed, kind: 'right', aspects: [] } }, '✓ called it: [2, 1] (92 %)', 'right'],
  ['wrong', {}, '✗ predicted [1, 2] (92 %) · really [2, 1]', 'wrong'],
  [
    'undecided',
    { verdict: { ...missed, kind: 'undecided', reason: 'the outcome is unstable' } },
    '? cannot compare: the outcome is unstable · really [2, 1]',
    'undecided',
  ],
  [
    'no answer',
    { verdict: { ...missed, kind: 'noAnswer', aspects: [], reason: 'Nothing listens there.' } },
    '? no answer · really [2, 1] · Nothing listens there.',
    'undecided',
  ],
  [
    'not asked',
    {
      prediction: { ...answered, kind: 'notAsked', reason: 'network' },
      verdict: { ...missed, kind: 'noAnswer', aspects: [], reason: 'Nothing listens there.' },
    },
    '? not asked · really [2, 1] · Nothing listens there.',
    'undecided',
  ],
  ['nobody predicted', { prediction: null, verdict: null }, '▸ really [2, 1] · no prediction', 'undecided'],
  ['not run', { run: notRun, verdict: null }, '! not run: ModuleNotFoundError: No module named x', 'wrong'],
  ['failed', { stage: 'failed', run: null, verdict: null, trouble: 'No Python.' }, '! No Python.', 'wrong'],
  ['cancelled', { stage: 'cancelled', run: null, verdict: null }, '– cancelled', 'pending'],
  ['edited', { isStale: true }, '✗ predicted [1, 2] (92 %) · really [2, 1] · edited since', 'pending'],
];

test.each(lines)('%s reads on one line, with a symbol and words', (_, change, text, tone) => {
  const shown = shownCheck(change);
  expect(inlineText(shown)).toBe(text);
  expect(toneOf(shown)).toBe(tone);
});

test('long and many-lined values are cut for the line alone', () => {
  const repr = `[${'1,\n'.repeat(500)}]`;
  const text = inlineText(
    shownCheck({
      run: {
        ...returned,
        outcome: { kind: 'returned', repr, type: 'builtins.list', value: { kind: 'constant', name: 'Ellipsis' } },
      },
    }),
  );
  expect(text).not.toContain('\n');
  expect(text.length).toBeLessThan(140);
});
