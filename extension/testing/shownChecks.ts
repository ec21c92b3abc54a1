/** Checks as the editor would show them, for the tests of how they read. */
import type { Run } from '../../server/core/outcome.ts';
import { noClaims, noConfidence, type Prediction } from '../../server/core/prediction.ts';
import type { Probe } from '../../server/core/probe.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleUsage } from '../../server/core/testing/examples.ts';
import type { Aspect, Verdict } from '../../server/core/verdict.ts';
import type { Shown } from '../shown.ts';

const probe: Probe = exampleProbe({
  target: {
    ...exampleProbe().target,
    name: 'add_gift',
    range: { start: { line: 3, column: 0 }, end: { line: 5, column: 0 } },
  },
  call: { expression: "add_gift(['a | b'])", setup: '' },
});

export const answered: Prediction = examplePrediction({
  predictor: { kind: 'model', name: 'qwen', route: '127.0.0.1:8080' },
  claims: { ...noClaims, returns: '[1, 2]' },
  confidence: { ...noConfidence, stated: 0.92 },
  reasoning: '',
  usage: { ...exampleUsage, promptTokens: 512, completionTokens: 34 },
  latency: { queueMs: 0, firstByteMs: 90, firstContentMs: 100, totalMs: 1234, attempts: 1 },
  asked: null,
});

export const returned: Run = exampleRun({
  outcome: { kind: 'returned', repr: '[2, 1]', type: 'builtins.list', value: { kind: 'constant', name: 'Ellipsis' } },
  state: [{ target: 'items', role: 'argument', changed: true, before: "['a | b']", after: "['a | b', `x`]" }],
  aliases: [{ result: true, target: 'items' }],
  stdout: 'hello\n',
  stdoutBytes: 6,
  durationMs: 1.94,
});

const returnAspect: Aspect = {
  aspect: 'return',
  kind: 'wrong',
  grade: 'wrong',
  equal: false,
  flags: {},
  firstDifference: '[0]',
  predicted: '1',
  actual: '2',
  reason: '',
};

export const missed: Verdict = {
  kind: 'wrong',
  grade: 'wrong',
  equal: false,
  aspects: [
    returnAspect,
    {
      ...returnAspect,
      aspect: 'state:items',
      flags: { missed: true },
      firstDifference: '',
      predicted: '',
      actual: "['a | b', `x`]",
    },
    {
      ...returnAspect,
      aspect: 'stdout',
      kind: 'right',
      notAsked: true,
      firstDifference: '',
      predicted: '',
      actual: 'hello',
    },
  ],
  reason: '',
  policy: 'strict',
  rules: '1',
};

/** A check that was wrong, changed as the test needs it. */
export function shownCheck(change: Partial<Shown> = {}): Shown {
  return {
    token: 'check-0',
    anchor: { uri: 'file:///w/shop/cart.py', range: { start: { line: 10, column: 4 }, end: { line: 10, column: 20 } } },
    target: undefined,
    probe,
    stage: 'done',
    asked: 'qwen at 127.0.0.1:8080',
    prediction: answered,
    run: returned,
    verdict: missed,
    record: null,
    trouble: '',
    isStale: false,
    ...change,
  };
}
