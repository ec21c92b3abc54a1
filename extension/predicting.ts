/** Who predicts, and what comes of it: a prediction in every case but that nobody is set up. */
import * as vscode from 'vscode';
import { type BaselineName, baseline, type Earlier } from '../server/core/baseline.ts';
import { Failure } from '../server/core/failure.ts';
import { hostOf } from '../server/core/hosts.ts';
import { oneLine } from '../server/core/line.ts';
import type { Log } from '../server/core/log.ts';
import type { AskOptions, DailyLimits, Endpoint } from '../server/core/messages.ts';
import { type NotAskedReason, type Prediction, unanswered } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import type { Settings } from '../server/core/settings.ts';
import type { Consent } from './consent.ts';
import { guess } from './guessing.ts';
import type { Language, Progress } from './language.ts';
import type { LocalModel } from './localModel.ts';
import { type Recorded, recordedOf, recordedPrediction } from './recordings.ts';
import type { Secrets } from './secrets.ts';
import { maySend } from './sending.ts';
import { readProxy, readSettings } from './settings.ts';

export interface PredictingParts {
  readonly language: () => Language;
  readonly localModel: LocalModel;
  readonly secrets: Secrets;
  readonly consent: Consent;
  readonly log: Log;
  /** The folder of the pages of our forms. */
  readonly pages: string;
}

/** Who is to predict. `nobody`: no model is set up. */
export type Predictor =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person' }
  | { readonly kind: 'rule'; readonly name: BaselineName }
  | Recorded
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint };

/** Whoever it is, it predicts. */
export type Somebody = Exclude<Predictor, { kind: 'nobody' }>;

/** Reads who predicts from the settings; a small local model that runs goes before an address. */
export async function predictorOf(settings: Settings, parts: PredictingParts): Promise<Predictor> {
  if (settings.predictor === 'person') return { kind: 'person' };
  if (settings.predictor === 'recorded') return recordedOf(settings);
  const way = readProxy();
  if (settings.predictor === 'editorModel') {
    const model = settings.editorModel;
    return { kind: 'endpoint', endpoint: { kind: 'editorModel', baseUrl: '', model, apiKey: '', ...way } };
  }
  const local = parts.localModel.running();
  if (local !== undefined) {
    const { baseUrl, model, apiKey } = local;
    return { kind: 'endpoint', endpoint: { kind: 'model', baseUrl, model, apiKey, ...way } };
  }
  const { baseUrl, model, apiKeyVariable } = settings;
  if (baseUrl === '' || model === '') return { kind: 'nobody' };
  const apiKey = await parts.secrets.keyFor(baseUrl, apiKeyVariable);
  return { kind: 'endpoint', endpoint: { kind: 'model', baseUrl, model, apiKey, ...way } };
}

/** The same predictor as it is to be asked now: a key may have changed, and a small local model listens elsewhere after a new start. */
export async function askedNow(somebody: Somebody, settings: Settings, parts: PredictingParts): Promise<Somebody> {
  if (somebody.kind !== 'endpoint' || somebody.endpoint.kind !== 'model') return somebody;
  const { endpoint } = somebody;
  const { baseUrl, model } = endpoint;
  const local = parts.localModel.running();
  if (local?.model === model) {
    return { kind: 'endpoint', endpoint: { ...endpoint, baseUrl: local.baseUrl, apiKey: local.apiKey } };
  }
  const apiKey =
    local?.baseUrl === baseUrl ? local.apiKey : await parts.secrets.keyFor(baseUrl, settings.apiKeyVariable);
  return { kind: 'endpoint', endpoint: { ...endpoint, apiKey } };
}

/** As people are told who is asked. */
export function nameOf(predictor: Predictor): string {
  if (predictor.kind === 'person') return 'you';
  if (predictor.kind === 'nobody') return 'nobody';
  if (predictor.kind === 'rule') return `rule ${predictor.name}`;
  if (predictor.kind === 'recorded')
    return predictor.model === '' ? 'recorded answers' : `${predictor.model}, recorded`;
  const { kind, model, baseUrl } = predictor.endpoint;
  return kind === 'editorModel' ? model || 'a model of the editor' : `${model} at ${hostOf(baseUrl)}`;
}

