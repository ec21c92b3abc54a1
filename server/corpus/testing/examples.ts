/** Probes, predictions, runs and records for tests: whole and plausible, each field changeable. */

import { fingerprint } from '../../core/fingerprint.ts';
import type { Run } from '../../core/outcome.ts';
import { noConfidence, type Prediction } from '../../core/prediction.ts';
import { fullScope, type Probe, probeId } from '../../core/probe.ts';
import type { CheckRecord, Provenance } from '../../core/record.ts';
import type { Verdict } from '../../core/verdict.ts';
import { buildRecord } from '../build.ts';
import { predictionFingerprint } from '../pending.ts';

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
    usage: {
      promptTokens: 210,
      completionTokens: 18,
      reasoningTokens: null,
      cachedTokens: null,
      cost: null,
      estimated: false,
    },
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

export const exampleProvenance: Provenance = {
  tool: '0.1.0',
  rules: '1',
  gitCommit: 'f'.repeat(40),
  gitDirty: false,
  os: 'linux 6.1 x64',
  kept: 'all',
  redacted: false,
};

let clock = 0;

/** A record of its own id each time. */
export function exampleRecord(changes: Partial<CheckRecord> = {}): CheckRecord {
  clock += 1;
  const prediction = changes.prediction ?? examplePrediction();
  const frozen = {
    at: `2026-01-02T03:04:06.${String(clock).padStart(6, '0')}Z`,
    sha256: predictionFingerprint(prediction),
  };
  const probe = changes.probe ?? exampleProbe();
  const parts = { probe, prediction, frozen, run: changes.run ?? exampleRun(), verdict: exampleVerdict() };
  return { ...buildRecord({ ...parts, provenance: exampleProvenance }), ...changes };
}
