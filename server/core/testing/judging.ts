/** Probes, predictions and runs for tests of the judge, of which a case names only what matters to it. */
import type { Outcome, Run } from '../outcome.ts';
import type { Claims, Prediction } from '../prediction.ts';
import { fullScope, type Probe, type Question } from '../probe.ts';
import type { Value } from '../value.ts';
import { examplePrediction, exampleProbe, exampleRun } from './examples.ts';

export const outcomeQuestion: Question = { kind: 'outcome', scope: fullScope };

export function probeWith(question: Question): Probe {
  const call = { expression: 'f(1)', setup: '' };
  return exampleProbe({ target: { ...exampleProbe().target, name: 'f' }, call, question });
}

export function predictionWith(claims: Partial<Claims>): Prediction {
  return examplePrediction({ claims: { state: [], ...claims }, asked: null });
}

export function runWith(outcome: Outcome, changes: Partial<Run> = {}): Run {
  return exampleRun({ outcome, state: [], ...changes });
}

export function returned(value: Value, repr: string): Outcome {
  return { kind: 'returned', repr, type: 'builtins.object', value };
}
