import { expect, test } from 'vitest';
import { examplePrediction, exampleUsage } from '../server/core/testing/examples.ts';
import type { Verdict } from '../server/core/verdict.ts';
import { commandIds } from './commands.ts';
import { hoverText } from './hover.ts';
import { storyOf } from './story.ts';
import { answered, missed, returned, shownCheck } from './testing/shownChecks.ts';

test('the hover tells both sides, the change, the cost, the walls, and what can be done', () => {
  const { sides, facts, commands } = hoverText(shownCheck());
  const text = `${sides}\n\n${facts}`;
  for (const fact of [
    '**✗ Missed\\.**',
    '| ✗ returns | `[1, 2]` | `[2, 1]` | `[0]`: `1` ≠ `2` |',
    '| ✗ items | no change |',
    'Changed argument `items`',
    'The result *is* `items`',
    'Printed `hello`',
    'qwen at 127\\.0\\.0\\.1:8080',
    '92 % sure \\(stated\\)',
    '1\\.2 s',
    '512 \\+ 34 tokens',
    'Python 3\\.11\\.7',
    '2 runs, stable',
    'Walls full: network blocked',
  ]) {
    expect(text).toContain(fact);
  }
  expect(commands).toEqual([
    'calledIt.checkAgain',
    'calledIt.showResult',
    'calledIt.showDiff',
    'calledIt.copyResult',
    'calledIt.debugCall',
  ]);
});

test('an aspect that was not asked for is no row of the comparison', () => {
  expect(hoverText(shownCheck()).sides).not.toContain('prints');
});

test('a bar in a value does not end a cell, and a backtick ends no code', () => {
  const { sides } = hoverText(shownCheck());
  expect(sides).toContain("`add_gift(['a | b'])`");
  expect(sides).toContain("| ``['a \\| b', `x`]`` |");
});

test('every link runs a command that exists, with the check that it belongs to', () => {
  const { links: text, commands } = hoverText(shownCheck());
  const links = [...text.matchAll(/\(command:([\w.]+)\?([^)]+)\)/g)];
  expect(links.map(([, id]) => id)).toEqual([...commands]);
  for (const [, id = '', argument = ''] of links) {
    expect(commandIds).toContain(id);
    expect(JSON.parse(decodeURIComponent(argument))).toEqual(['check-0']);
  }
});

test('a check that runs can be cancelled from its hover', () => {
  const shown = shownCheck({ stage: 'running', run: null, verdict: null, prediction: answered });
  expect(hoverText(shown).commands).toEqual(['calledIt.cancel']);
});

test('a model that was not reached was not asked, alone and beside others', () => {
  const prediction = {
    ...answered,
    kind: 'notAsked',
    reason: 'network',
    explanation: 'Nothing listens there.',
  } as const;
  const verdict: Verdict = { ...missed, kind: 'noAnswer', aspects: [], reason: 'Nothing listens there.' };
  expect(hoverText(shownCheck({ prediction, verdict })).sides).toContain('? Not asked\\.');
  const others = [{ prediction: answered, run: returned, verdict: missed }];
  expect(hoverText(shownCheck({ prediction, verdict, others })).sides).toContain('| ? not asked |');
});

test('a target that has no answer says so', () => {
  const prediction = { ...answered, claims: { ...answered.claims, unanswered: ['items'] } };
  const [aspect] = missed.aspects;
  if (aspect === undefined) throw new Error('the example has aspects');
  const open = { ...aspect, aspect: 'state:items', kind: 'undecided', grade: 'unreadable', predicted: '' } as const;
  const { sides } = hoverText(shownCheck({ prediction, verdict: { ...missed, kind: 'undecided', aspects: [open] } }));
  expect(sides).toContain('| no answer |');
});

test('what was estimated is about so much', () => {
  const usage = { ...exampleUsage, promptTokens: 512, completionTokens: 34, cost: 0.002, estimated: true };
  const { facts } = hoverText(shownCheck({ prediction: { ...answered, usage } }));
  expect(facts).toContain('about 512 \\+ 34 tokens');
  expect(facts).toContain('about \\$0\\.0020');
});

test('what a model wrote is never read as Markdown', () => {
  const explanation = '[click](command:evil) <img src=x>';
  const { sides, links, facts } = hoverText(shownCheck({ prediction: { ...answered, kind: 'noAnswer', explanation } }));
  expect(facts).toContain('\\[click\\]\\(command:evil\\) \\<img src=x\\>');
  expect(links).not.toContain('evil');
  expect(sides).not.toContain('](');
});

test('no text of others stands in the part that may run commands', () => {
  const hostile = "'\\\\|[x](command:calledIt.deleteRecord)'";
  const prediction = { ...answered, claims: { ...answered.claims, returns: hostile } };
  const { links } = hoverText(shownCheck({ prediction, trouble: hostile }));
  expect(links).toBe(hoverText(shownCheck()).links);
});

test('a context that gave the answer away is told', () => {
  const { asked } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  const context = { ...asked.context, leaks: ['doctestOfThisCall'] };
  const prediction = { ...answered, asked: { ...asked, context } };
  expect(hoverText(shownCheck({ prediction })).facts).toContain('a doctest of this very call');
  expect(storyOf(shownCheck({ prediction }))).toContain('gives the answer away: it has a doctest of this very call');
  expect(hoverText(shownCheck()).facts).not.toContain('away');
});
