import { expect, test } from 'vitest';
import { storyOf } from './story.ts';
import { answered, returned, shownCheck } from './testing/shownChecks.ts';

test('the story is whole and in reading order', () => {
  const story = storyOf(shownCheck());
  const order = [
    "# `add_gift(['a | b'])`",
    '`✗ predicted',
    '## Prediction',
    '## What really happened',
    '### Changed argument items',
    '### Printed',
    'Walls: full',
    '## Verdict',
    '## Target add_gift',
    'shop/cart.py:4',
  ];
  const places = order.map(each => story.indexOf(each));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('nothing in it is cut', () => {
  const repr = `[${'1, '.repeat(3000)}2]`;
  const outcome = {
    kind: 'returned',
    repr,
    type: 'builtins.list',
    value: { kind: 'constant', name: 'Ellipsis' },
  } as const;
  expect(storyOf(shownCheck({ run: { ...returned, outcome } }))).toContain(repr);
});

test('all differences of two values stand under their sides', () => {
  const outcome = {
    kind: 'returned',
    repr: '[2, 1]',
    type: 'builtins.list',
    value: { kind: 'list', items: [2, 1] },
  } as const;
  const story = storyOf(shownCheck({ run: { ...returned, outcome } }));
  expect(story).toContain(
    'All differences:\n\n```\n[0]: 1 was predicted, it is 2 (off by -1)\n[1]: 2 was predicted, it is 1 (off by 1)\n```',
  );
});

test('a fence is longer than any in the answer', () => {
  const raw = '```python\n6\n```';
  expect(storyOf(shownCheck({ prediction: { ...answered, raw } }))).toContain(`\`\`\`\`\n${raw}\n\`\`\`\``);
});

test('what people said of a record stands in it, each on a line of its own', () => {
  const at = '2026-01-02T03:04:05.000Z';
  const remark = { kind: 'remark', version: 1, id: 'r', at, about: 'a' } as const;
  const remarks = [
    { ...remark, what: 'note', text: 'two\nlines' },
    { ...remark, what: 'comparisonRight', text: '' },
  ] as const;
  expect(storyOf({ ...shownCheck(), remarks })).toContain(
    `## What people said\n\n- ${at} · Note: two lines\n- ${at} · The comparison was right after all\n`,
  );
});

test('a check that failed says why', () => {
  const story = storyOf(
    shownCheck({ run: null, verdict: null, prediction: null, trouble: 'No working Python was found.' }),
  );
  expect(story).toContain('The call did not run.');
  expect(story).toContain('No working Python was found.');
});

test('no text of others makes a link or a picture in it, also where it is shown as Markdown', () => {
  const hostile = "'\\[![x](https://evil.example)'";
  const story = storyOf(
    shownCheck({
      trouble: hostile,
      prediction: { ...answered, claims: { ...answered.claims, returns: hostile }, raw: hostile, reasoning: hostile },
      run: { ...returned, notes: [hostile] },
    }),
  );
  const outside = story.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '').replace(/\\[\s\S]/g, '');
  expect(outside).toContain('## Prediction');
  expect(outside).not.toMatch(/[[<]|https:\/\//);
});
