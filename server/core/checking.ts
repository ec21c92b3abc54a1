/**
 * The order of a check: predict, freeze, run, judge, record. The steps are handed over as functions, so that the command, the tools for
 * agents and the batch share this order and nothing else.
 */
import { cancelled } from './failure.ts';
import { settledInput, withClaimedInput } from './inputCall.ts';
import type { Run } from './outcome.ts';
import type { Prediction } from './prediction.ts';
import type { Probe } from './probe.ts';
import type { CheckRecord, Frozen } from './record.ts';
import type { Verdict } from './verdict.ts';

/** A prediction on disk, before the run. */
export interface FrozenPrediction extends Frozen {
  readonly id: string;
}

export interface Finished {
  readonly probe: Probe;
  readonly prediction: Prediction;
  readonly run: Run;
  readonly verdict: Verdict;
}

/** How checks are kept. */
export interface Keeper {
  freeze(probe: Probe, prediction: Prediction): Promise<FrozenPrediction>;
  /** Forgets a frozen prediction whose call never began. */
  drop(frozen: FrozenPrediction): Promise<void>;
  append(frozen: FrozenPrediction, finished: Finished): Promise<CheckRecord>;
}

export interface CheckSteps {
  readonly predict: (probe: Probe, signal: AbortSignal) => Promise<Prediction>;
  readonly run: (probe: Probe, signal: AbortSignal) => Promise<Run>;
  readonly judge: (probe: Probe, prediction: Prediction, run: Run) => Verdict;
  /** `null`: nothing is kept. */
  readonly keeper: Keeper | null;
}

/** A check that came to its end; without a verdict where the call never began. */
export type Checked =
  | (Finished & { readonly kind: 'checked'; readonly record: CheckRecord | null })
  | { readonly kind: 'notRun'; readonly probe: Probe; readonly prediction: Prediction; readonly run: Run };

/** Checks one probe. A prediction that did not come is a prediction too (`notAsked`): the call runs all the same. */
export async function checkProbe(probe: Probe, steps: CheckSteps, signal: AbortSignal): Promise<Checked> {
  const prediction = settledInput(probe, await steps.predict(probe, signal));
  if (signal.aborted) throw cancelled();
  const frozen = (await steps.keeper?.freeze(probe, prediction)) ?? null;
  const run = await runOrDrop(calledIn(probe, prediction), steps, frozen, signal);
  if (run.outcome.kind === 'notRun') {
    await forget(steps, frozen);
    return { kind: 'notRun', probe, prediction, run };
  }
  const finished = { probe, prediction, run, verdict: steps.judge(probe, prediction, run) };
  const record = frozen === null ? null : ((await steps.keeper?.append(frozen, finished)) ?? null);
  return { kind: 'checked', ...finished, record };
}

/** What is run: for an `input` question the call with the claimed arguments, where these are literals; else the probe's own. */
function calledIn(probe: Probe, { claims }: Prediction): Probe {
  return probe.question.kind === 'input' ? (withClaimedInput(probe, claims) ?? probe) : probe;
}

/** A run that was given up leaves no frozen prediction behind. */
async function runOrDrop(
  probe: Probe,
  steps: CheckSteps,
  frozen: FrozenPrediction | null,
  signal: AbortSignal,
): Promise<Run> {
  try {
    const run = await steps.run(probe, signal);
    if (signal.aborted) throw cancelled();
    return run;
  } catch (error) {
    await forget(steps, frozen);
    throw error;
  }
}

async function forget(steps: CheckSteps, frozen: FrozenPrediction | null): Promise<void> {
  if (frozen !== null) await steps.keeper?.drop(frozen);
}
