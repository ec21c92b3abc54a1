/** Samples become the prediction that is shown, frozen and kept. */
import {
  type Asked,
  type Confidence,
  type ContextManifest,
  type Latency,
  noClaims,
  noConfidence,
  type Prediction,
  type Predictor,
  type Sample,
  type Style,
  type Usage,
} from '../core/prediction.ts';
import type { PriceTable } from '../core/price.ts';
import { agreementOf } from './agreement.ts';
import type { Questioned } from './ask.ts';
import type { Heard } from './converse.ts';
import { costOf } from './price.ts';
import type { Prompt } from './prompt.ts';
import { explainNoAnswer } from './sentences.ts';
import { estimateTokens } from './tokens.ts';

export interface Material {
  readonly predictor: Predictor;
  readonly prompt: Prompt;
  readonly style: Style;
  readonly manifest: ContextManifest;
  readonly temperature: number;
  readonly seed: number | null;
  readonly prices: PriceTable;
  /** How many samples were wanted. */
  readonly wanted: number;
  readonly totalMs: number;
}

/** The prediction of a model from its samples; at least one. */
export function assemble(heard: readonly Heard[], material: Material): Prediction {
  const samples = heard.map(sampleOf);
  const agreement = agreementOf(samples.map(sample => sample.claims));
  const leader = heard[agreement?.leader ?? 0];
  if (leader === undefined) throw new Error('a prediction without samples');
  const questions = heard.flatMap(each => each.puts);
  const facts = {
    predictor: withServed(material.predictor, questions),
    at: new Date().toISOString(),
    samples: heard.length > 1 ? samples : [],
    usage: usageOf(questions, material),
    latency: latencyOf(leader, questions, material.totalMs),
    asked: askedOf(leader, questions, material),
  };
  const answered = samples.filter(sample => sample.claims !== null).length;
  const text = { raw: leader.raw, reasoning: leader.reasoning };
  if (agreement === null || leader.reading.kind !== 'answer') return { ...facts, ...text, ...nothing(heard) };
  if (answered < Math.ceil(heard.length / 2)) {
    const explanation = explainNoAnswer('insufficientSamples', `${answered} of ${heard.length} samples have an answer`);
    return { ...facts, ...text, ...without('noAnswer', 'insufficientSamples', explanation) };
  }
  const consistency = heard.length > 1 ? agreement.share : null;
  const flags = [...leader.reading.flags, ...(agreement.rivals.length > 0 ? ['tied'] : [])];
  return {
    ...facts,
    ...text,
    kind: 'answered',
    claims: leader.reading.claims,
    reason: null,
    explanation: '',
    confidence: {
      ...leader.confidence,
      stated: statedOf(
        leader,
        agreement.rivals.flatMap(index => heard[index] ?? []),
      ),
      consistency,
    },
    flags: [...new Set(flags)],
  };
}

/** Of a tie the lower: whoever was as often said was as sure. */
function statedOf(leader: Heard, rivals: readonly Heard[]): number | null {
  const said = [leader, ...rivals].flatMap(({ confidence }) => confidence.stated ?? []);
  return leader.confidence.stated === null ? null : Math.min(...said);
}

type Nothing = Pick<Prediction, 'kind' | 'claims' | 'reason' | 'explanation' | 'confidence' | 'flags'>;

function without(kind: 'noAnswer' | 'notAsked', reason: Prediction['reason'], explanation: string): Nothing {
  return { kind, claims: noClaims, reason, explanation, confidence: noConfidence, flags: [] };
}

/** What the replies say counts before what the way to them says. */
function nothing(heard: readonly Heard[]): Nothing {
  const replied = heard.find(each => each.reading.kind === 'none') ?? heard[0];
  const reading = replied?.reading;
  if (reading?.kind === 'none') {
    const { reason, detail, flags } = reading;
    return { ...without('noAnswer', reason, explainNoAnswer(reason, detail)), flags: [...flags] };
  }
  return reading?.kind === 'trouble'
    ? without('notAsked', reading.reason, reading.explanation)
    : without('noAnswer', 'empty', explainNoAnswer('empty', ''));
}

function sampleOf({ reading, raw, reasoning, confidence }: Heard): Sample {
  const answered = reading.kind === 'answer';
  return {
    raw,
    reasoning,
    claims: answered ? reading.claims : null,
    reason: answered ? null : reading.reason,
    confidence: confidence satisfies Confidence,
  };
}

function withServed(predictor: Predictor, questions: readonly Questioned[]): Predictor {
  const reply = questions.flatMap(each => (each.result.kind === 'reply' ? [each.result.reply] : []))[0];
  return {
    ...predictor,
    ...(reply === undefined || reply.servedModel === '' ? {} : { servedModel: reply.servedModel }),
    ...(reply === undefined || reply.fingerprint === '' || predictor.fingerprint !== undefined
      ? {}
      : { fingerprint: reply.fingerprint }),
  };
}

function usageOf(questions: readonly Questioned[], { prompt, prices, predictor }: Material): Usage | null {
  const replies = questions.flatMap(each => (each.result.kind === 'reply' ? [each.result.reply] : []));
  if (replies.length === 0) return null;
  const known = replies.flatMap(reply => (reply.usage === null ? [] : [reply.usage]));
  const estimated = known.length < replies.length;
  if (known.length === 0) {
    const promptTokens = replies.length * estimateTokens(prompt.text);
    const completionTokens = replies.reduce((sum, reply) => sum + estimateTokens(reply.text), 0);
    return { promptTokens, completionTokens, reasoningTokens: null, cachedTokens: null, cost: null, estimated };
  }
  const sum = (pick: (usage: (typeof known)[number]) => number | null): number | null =>
    known.every(usage => pick(usage) === null) ? null : known.reduce((total, usage) => total + (pick(usage) ?? 0), 0);
  const costs = known.map(usage => costOf(usage, predictor.name, prices));
  return {
    promptTokens: sum(usage => usage.promptTokens),
    completionTokens: sum(usage => usage.completionTokens),
    reasoningTokens: sum(usage => usage.reasoningTokens),
    cachedTokens: sum(usage => usage.cachedTokens),
    cost: costs.includes(null) ? null : costs.reduce((total: number, cost) => total + (cost ?? 0), 0),
    estimated,
  };
}

function latencyOf({ main }: Heard, questions: readonly Questioned[], totalMs: number): Latency {
  const reply = main.result.kind === 'reply' ? main.result.reply : null;
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    queueMs: round(questions.reduce((sum, each) => sum + each.queueMs, 0)),
    firstByteMs: reply === null ? null : round(reply.firstByteMs),
    firstContentMs: reply?.firstContentMs == null ? null : round(reply.firstContentMs),
    totalMs: round(totalMs),
    attempts: questions.reduce((sum, each) => sum + each.attempts, 0),
  };
}

function askedOf({ main }: Heard, questions: readonly Questioned[], material: Material): Asked {
  const { prompt, style, manifest, temperature, seed } = material;
  const { name, version, sha256, text } = prompt;
  return {
    prompt: { name, version, sha256, text },
    style,
    answer: prompt.shape,
    context: manifest,
    sampling: {
      temperature: main.profile.temperature === 'fixed' ? null : temperature,
      topP: null,
      seed: main.profile.seed === true ? seed : null,
      maxTokens: main.maxTokens,
    },
    rung: main.rung ?? 'plain',
    degraded: [...new Set(questions.flatMap(each => each.degraded))],
  };
}
