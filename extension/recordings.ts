/** Recorded answers of models as predictors: found by the exact question, offline, in a corpus that the settings name. */
import { resolve } from 'node:path';
import { Failure } from '../server/core/failure.ts';
import type { AskOptions } from '../server/core/messages.ts';
import { type Prediction, unanswered } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import type { CheckRecord } from '../server/core/record.ts';
import type { Settings } from '../server/core/settings.ts';
import { openCorpus } from '../server/corpus/corpus.ts';
import type { Language } from './language.ts';

/** Where answers are recorded, and whose: an empty name takes the model that answered this call last. */
export interface Recorded {
  readonly kind: 'recorded';
  readonly model: string;
  /** A path, which may be relative to the workspace. */
  readonly path: string;
}

export function recordedOf({ recordings, corpus, model }: Settings): Recorded {
  return { kind: 'recorded', model, path: recordings === '' ? corpus : recordings };
}

/** The models with recorded answers, each once, the last one first; none where the corpus cannot be read. */
export async function recordedModels({ path }: Recorded, workspace: string): Promise<readonly string[]> {
  try {
    const recordings = await recordingsIn(resolve(workspace, path));
    const names = recordings.map(({ prediction }) => prediction.predictor.name).filter(name => name !== '');
    return [...new Set(names.reverse())];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** The recorded prediction; else a no answer that says what to do, and never a question to a model. */
export async function recordedPrediction(
  { model, path }: Recorded,
  { probe, workspace, options }: { readonly probe: Probe; readonly workspace: string; readonly options: AskOptions },
  language: Language,
  signal: AbortSignal,
): Promise<Prediction> {
  const from = resolve(workspace, path);
  const missing = (why: string): Prediction =>
    unanswered({ kind: 'recording', name: model, route: '' }, 'recordingMissing', why);
  try {
    const all = await recordingsIn(from);
    if (all.length === 0) {
      return missing(
        `No recorded answers are in ${from}. Name another corpus in \`calledIt.recordings\`, or ask a model.`,
      );
    }
    const ofCall = all.filter(each => each.probe.call.expression === probe.call.expression);
    const recordings = ofCall.map(({ prediction }) => prediction);
    const name = model === '' ? (recordings.at(-1)?.predictor.name ?? '') : model;
    const request = { probe, workspace, options, model: name, recordings };
    const { prediction } = await language.replay(request, signal);
    return prediction;
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') throw error;
    return missing(`${error.message} ${error.next}`);
  }
}

/** Checks whose prediction is an answer to what it says was asked, in the order in which they were kept. */
async function recordingsIn(path: string): Promise<readonly CheckRecord[]> {
  const { records } = await openCorpus(path).read();
  return records.filter(({ prediction }) => prediction.asked !== null && prediction.kind !== 'notAsked');
}
