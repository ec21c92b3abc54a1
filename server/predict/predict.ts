/** A probe and a model become a prediction. Whatever goes wrong on the way is in the prediction, in plain words; nothing is thrown. */

import type { z } from 'zod';
import type { Log } from '../core/log.ts';
import type { AskOptions, Endpoint, predictProgress } from '../core/messages.ts';
import {
  type AnswerShape,
  type ContextManifest,
  type NotAskedReason,
  type Prediction,
  type Predictor,
  unanswered,
} from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { type Address, readAddress } from './address.ts';
import { isDecided } from './agreement.ts';
import { question } from './ask.ts';
import { askedProbe } from './askedProbe.ts';
import { assemble } from './assemble.ts';
import { answerTokens, type Heard, type Interview, interview } from './converse.ts';
import { editorLine } from './editorModel.ts';
import { learnedFrom, rememberThinking } from './effect.ts';
import { Effort } from './effort.ts';
import { reserveWhole } from './foresight.ts';
import { type Means, openMeans } from './means.ts';
import { measuredShape } from './measure.ts';
import { promptFor } from './prompt.ts';
import { type Load, overflowSentence, windowFor } from './window.ts';

export type Stage = Omit<z.infer<(typeof predictProgress)['notification']>, 'token'>;

/** `AskOptions` with what a process shares; without `means` each prediction has its own, which learn nothing for the next. */
export interface PredictOptions extends AskOptions {
  readonly means?: Means | undefined;
  /** Ask every sample, also where the leading answer cannot be overtaken any more. */
  readonly everySample?: boolean | undefined;
  /** At most this many tokens of an answer; else what its style usually needs. */
  readonly maxTokens?: number | undefined;
}

/** Of several samples, so that they differ. */
export const severalTemperature = 0.7;

/** Resolves always: a model that fails or a cancelled request is a prediction of kind `notAsked`. */
export async function predictWith(
  endpoint: Endpoint,
  probe: Probe,
  manifest: ContextManifest,
  options: PredictOptions,
  log: Log,
  onProgress: (stage: Stage) => void,
  signal: AbortSignal,
): Promise<Prediction> {
  const shared = options.means ?? openMeans({ log });
  const means = { ...withWishes(shared, options), ledger: shared.ledger.forPrediction() };
  try {
    const line = lineTo(endpoint, means, onProgress, signal);
    if (line.kind === 'failed') return notAsked(endpoint, line.reason, line.explanation);
    const refused = unfit(probe, manifest, options);
    if (refused !== null) return notAsked(endpoint, refused.reason, refused.explanation);
    onProgress({ stage: 'connecting', text: '' });
    const shape = await shapeOf(line, endpoint, probe, options, means, signal);
    const prediction = await predictOver(
      line,
      endpoint,
      askedProbe(probe),
      manifest,
      { ...options, answer: shape },
      means,
    );
    log.info(`${endpoint.model}: ${prediction.kind}${prediction.reason === null ? '' : ` (${prediction.reason})`}`);
    return prediction;
  } finally {
    means.ledger.release();
    if (options.means === undefined) await shared.close();
  }
}

/** What this question overrides of what all share. */
export function withWishes(means: Means, { patience, profile, concurrency }: AskOptions): Means {
  const { firstTokenMs = means.timers.firstTokenMs, totalMs = means.timers.totalMs } = patience ?? {};
  const timers = { ...means.timers, firstTokenMs, totalMs };
  const overrides = { ...means.overrides, ...profile };
  return { ...means, timers, overrides, concurrency: concurrency ?? means.concurrency };
}

/** A way to ask, whatever kind of model is at its end. */
export interface Way {
  readonly kind: 'way';
  readonly ask: Interview['ask'];
  readonly route: string;
  readonly predictorKind: Predictor['kind'];
  readonly address: Address | null;
  /** Why a prompt cannot fit the model's window; empty where it may. */
  readonly overflow: (load: Load) => Promise<string>;
}

type Failed = { readonly kind: 'failed'; readonly reason: NotAskedReason; readonly explanation: string };

function lineTo(
  endpoint: Endpoint,
  means: Means,
  onProgress: (stage: Stage) => void,
  signal: AbortSignal,
): Way | Failed {
  const effort = new Effort(means.timers.totalMs);
  const onText = (text: string): void => onProgress({ stage: 'streaming', text: text.slice(-2000) });
  if (endpoint.kind === 'editorModel') {
    if (means.askEditorModel === null) {
      return {
        kind: 'failed',
        reason: 'unsupported',
        explanation: 'There is no editor here whose models could be asked. Name a model server instead.',
      };
    }
    const ask = editorLine(means.askEditorModel, means, effort, onText, signal);
    return {
      kind: 'way',
      ask,
      route: 'vscode.lm',
      predictorKind: 'editorModel',
      address: null,
      overflow: async () => '',
    };
  }
  const reading = readAddress(endpoint.baseUrl, endpoint.model, endpoint.apiKey);
  if (reading.kind === 'invalid') return { kind: 'failed', reason: reading.reason, explanation: reading.explanation };
  const { address } = reading;
  const onWait = (text: string): void => onProgress({ stage: 'waiting', text });
  const ask: Interview['ask'] = wish => {
    onWait('');
    return question({ endpoint, address, means, effort, onText, onWait }, wish, signal);
  };
  const overflow = async (load: Load): Promise<string> => {
    const { window, profile } = await windowFor(load, endpoint, address, means, signal);
    return overflowSentence(load, window, profile);
  };
  return { kind: 'way', ask, route: address.host, predictorKind: 'model', address, overflow };
}

