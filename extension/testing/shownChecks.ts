/** Checks as the editor would show them, for the tests of how they read. */
import type { Run } from '../../server/core/outcome.ts';
import { noClaims, noConfidence, type Prediction } from '../../server/core/prediction.ts';
import { fullScope, type Probe } from '../../server/core/probe.ts';
import type { Aspect, Verdict } from '../../server/core/verdict.ts';
import type { Shown } from '../shown.ts';

const probe: Probe = {
  id: 'p',
  target: {
    file: 'shop/cart.py',
    name: 'add_gift',
    form: 'function',
    isAsync: false,
    isGenerator: false,
    source: 'def add_gift(items):\n    items.append(1)\n',
    fingerprint: 'x',
    range: { start: { line: 3, column: 0 }, end: { line: 5, column: 0 } },
  },
  call: { expression: "add_gift(['a | b'])", setup: '' },
  question: { kind: 'outcome', scope: fullScope },
  code: '',
  chosen: 'hand',
};

export const answered: Prediction = {
  kind: 'answered',
  predictor: { kind: 'model', name: 'qwen', route: '127.0.0.1:8080' },
  at: '2026-01-01T00:00:00.000Z',
  claims: { ...noClaims, returns: '[1, 2]' },
  reason: null,
  explanation: '',
  confidence: { ...noConfidence, stated: 0.92 },
  reasoning: '',
  raw: '{"returns": "[1, 2]"}',
  flags: [],
  samples: [],
  usage: {
    promptTokens: 512,
    completionTokens: 34,
    reasoningTokens: null,
    cachedTokens: null,
    cost: null,
    estimated: false,
  },
  latency: { queueMs: 0, firstByteMs: 90, firstContentMs: 100, totalMs: 1234, attempts: 1 },
  asked: null,
};

export const returned: Run = {
  outcome: {
    kind: 'returned',
    repr: '[2, 1]',
    type: 'builtins.list',
    value: { kind: 'constant', name: 'Ellipsis' },
  },
  state: [
    {
      target: 'items',
      role: 'argument',
      changed: true,
      before: "['a | b']",
      after: "['a | b', `x`]",
    },
  ],
  aliases: [{ result: true, target: 'items' }],
  stdout: 'hello\n',
  stderr: '',
  stdoutBytes: 6,
  stderrBytes: 0,
  cut: [],
  certificate: { runs: 2, stable: true, varied: [], causes: [], hashSeeds: [0, 1] },
  walls: {
    level: 'full',
    network: 'blocked',
    files: 'overlay',
    secrets: 'hidden',
    processes: 'pidNamespace',
    memory: 'rlimit',
    why: '',
    tried: [],
  },
  python: { version: '3.11.7', executable: '/usr/bin/python3' },
  durationMs: 1.94,
  startMs: 1,
  notes: [],
};

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
