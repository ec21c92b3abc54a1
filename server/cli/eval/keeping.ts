/** Keeps the checks of an evaluation, and knows which are there already. */
import { fingerprint } from '../../core/fingerprint.ts';
import type { AskOptions } from '../../core/messages.ts';
import type { Asked, Prediction } from '../../core/prediction.ts';
import type { Probe } from '../../core/probe.ts';
import type { CheckRecord, Frozen, Provenance } from '../../core/record.ts';
import { buildRecord } from '../../corpus/build.ts';
import type { Contents, Corpus } from '../../corpus/corpus.ts';
import { type PendingCheck, predictionFingerprint } from '../../corpus/pending.ts';
import type { Judgement } from './judging.ts';

export interface FrozenCheck extends Frozen {
  readonly id: string;
}

export interface EvalKeeper {
  /** Before the run: on the disk when this returns. */
  freeze(probe: Probe, prediction: Prediction): Promise<FrozenCheck>;
  drop(frozen: FrozenCheck): Promise<void>;
  append(probe: Probe, frozen: Frozen, judgement: Judgement): Promise<void>;
  /** Several at once, for answers that were recorded long before and need no freezing. */
  appendAll(checks: readonly { readonly probe: Probe; readonly judgement: Judgement }[]): Promise<void>;
}

export function keepIn(corpus: Corpus, provenance: Provenance): EvalKeeper {
  const recordOf = (probe: Probe, frozen: Frozen, judgement: Judgement) =>
    buildRecord({ probe, frozen, provenance, ...judgement });
  return {
    freeze: (probe, prediction) => corpus.freeze(probe, prediction),
    drop: ({ id }) => corpus.dropPending(id),
    append: (probe, frozen, judgement) => corpus.append(recordOf(probe, frozen, judgement)),
    appendAll: checks =>
      corpus.append(
        ...checks.map(({ probe, judgement }) => recordOf(probe, frozenNow(judgement.prediction), judgement)),
      ),
  };
}

function frozenNow(prediction: Prediction): Frozen {
  return { at: new Date().toISOString(), sha256: predictionFingerprint(prediction) };
}

/** How a question is put to whom: what was put so once is not put again under `--resume`. */
export interface Put extends Pick<AskOptions, 'answer' | 'strip'> {
  readonly model: string;
  readonly style: string;
  readonly context: string;
  readonly samples: number;
}

/** The checks that answer what would be asked, by the probe's id. A request that failed on its way is none. */
export function answeredBefore({ records }: Contents, put: Put): ReadonlyMap<string, CheckRecord> {
  return new Map(records.filter(({ prediction }) => isPut(prediction, put)).map(record => [record.probe.id, record]));
}

/** The frozen predictions that were asked so and never judged: an evaluation that was ended between the two leaves them. */
export function frozenBefore(pending: readonly PendingCheck[], put: Put): ReadonlyMap<string, PendingCheck> {
  return new Map(pending.filter(({ prediction }) => isPut(prediction, put)).map(check => [check.probe.id, check]));
}

function isPut(prediction: Prediction, put: Put): boolean {
  const { model, samples } = put;
  const { kind, predictor, asked } = prediction;
  const isSameModel = predictor.name === model && (predictor.kind === 'model' || predictor.kind === 'recording');
  if (kind === 'notAsked' || !isSameModel || Math.max(1, prediction.samples.length) < samples) return false;
  return asked === null ? predictor.kind === 'recording' : isAskedSo(asked, put);
}

function isAskedSo({ style, answer, context }: Asked, put: Put): boolean {
  const isSameShape = put.answer === 'auto' || put.answer === answer;
  const isSameCode =
    context.level === put.context && [...context.stripped].sort().join() === [...(put.strip ?? [])].sort().join();
  return style === put.style && isSameShape && isSameCode;
}

/** One name for the targets whose checks stand or fall together. */
export function clusterOf({ target, code }: Probe): string {
  return target.fingerprint === '' ? fingerprint(code) : target.fingerprint;
}
