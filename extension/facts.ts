/** What is known of a check in short phrases: who predicted and at what cost, how it ran, and how far the outcome can be trusted. */
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import { about, costText, samplesText } from '../server/core/took.ts';

/** `92 % sure (stated)`, or which other kind of confidence there is; empty where there is none. */
export function confidenceFact({ confidence }: Prediction): string {
  const kinds = [
    ['stated', confidence.stated],
    ['agreement of samples', confidence.consistency],
    ['from probabilities', confidence.logProbability],
  ] as const;
  return kinds
    .flatMap(([name, value]) => (value === null ? [] : [`${Math.round(value * 100)} % sure (${name})`]))
    .join(', ');
}

/** `qwen at 127.0.0.1:1234`. */
export function predictorFact({ predictor }: Prediction): string {
  const { kind, name, route, servedModel } = predictor;
  if (kind === 'person') return name === '' ? 'you' : name;
  const served = servedModel === undefined || servedModel === name ? '' : ` (served as ${servedModel})`;
  return `${name || kind}${served}${route === '' ? '' : ` at ${route}`}`;
}

/** `1.2 s · about 512 + 34 tokens · about $0.0012 · 2 of 3 samples have an answer`; empty where nothing was measured. */
export function costFact(prediction: Prediction): string {
  const { latency, usage } = prediction;
  const tokens = `${usage?.promptTokens ?? '?'} + ${usage?.completionTokens ?? '?'} tokens`;
  const parts = [
    latency === null ? '' : duration(latency.totalMs),
    usage === null ? '' : about(prediction) + tokens,
    costText(prediction),
    samplesText(prediction),
  ];
  return parts.filter(part => part !== '').join(' · ');
}

/** `full: network blocked, files overlay, secrets hidden`. */
export function wallsFact({ walls }: Run): string {
  const facts = `${walls.level}: network ${walls.network}, files ${walls.files}, secrets ${walls.secrets}`;
  return walls.why === '' ? facts : `${facts} (${walls.why})`;
}

/** `Python 3.11.7 · 2 runs, stable · 1.9 ms`. */
export function runFact({ python, certificate, durationMs }: Run): string {
  const { runs, stable, varied } = certificate;
  const trust = runs === 1 ? '1 run' : `${runs} runs, ${stable ? 'stable' : `not stable: ${varied.join(', ')} varied`}`;
  return `Python ${python.version} · ${trust} · ${duration(durationMs)}`;
}

function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}
