import { expect, test } from 'vitest';
import { withClaimedInput } from './inputCall.ts';
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
