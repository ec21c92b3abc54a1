/** Probes, predictions and runs for tests of the judge, of which a case names only what matters to it. */
import type { Outcome, Run } from '../outcome.ts';
import { type Claims, noConfidence, type Prediction } from '../prediction.ts';
import { fullScope, type Probe, type Question } from '../probe.ts';
import type { Value } from '../value.ts';

export const outcomeQuestion: Question = { kind: 'outcome', scope: fullScope };

export function probeWith(question: Question): Probe {
  return {
    id: '0',
    target: {
      file: 'shop.py',
      name: 'f',
      form: 'function',
      isAsync: false,
      isGenerator: false,
      source: 'def f(x):\n    return x\n',
      fingerprint: '0',
    },
    call: { expression: 'f(1)', setup: '' },
    question,
    code: 'def f(x):\n    return x\n',
    chosen: 'hand',
  };
}

export function predictionWith(claims: Partial<Claims>): Prediction {
  return {
    kind: 'answered',
    predictor: { kind: 'person', name: '', route: '' },
    at: '2026-01-01T00:00:00Z',
    claims: { state: [], ...claims },
    reason: null,
    explanation: '',
    confidence: noConfidence,
    reasoning: '',
    raw: '',
    flags: [],
    samples: [],
    usage: null,
    latency: null,
    asked: null,
  };
}

export function runWith(outcome: Outcome, more: Partial<Run> = {}): Run {
  return {
    outcome,
    state: [],
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
    python: { version: '3.13.0', executable: 'python3' },
    durationMs: 1,
    startMs: 1,
    notes: [],
    ...more,
  };
}

export function returned(value: Value, repr: string): Outcome {
  return { kind: 'returned', repr, type: 'builtins.object', value };
}
