/** Predictions out of recorded replies: of others' models, read as they were asked; and of our own, found by exact key. */
import { fingerprint } from '../core/fingerprint.ts';
import type { AskOptions } from '../core/messages.ts';
import {
  AnswerShape,
  type ContextManifest,
  noClaims,
  noConfidence,
  type Prediction,
  type Sample,
  type Style,
  unanswered,
} from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { agreementOf } from './agreement.ts';
import { severalTemperature } from './predict.ts';
import { promptFor } from './prompt.ts';
import type { Reading } from './reading.ts';
import { readRecorded } from './recorded.ts';
import { explainNoAnswer } from './sentences.ts';

/** The answers that one model gave to one question. */
export interface Recording {
  readonly model: string;
  readonly style: Style;
  readonly samples: readonly string[];
}

/** The prediction that a recording holds: each sample read by its style, the most common answer as the claim. */
export function recordedPrediction(probe: Probe, recording: Recording): Prediction {
  const readings = recording.samples.map(raw => readRecorded(raw, recording.style, probe));
  const samples = readings.map((reading, index) => sampleOf(recording.samples[index] ?? '', reading));
  const agreement = agreementOf(samples.map(sample => sample.claims));
  const leader = readings[agreement?.leader ?? 0];
  const rest = {
    predictor: { kind: 'recording', name: recording.model, route: '' } as const,
    at: new Date().toISOString(),
    reasoning: '',
    raw: recording.samples[agreement?.leader ?? 0] ?? '',
    samples,
    usage: null,
    latency: null,
    asked: null,
  };
  if (leader === undefined) return missing(recording.model);
  if (leader.kind === 'none') {
    const explanation = explainNoAnswer(leader.reason, leader.detail);
    return {
      ...rest,
      kind: 'noAnswer',
      claims: noClaims,
      reason: leader.reason,
      explanation,
      confidence: noConfidence,
      flags: [...leader.flags],
    };
  }
  const consistency = samples.length > 1 ? (agreement?.share ?? null) : null;
  return {
    ...rest,
    kind: 'answered',
    claims: leader.claims,
    reason: null,
    explanation: '',
    confidence: { ...noConfidence, consistency },
    flags: [...leader.flags, ...((agreement?.rivals.length ?? 0) > 0 ? ['tied'] : [])],
  };
}

function sampleOf(raw: string, reading: Reading): Sample {
  return {
    raw,
    reasoning: '',
    claims: reading.kind === 'answer' ? reading.claims : null,
    reason: reading.kind === 'none' ? reading.reason : null,
    confidence: noConfidence,
  };
}

function missing(name: string): Prediction {
  const explanation = explainNoAnswer('recordingMissing', '');
  return unanswered({ kind: 'recording', name, route: '' }, 'recordingMissing', explanation);
}

/** What a prediction of ours is found by: prompt file, prompt text, model and sampling. Any difference is another question. */
export function recordingKey(asked: {
  readonly promptSha256: string;
  readonly promptText: string;
  readonly model: string;
  readonly temperature: number | null;
  /** How many were wanted. */
  readonly samples: number;
}): string {
  const { promptSha256, promptText, model, temperature, samples } = asked;
  return fingerprint(JSON.stringify([promptSha256, withoutMarks(promptText), model, temperature, samples]));
}

/** Marks around code differ from one installation to the next, and the question does not. */
function withoutMarks(text: string): string {
  return text.replace(/<<[0-9a-f]{8}>>/g, '<<>>');
}

/** The recorded prediction with this key, marked as one; a miss is a no answer and never a question to a live model. */
export function replay(key: string, recordings: ReadonlyMap<string, Prediction>, name: string): Prediction {
  const found = recordings.get(key);
  if (found !== undefined) return { ...found, predictor: { ...found.predictor, kind: 'recording' } };
  return missing(name);
}

/** Predictions of ours by their keys; of several with the same key the last counts. What was not asked is no reply. */
export function recordingsOf(predictions: readonly Prediction[]): ReadonlyMap<string, Prediction> {
  return new Map(
    predictions.flatMap(prediction => {
      const { asked, predictor, samples, kind } = prediction;
      if (asked === null || kind === 'notAsked') return [];
      const { sha256: promptSha256, text: promptText } = asked.prompt;
      const { temperature, samples: wanted = samples.length || 1 } = asked.sampling;
      const facts = { promptSha256, promptText, model: predictor.name, temperature, samples: wanted };
      return [[recordingKey(facts), prediction] as const];
    }),
  );
}

/** What `model` answered to exactly this question; in any shape, and at any temperature that it took, where the question leaves these open. */
export function replayed(
  model: string,
  probe: Probe,
  manifest: ContextManifest,
  options: AskOptions,
  recordings: ReadonlyMap<string, Prediction>,
): Prediction {
  const shapes = options.answer === 'auto' ? AnswerShape.options : [options.answer];
  const prompts = shapes.map(answer => promptFor(probe, manifest, { ...options, answer, fenceKey: '' }));
  const keys = prompts.flatMap(({ sha256: promptSha256, text: promptText }) =>
    [options.samples > 1 ? severalTemperature : 0, null].map(temperature =>
      recordingKey({ promptSha256, promptText, model, temperature, samples: options.samples }),
    ),
  );
  return replay(keys.find(key => recordings.has(key)) ?? '', recordings, model);
}
