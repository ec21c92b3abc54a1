/** How several predictors of one call read: the line, its colour, the hover and the whole document. */
import { expect, test } from 'vitest';
import type { Compared } from '../server/core/comparison.ts';
import { hoverText } from './hover.ts';
import { inlineText, toneOf } from './shown.ts';
import { storyOf } from './story.ts';
import { answered, missed, returned, shownCheck } from './testing/shownChecks.ts';

const right: Compared = {
  prediction: {
    ...answered,
    predictor: { kind: 'model', name: 'big', route: '' },
    claims: { returns: '[2, 1]', state: [] },
  },
  run: returned,
  verdict: { ...missed, kind: 'right', aspects: [] },
};
const rule: Compared = {
  prediction: {
    ...answered,
    predictor: { kind: 'baseline', name: 'echo', route: '' },
    claims: { returns: "['a | b']", state: [] },
    confidence: { stated: null, consistency: null, logProbability: null },
  },
  run: returned,
  verdict: missed,
};
const shown = shownCheck({ others: [right, rule] });

test('the line counts who called it, and says what really happened', () => {
  expect(inlineText(shown)).toBe('✗ 1 of 3 called it · really [2, 1]');
  expect(toneOf(shown)).toBe('wrong');
  const all = shownCheck({ verdict: right.verdict, others: [right] });
  expect(inlineText(all)).toBe('✓ 2 of 2 called it: [2, 1]');
  expect(toneOf(all)).toBe('right');
});

test('the hover has a row for each, and no value ends its cell', () => {
  const { sides: text } = hoverText(shown);
  expect(text).toContain('**✗ 1 of 3 called it');
  expect(text).toContain('| predictor | predicted | verdict | sure |');
  expect(text).toContain('| big | `[2, 1]` | ✓ right | 92 % |');
  expect(text).toContain("| rule echo | `['a \\| b']` | ✗ wrong |  |");
  expect(text).toContain('Really: `[2, 1]`');
  expect(text).not.toContain('| returns |');
});

test('the document has the table, and each prediction whole', () => {
  const story = storyOf(shown);
  expect(story).toContain('✗ 1 of 3 called it · really [2, 1]');
  expect(story).toContain('## Predictors\n\n| predictor |');
  expect(story.match(/^## Prediction$/gm)).toHaveLength(3);
});
