/** Asks one model about every task: predict, freeze, run, judge, keep; several at a time, and nothing twice. */
import type { Predict } from '../../core/checking.ts';
import { cancelled, Failure } from '../../core/failure.ts';
import { settledInput } from '../../core/inputCall.ts';
import type { Prediction } from '../../core/prediction.ts';
import type { CheckRecord } from '../../core/record.ts';
import type { Policy } from '../../core/verdict.ts';
import type { PendingCheck } from '../../corpus/pending.ts';
import { judged, scoredRecord, scoredSamples } from './judging.ts';
import { clusterOf, type EvalKeeper } from './keeping.ts';
import { inPool } from './pool.ts';
import type { Evaluated } from './rows.ts';
import type { RunCall } from './running.ts';
import type { Task } from './tasks.ts';

export interface Asking {
  readonly predict: Predict;
  readonly runCall: RunCall;
  readonly policy: Policy;
  /** `null`: nothing is kept. */
  readonly keeper: EvalKeeper | null;
  readonly concurrency: number;
  /** Checks of an earlier run, by the probe's id: these are not asked again. */
  readonly before: ReadonlyMap<string, CheckRecord>;
  /** Predictions of an earlier run that were frozen and not judged. */
  readonly frozen: ReadonlyMap<string, PendingCheck>;
  /** Called after each task. */
  readonly onDone: (result: Evaluated, done: number) => void;
}

/** In the order of the tasks. Throws `modelFailed` where the model cannot be reached at all; what is done until then is kept. */
export async function askAll(
  tasks: readonly Task[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly Evaluated[]> {
  const results: Evaluated[] = new Array(tasks.length);
  const watch = watchFailures();
  let done = 0;
  await inPool(
    tasks,
    asking.concurrency,
    async (task, index) => {
      const result = await askOne(task, asking, watch, signal);
      results[index] = result;
      done += 1;
      asking.onDone(result, done);
    },
    signal,
  );
  return results;
}

async function askOne(task: Task, asking: Asking, watch: Watch, signal: AbortSignal): Promise<Evaluated> {
  const { probe } = task;
  const earlier = asking.before.get(probe.id);
  if (earlier !== undefined) {
    const { verdict } = earlier;
    return { kind: 'scored', samples: scoredRecord(earlier), cluster: clusterOf(probe), verdict, cost: null };
  }
  const left = asking.frozen.get(probe.id);
  if (left !== undefined) return finish(task, left.prediction, { id: left.id, ...left.frozen }, asking, signal);
  const prediction = settledInput(probe, await asking.predict(probe, signal));
  if (signal.aborted) throw cancelled();
  watch(prediction);
  const frozen = (await asking.keeper?.freeze(probe, prediction)) ?? null;
  return finish(task, prediction, frozen, asking, signal);
}

async function finish(
  task: Task,
  prediction: Prediction,
  frozen: { readonly id: string; readonly at: string; readonly sha256: string } | null,
  { runCall, policy, keeper }: Asking,
  signal: AbortSignal,
): Promise<Evaluated> {
  const judgement = await judged(task, prediction, runCall, policy, signal);
  if (judgement.run.outcome.kind === 'notRun') {
    if (frozen !== null) await keeper?.drop(frozen);
    return { kind: 'notRun' };
  }
  if (frozen !== null) await keeper?.append(task.probe, frozen, judgement);
  const { verdict, sampleVerdicts } = judgement;
  return {
    kind: 'scored',
    samples: scoredSamples(judgement.prediction, verdict, sampleVerdicts),
    cluster: clusterOf(task.probe),
    verdict,
    cost: prediction.usage?.cost ?? null,
  };
}

type Watch = (prediction: Prediction) => void;

/** Reasons after which asking on is of no use. */
const hopeless: ReadonlySet<string> = new Set([
  'auth',
  'quota',
  'modelNotFound',
  'badBaseUrl',
  'tls',
  'unsupported',
  'budgetExceeded',
  'consentDenied',
  'offline',
]);
const patience = 5;

/** Throws where a request fails for a reason that will not pass, or where one after the other does not arrive. */
function watchFailures(): Watch {
  let inARow = 0;
  return ({ kind, reason, explanation }) => {
    inARow = kind === 'notAsked' ? inARow + 1 : 0;
    if (kind !== 'notAsked' || (!hopeless.has(reason ?? '') && inARow < patience)) return;
    const next = 'What was asked until here is kept: mend it, and go on with `--resume`.';
    throw new Failure('modelFailed', explanation === '' ? `The model was not reached: ${reason}.` : explanation, next);
  };
}
