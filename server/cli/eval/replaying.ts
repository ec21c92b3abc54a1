/** Scores answers that were recorded earlier: no model is asked, and equal calls run once. */
import * as z from 'zod';
import { receiveJson } from '../../core/door.ts';
import { Failure, fileMissing } from '../../core/failure.ts';
import { settledInput } from '../../core/inputCall.ts';
import { type Prediction, Style } from '../../core/prediction.ts';
import type { Policy } from '../../core/verdict.ts';
import { linesOf } from '../../corpus/lines.ts';
import { isSystemError } from '../../corpus/place.ts';
import { recordedPrediction } from '../../predict/replay.ts';
import { type Judgement, judged, scoredSamples } from './judging.ts';
import { clusterOf, type EvalKeeper } from './keeping.ts';
import { inPool } from './pool.ts';
import type { Evaluated } from './rows.ts';
import type { RunCall } from './running.ts';
import type { Task } from './tasks.ts';

/** A line of a file of recorded answers; more fields may stand beside these. */
const Recording = z.object({
  id: z.union([z.string(), z.int()]).transform(String),
  model: z.string(),
  style: Style,
  samples: z.array(z.string()),
});
export type Recording = Readonly<z.infer<typeof Recording>>;

/** The answers of a file, plain or gzipped, by the id that they carry. */
export async function readRecordings(path: string): Promise<ReadonlyMap<string, Recording>> {
  const recordings = new Map<string, Recording>();
  try {
    for await (const { text, number } of linesOf(path)) {
      const recording = receiveJson(Recording, text, `line ${number} of ${path}`);
      recordings.set(recording.id, recording);
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw fileMissing(path);
    throw error;
  }
  if (recordings.size > 0) return recordings;
  throw new Failure('usage', `${path} holds no recorded answers.`, 'Each line is {"id", "model", "style", "samples"}.');
}

export interface Replaying {
  readonly runCall: RunCall;
  readonly policy: Policy;
  /** `null`: nothing is kept. */
  readonly keeper: EvalKeeper | null;
  readonly concurrency: number;
  readonly onDone: (result: Evaluated, done: number) => void;
}

/** How many checks go into one write. */
const batchSize = 50;

/** Tasks without a recorded answer are left out: they were not asked. */
export async function replayAll(
  tasks: readonly Task[],
  recordings: ReadonlyMap<string, Recording>,
  replaying: Replaying,
  signal: AbortSignal,
): Promise<readonly Evaluated[]> {
  const found = tasks.flatMap(task => {
    const recording = recordings.get(task.original.source?.id ?? '') ?? recordings.get(task.original.id);
    return recording === undefined ? [] : [{ task, recording }];
  });
  const results: Evaluated[] = new Array(found.length);
  const keep = inBatches(replaying.keeper);
  let done = 0;
  await inPool(
    found,
    replaying.concurrency,
    async ({ task, recording }, index) => {
      const prediction = told(settledInput(task.probe, recordedPrediction(task.probe, recording)), recording);
      const judgement = await judged(task, prediction, replaying.runCall, replaying.policy, signal);
      const result = evaluated(task, judgement);
      results[index] = result;
      if (result.kind === 'scored') await keep.add(task, judgement);
      done += 1;
      replaying.onDone(result, done);
    },
    signal,
  );
  await keep.flush();
  return results;
}

/** How a recording was asked stands where the route would: answers of one model to two styles are two, not a repeat. */
function told(prediction: Prediction, { style }: Recording): Prediction {
  return { ...prediction, predictor: { ...prediction.predictor, route: `recorded ${style}` } };
}

function evaluated(task: Task, { prediction, run, verdict, sampleVerdicts }: Judgement): Evaluated {
  if (run.outcome.kind === 'notRun') return { kind: 'notRun' };
  const samples = scoredSamples(prediction, verdict, sampleVerdicts);
  return { kind: 'scored', samples, cluster: clusterOf(task.probe), verdict, cost: null };
}

function inBatches(keeper: EvalKeeper | null) {
  let batch: { readonly probe: Task['probe']; readonly judgement: Judgement }[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    if (full.length > 0) await keeper?.appendAll(full);
  };
  return {
    flush,
    async add({ probe }: Task, judgement: Judgement) {
      batch.push({ probe, judgement });
      if (batch.length >= batchSize) await flush();
    },
  };
}
