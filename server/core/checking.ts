/**
 * The order of a check: predict, freeze, run, judge, record. The steps are handed over as functions, so that the command, the tools for
 * agents and the batch share this order and nothing else. Several may predict: all are frozen before the call runs, once for them all.
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

export type Predict = (probe: Probe, signal: AbortSignal) => Promise<Prediction>;

export interface CheckSteps {
  readonly predict: Predict;
  readonly run: (probe: Probe, signal: AbortSignal) => Promise<Run>;
  readonly judge: (probe: Probe, prediction: Prediction, run: Run) => Verdict;
  /** `null`: nothing is kept. */
  readonly keeper: Keeper | null;
}

/** A check that came to its end; without a verdict where the call never began. */
export type Checked =
  | (Finished & { readonly kind: 'checked'; readonly record: CheckRecord | null })
  | { readonly kind: 'notRun'; readonly probe: Probe; readonly prediction: Prediction; readonly run: Run };

/** All but who predicts. */
export type SharedSteps = Omit<CheckSteps, 'predict'>;

/** At least one, in an order that means something. */
export type Several<T> = readonly [T, ...T[]];

/** Checks one probe. A prediction that did not come is a prediction too (`notAsked`): the call runs all the same. */
export async function checkProbe(probe: Probe, steps: CheckSteps, signal: AbortSignal): Promise<Checked> {
  const [checked] = await checkEach(probe, [steps.predict], steps, signal);
  return checked;
}

/** Checks one probe with several predictors: one run, and a check for each of them, in their order. */
export async function checkEach(
  probe: Probe,
  predictors: Several<Predict>,
  steps: SharedSteps,
  signal: AbortSignal,
): Promise<Several<Checked>> {
  const predictions = await predictAll(probe, predictors, signal);
  const opened = await freezeAll(probe, predictions, steps);
  const run = runningOnce(steps);
  const over = await orForget(steps, opened, () =>
    inTurn(opened, async each => ({ ...each, run: await run(calledIn(probe, each.prediction), signal) })),
  );
  return inTurn(over, each => ended(probe, each, steps));
}

/** All are asked beside each other. Where one of them throws, which is a cancellation, the others are given up. */
async function predictAll(
  probe: Probe,
  [first, ...others]: Several<Predict>,
  signal: AbortSignal,
): Promise<Several<Prediction>> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const ask = async (predict: Predict): Promise<Prediction> => settledInput(probe, await predict(probe, stop));
  try {
    const predictions: Several<Prediction> = await Promise.all([ask(first), ...others.map(ask)]);
    if (signal.aborted) throw cancelled();
    return predictions;
  } finally {
    over.abort();
  }
}

interface Opened {
  readonly prediction: Prediction;
  readonly frozen: FrozenPrediction | null;
}

async function freezeAll(
  probe: Probe,
  predictions: Several<Prediction>,
  { keeper }: SharedSteps,
): Promise<Several<Opened>> {
  return inTurn(predictions, async prediction => ({
    prediction,
    frozen: (await keeper?.freeze(probe, prediction)) ?? null,
  }));
}

/** What is run: for an `input` question the call with the claimed arguments, where these are literals; else the probe's own. */
function calledIn(probe: Probe, { claims }: Prediction): Probe {
  return probe.question.kind === 'input' ? (withClaimedInput(probe, claims) ?? probe) : probe;
}

/** The same call runs once, for whomever. */
function runningOnce(steps: SharedSteps): CheckSteps['run'] {
  const runs = new Map<string, Run>();
  return async (probe, signal) => {
    const { expression } = probe.call;
    const run = runs.get(expression) ?? (await steps.run(probe, signal));
    if (signal.aborted) throw cancelled();
    runs.set(expression, run);
    return run;
  };
}

async function ended(
  probe: Probe,
  { prediction, frozen, run }: Opened & { readonly run: Run },
  steps: SharedSteps,
): Promise<Checked> {
  if (run.outcome.kind === 'notRun') {
    await forget(steps, frozen);
    return { kind: 'notRun', probe, prediction, run };
  }
  const finished = { probe, prediction, run, verdict: steps.judge(probe, prediction, run) };
  const record = frozen === null ? null : ((await steps.keeper?.append(frozen, finished)) ?? null);
  return { kind: 'checked', ...finished, record };
}

/** A run that was given up leaves no frozen prediction behind. */
async function orForget<T>(steps: SharedSteps, opened: Several<Opened>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const { frozen } of opened) await forget(steps, frozen);
    throw error;
  }
}

async function forget(steps: SharedSteps, frozen: FrozenPrediction | null): Promise<void> {
  if (frozen !== null) await steps.keeper?.drop(frozen);
}

async function inTurn<T, R>([first, ...others]: Several<T>, work: (each: T) => Promise<R>): Promise<Several<R>> {
  const results: [R, ...R[]] = [await work(first)];
  for (const each of others) results.push(await work(each));
  return results;
}
