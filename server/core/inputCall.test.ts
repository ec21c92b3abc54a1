import { expect, test } from 'vitest';
import { settledInput, withClaimedInput } from './inputCall.ts';
import { noClaims, noConfidence, type Prediction } from './prediction.ts';
import { type Probe, resultScope } from './probe.ts';

const probe: Probe = {
  id: 'id',
  target: { file: '', name: 'f', form: 'function', isAsync: false, isGenerator: false, source: '', fingerprint: '' },
  call: { expression: 'f(1)', setup: '' },
  question: { kind: 'input', scope: resultScope, wanted: '2' },
  code: '',
  chosen: 'import',
};
const expressionFor = (input: string) => withClaimedInput(probe, { input, state: [] })?.call.expression;

test.each([
  ['f([1], k=-2.5)', 'f([1], k=-2.5)'],
  ["'a', {'b': (None, True)}", "f('a', {'b': (None, True)})"],
  ['f(set(), {1})', 'f(set(), {1})'],
  ['f()', 'f()'],
])('%s is run as %s', (input, expression) => expect(expressionFor(input)).toBe(expression));

test.each([
  'f(Evil(1))',
  'f([Evil(1)])',
  'f(x=Evil(1))',
  'f({Evil(1): 2})',
  'lambda: 1',
  "f(__import__('os').system('true'))",
  'f(open("x"))',
  "f('a' * 3)",
  'f(*[1])',
  'f(x)',
  'f(1); import os',
  'f(1) or f(2)',
  '1) + f(2',
])('%s is never run', input => expect(expressionFor(input)).toBeUndefined());

test.each([
  ['f(1)', 'f(5)'],
  ['f(\')\', "(")', 'f(5)'],
  ['f((1, [2]), {3: "}"}) ', 'f(5)'],
  ['pkg.mod.f(1)', 'pkg.mod.f(5)'],
  ['make().f(1)', undefined],
  ['f(1)(2)', undefined],
  ['f(1) + f(2)', undefined],
  ['(f)(1)', undefined],
])('the call %s takes the claimed arguments as %s', (expression, wanted) => {
  const asked = withClaimedInput({ ...probe, call: { expression, setup: '' } }, { input: '5', state: [] });
  expect(asked?.call.expression).toBe(wanted);
});

test('an answer that is more than literals is none, before it is frozen, and so is each such sample', () => {
  const sample = (input: string) => ({
    raw: input,
    reasoning: '',
    claims: { input, state: [] },
    reason: null,
    confidence: noConfidence,
  });
  const prediction: Prediction = {
    kind: 'answered',
    predictor: { kind: 'model', name: 'm', route: '' },
    at: '',
    claims: { input: 'f(Evil(1))', state: [] },
    reason: null,
    explanation: '',
    confidence: noConfidence,
    reasoning: '',
    raw: 'f(Evil(1))',
    flags: [],
    samples: [sample('f(Evil(1))'), sample('f(1)')],
    usage: null,
    latency: null,
    asked: null,
  };
  const settled = settledInput(probe, prediction);
  expect([settled.kind, settled.reason, settled.claims, settled.raw]).toEqual([
    'noAnswer',
    'unreadable',
    noClaims,
    'f(Evil(1))',
  ]);
  expect(settled.samples.map(({ claims, reason }) => [claims?.input, reason])).toEqual([
    [undefined, 'unreadable'],
    ['f(1)', null],
  ]);
  const other = { ...probe, question: { kind: 'outcome' as const, scope: resultScope } };
  expect(settledInput(other, prediction)).toBe(prediction);
});
