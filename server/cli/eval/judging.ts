/** From a prediction to the verdicts of its samples: what must run for them, and how they are judged. */
import { withClaimedInput } from '../../core/inputCall.ts';
import { judge } from '../../core/judge.ts';
import type { Run } from '../../core/outcome.ts';
import type { Prediction } from '../../core/prediction.ts';
import type { CheckRecord, SampleVerdict } from '../../core/record.ts';
import type { ScoredKind } from '../../core/score/tally.ts';
import type { Policy, Verdict } from '../../core/verdict.ts';
import { predictionOfSample } from '../../corpus/keeper.ts';
import type { RunCall } from './running.ts';
import type { Task } from './tasks.ts';

export interface Judgement {
  readonly prediction: Prediction;
  readonly run: Run;
  readonly verdict: Verdict;
  readonly sampleVerdicts: readonly SampleVerdict[];
}

/** Judges a settled `prediction` (see `settledInput`) and each of its samples. For an `input` question every sample's arguments run, and none that is more than literals. */
export async function judged(
  task: Task,
  prediction: Prediction,
  runCall: RunCall,
  policy: Policy,
  signal: AbortSignal,
): Promise<Judgement> {
  if (task.probe.question.kind !== 'input') return judgedByOutcome(task, prediction, runCall, policy, signal);
  const whole = await judgedInput(task, prediction, runCall, policy, signal);
  const sampleVerdicts: SampleVerdict[] = [];
  for (const sample of prediction.samples) {
    const alone = predictionOfSample(prediction, sample);
    const { verdict } = await judgedInput(task, alone, runCall, policy, signal);
    sampleVerdicts.push(sampleVerdict(alone, verdict));
  }
  return { ...whole, sampleVerdicts };
}

async function judgedByOutcome(
  task: Task,
  prediction: Prediction,
  runCall: RunCall,
  policy: Policy,
  signal: AbortSignal,
): Promise<Judgement> {
  const run = await runCall(task.probe, task.file, signal);
  const sampleVerdicts = prediction.samples.map(sample => {
    const alone = predictionOfSample(prediction, sample);
    return sampleVerdict(alone, judge(task.probe, alone, run, policy));
  });
  return { prediction, run, verdict: judge(task.probe, prediction, run, policy), sampleVerdicts };
}

async function judgedInput(
  task: Task,
  prediction: Prediction,
  runCall: RunCall,
  policy: Policy,
  signal: AbortSignal,
): Promise<Omit<Judgement, 'sampleVerdicts'>> {
  const asked = prediction.kind === 'answered' ? withClaimedInput(task.probe, prediction.claims) : undefined;
  const run = await runCall(asked ?? task.original, task.file, signal);
  return { prediction, run, verdict: judge(task.probe, prediction, run, policy) };
}

function sampleVerdict(prediction: Prediction, { kind, grade, equal }: Verdict): SampleVerdict {
  return { kind: prediction.kind === 'notAsked' ? 'notAsked' : kind, grade, equal };
}

/** One for each sample; the check itself where there was one. */
export function scoredSamples(
  prediction: Prediction,
  verdict: Verdict,
  samples: readonly SampleVerdict[],
): readonly ScoredKind[] {
  if (samples.length > 0) return samples.map(({ kind }) => kind);
  return [prediction.kind === 'notAsked' ? 'notAsked' : verdict.kind];
}

export function scoredRecord({ prediction, verdict, sampleVerdicts }: CheckRecord): readonly ScoredKind[] {
  return scoredSamples(prediction, verdict, sampleVerdicts);
}
