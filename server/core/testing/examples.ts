/** A probe, a prediction, a run and a verdict for tests: whole and plausible, each field changeable. */
import { fingerprint } from '../fingerprint.ts';
import type { Run } from '../outcome.ts';
import { noConfidence, type Prediction, type Usage } from '../prediction.ts';
import { fullScope, type Probe, probeId } from '../probe.ts';
import type { Verdict } from '../verdict.ts';

const source = 'def total(xs, k=1):\n    xs.append(k)\n    return sum(xs)\n';

export function exampleProbe(changes: Partial<Probe> = {}): Probe {
  const target = {
    file: 'shop/cart.py',
    name: 'total',
    form: 'function' as const,
    isAsync: false,
    isGenerator: false,
    range: { start: { line: 0, column: 0 }, end: { line: 2, column: 18 } },
    source,
    fingerprint: fingerprint(source),
    parameters: ['xs', 'k'],
  };
  const call = { expression: 'total([1, 2], k=3)', setup: '' };
  const question = { kind: 'outcome' as const, scope: fullScope };
  return { id: probeId(target, call, question), target, call, question, code: source, chosen: 'hand', ...changes };
}

export const exampleUsage: Usage = {
  promptTokens: 210,
  completionTokens: 18,
  reasoningTokens: null,
  cachedTokens: null,
  cost: null,
  estimated: false,
};

export function examplePrediction(changes: Partial<Prediction> = {}): Prediction {
  return {
    kind: 'answered',
    predictor: { kind: 'model', name: 'qwen2.5-coder', route: '127.0.0.1:8080', servedModel: 'qwen2.5-coder-1.5b' },
    at: '2026-01-02T03:04:05.678Z',
    claims: { returns: '6', state: [{ target: 'xs', text: '[1, 2, 3]' }] },
    reason: null,
    explanation: '',
    confidence: { ...noConfidence, stated: 0.9 },
    reasoning: 'The sum of 1, 2 and 3.',
    raw: '{"returns": "6"}',
    flags: [],
    samples: [],
    usage: exampleUsage,
    latency: { queueMs: 0, firstByteMs: 30, firstContentMs: 31, totalMs: 412, attempts: 1 },
    asked: {
      prompt: {
        name: 'outcome',
        version: '1',
        sha256: fingerprint('prompt'),
        text: 'What does total([1, 2], k=3) do?',
      },
      style: 'direct',
      answer: 'json',
      context: {
        level: 'callees',
        shown: [],
        leftOut: [],
        estimatedTokens: 120,
        budgetTokens: 6000,
        leaks: [],
        stripped: [],
      },
      sampling: { temperature: 0, topP: null, seed: 7, maxTokens: 400 },
      rung: 'jsonSchema',
      degraded: [],
    },
    ...changes,
  };
}

export function exampleRun(changes: Partial<Run> = {}): Run {
  return {
    outcome: { kind: 'returned', repr: '6', type: 'builtins.int', value: 6 },
    state: [{ target: 'xs', role: 'argument', changed: true, before: '[1, 2]', after: '[1, 2, 3]' }],
    aliases: [],
    stdout: '',
    stderr: '',
    stdoutBytes: 0,
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
    python: { version: '3.11.7', executable: '/usr/bin/python3', packages: { numpy: '2.1.0' } },
    durationMs: 1.5,
    startMs: 0.8,
    notes: [],
    ...changes,
  };
}

export function exampleVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    kind: 'right',
    grade: 'exact',
    equal: true,
    aspects: [
      {
        aspect: 'return',
        kind: 'right',
        grade: 'exact',
        equal: true,
        flags: {},
        firstDifference: '',
        predicted: '6',
        actual: '6',
        reason: '',
      },
    ],
    reason: '',
    policy: 'strict',
    rules: '1',
    ...changes,
  };
}