export function askOptionsOf(settings: Settings, pythonVersion: string): AskOptions {
  const { style, answer, context, contextTokens, samples, profile, firstTokenMs, modelTimeoutMs } = settings;
  const patience = { firstTokenMs, totalMs: modelTimeoutMs };
  const how = { style, answer, context, contextTokens, samples, profile, patience, pythonVersion };
  const concurrency = settings.concurrency === 0 ? undefined : settings.concurrency;
  return { ...how, strip: [...settings.strip], concurrency };
}

/** What the settings allow a day; the language server counts. */
export function limitsOf({ dailyRequests, dailyTokens, dailyCost, prices }: Settings): DailyLimits {
  return { requests: dailyRequests, tokens: dailyTokens, cost: dailyCost, prices: [...prices] };
}

/** What is asked of whom about which call. */
export interface Question {
  readonly limits: DailyLimits;
  readonly token: string;
  readonly probe: Probe;
  readonly workspace: string;
  readonly options: AskOptions;
  /** Earlier checks, for rules that go by them. */
  readonly earlier: () => Promise<readonly Earlier[]>;
}

/** The prediction of a person or an endpoint. What goes wrong on the way is a prediction that was not made, with the reason; only a cancellation is thrown. */
export async function predictionOf(
  predictor: Somebody,
  question: Question,
  parts: PredictingParts,
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<Prediction> {
  const { earlier, ...asked } = question;
  if (predictor.kind === 'person') return guess(question.probe, parts.pages, signal);
  if (predictor.kind === 'rule') {
    return baseline(predictor.name, question.probe, predictor.name === 'common' ? await earlier() : []);
  }
  if (predictor.kind === 'recorded') return recordedPrediction(predictor, question, parts.language(), signal);
  const { endpoint } = predictor;
  try {
    if (!(await maySend(endpoint, question, parts, signal))) {
      return notAsked(endpoint, 'consentDenied', 'You chose not to send the code.');
    }
    const request = { ...asked, endpoint };
    const { prediction } = await parts.language().predict(request, progress => report(phraseOf(progress)), signal);
    return prediction;
  } catch (error) {
    if (error instanceof Failure && error.code === 'cancelled') throw error;
    if (error instanceof Failure && error.code === 'localOnly') {
      return notAsked(endpoint, 'blocked', `${error.message} ${error.next}`);
    }
    parts.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const message =
      error instanceof Failure ? `${error.message} ${error.next}` : 'The language server failed; see the log.';
    return notAsked(endpoint, 'serverError', message);
  }
}

function notAsked(endpoint: Endpoint, reason: NotAskedReason, explanation: string): Prediction {
  const { kind, model, baseUrl } = endpoint;
  const route = kind === 'model' ? hostOf(baseUrl) : 'vscode.lm';
  return unanswered({ kind, name: model, route }, reason, explanation);
}

const stages: Readonly<Record<Progress['stage'], string>> = {
  context: 'gathering the code to show',
  connecting: 'connecting',
  waiting: 'waiting for the first word',
  streaming: '',
  reading: 'reading the answer',
};

function phraseOf({ stage, text }: Progress): string {
  return text === '' ? stages[stage] : oneLine(text.slice(-80), 80);
}

/** The offers for a window in which nobody predicts yet, shown once. */
export async function offerPredictors(): Promise<void> {
  const local = 'Small Local Model';
  const servers = 'Find Servers';
  const own = 'Predict Myself';
  const chosen = await vscode.window.showInformationMessage(
    'No model is set up, so nothing was predicted: the line shows what the call really does.',
    local,
    servers,
    own,
  );
  if (chosen === local) await vscode.commands.executeCommand('calledIt.useLocalModel');
  if (chosen === servers) await vscode.commands.executeCommand('calledIt.findServers');
  if (chosen === own) await vscode.commands.executeCommand('calledIt.predictYourself');
}

/** Who predicts, short enough for the status bar. */
export function predictorLabel(local: LocalModel): string {
  try {
    const { predictor, model, editorModel, baseUrl } = readSettings(undefined);
    if (predictor === 'person') return 'you predict';
    if (predictor === 'recorded') return 'recorded answers';
    if (predictor === 'editorModel') return editorModel || 'editor model';
    return local.running()?.model ?? (local.chosen() || (baseUrl !== '' && model !== '' ? model : 'no model'));
  } catch (error) {
    if (error instanceof Failure) return 'a setting is wrong';
    throw error;
  }
}