/** What no model need be asked about. */
function unfit(
  probe: Probe,
  manifest: ContextManifest,
  { contextTokens }: AskOptions,
): { readonly reason: NotAskedReason; readonly explanation: string } | null {
  if (probe.question.kind !== 'outcome' && probe.question.kind !== 'input') {
    return {
      reason: 'unsupported',
      explanation: `Questions of kind \`${probe.question.kind}\` are not put to models.`,
    };
  }
  if (manifest.refused !== undefined) return { reason: 'blocked', explanation: manifest.refused };
  const isOfWindow = manifest.budgetTokens < contextTokens;
  if (manifest.estimatedTokens <= manifest.budgetTokens || isOfWindow) return null;
  return {
    reason: 'contextOverflow',
    explanation: `The code of the target alone is about ${manifest.estimatedTokens} tokens, more than the ${manifest.budgetTokens} that may be shown. Raise \`calledIt.contextTokens\`, or \`--context-tokens\` on the command line.`,
  };
}

async function shapeOf(
  way: Way,
  endpoint: Endpoint,
  probe: Probe,
  options: PredictOptions,
  means: Means,
  signal: AbortSignal,
): Promise<AnswerShape> {
  if (options.answer !== 'auto') return options.answer;
  if (probe.question.kind === 'input') return 'assertion';
  if (way.address === null) return 'session';
  return measuredShape(way.address, endpoint.model, way.ask, means, signal);
}

async function predictOver(
  way: Way,
  endpoint: Endpoint,
  probe: Probe,
  manifest: ContextManifest,
  options: PredictOptions & { readonly answer: AnswerShape },
  means: Means,
): Promise<Prediction> {
  const begun = performance.now();
  const prompt = promptFor(probe, manifest, { ...options, fenceKey: means.fenceKey });
  const temperature = options.samples > 1 ? severalTemperature : 0;
  const { model } = endpoint;
  const { address } = way;
  const sample = (index: number): Interview => ({
    probe,
    prompt,
    style: options.style,
    temperature,
    seed: options.samples > 1 ? index + 1 : null,
    maxTokens: options.maxTokens ?? answerTokens[options.style],
    model,
    ask: way.ask,
    remembersThinking: () => (address === null ? Promise.resolve(false) : rememberThinking(address, model, means)),
  });
  const { maxTokens } = sample(0);
  const overflow = await way.overflow({ turns: prompt.messages, maxTokens });
  if (overflow !== '') return notAsked(endpoint, 'contextOverflow', overflow);
  const obstacle = await reserveWhole({ means, address, model, prompt, samples: options.samples, maxTokens });
  if (obstacle !== '') return notAsked(endpoint, 'budgetExceeded', obstacle);
  const heard = await takeSamples(sample, options);
  if (address !== null) await learn(address, model, heard, means);
  const predictor: Predictor = { kind: way.predictorKind, name: model, route: way.route };
  return assemble(heard, {
    predictor,
    prompt,
    style: options.style,
    manifest,
    temperature,
    seed: options.samples > 1 ? 1 : null,
    prices: means.prices,
    wanted: options.samples,
    totalMs: performance.now() - begun,
  });
}

async function learn(address: Address, model: string, heard: readonly Heard[], means: Means): Promise<void> {
  const known = await means.profiles.get(address, model);
  const learned = learnedFrom(known, heard);
  if (learned !== known) await means.profiles.set(address, model, learned);
}

/** Samples run beside each other as far as the server's places allow; after a trouble none is begun. */
async function takeSamples(sample: (index: number) => Interview, options: PredictOptions): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < options.samples) {
      const claims = heard.map(each => (each.reading.kind === 'answer' ? each.reading.claims : null));
      const decided = options.everySample !== true && isDecided(claims, options.samples - heard.length);
      if (decided || heard.some(each => each.reading.kind === 'trouble')) return;
      const index = next;
      next += 1;
      heard.push(await interview(sample(index)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency ?? 4, options.samples) }, worker));
  return heard;
}

function notAsked(endpoint: Endpoint, reason: NotAskedReason, explanation: string): Prediction {
  return unanswered({ kind: endpoint.kind, name: endpoint.model, route: '' }, reason, explanation);
}
