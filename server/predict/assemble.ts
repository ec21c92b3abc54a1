/** Samples become the prediction that is shown, frozen and kept. */
import {
  type Asked,
  type ContextManifest,
  noClaims,
  noConfidence,
  type Prediction,
  type Predictor,
  type Sample,
  type Style,
  sampleCounts,
} from '../core/prediction.ts';
import type { PriceTable } from '../core/price.ts';
import { exchangeOf, latencyOf, usageOf } from './accounting.ts';
import { agreementOf } from './agreement.ts';
import type { Heard } from './converse.ts';
import type { Prompt } from './prompt.ts';
import type { Put } from './put.ts';
import { explainNoAnswer } from './sentences.ts';

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
  const puts = heard.flatMap(each => each.puts);
  const facts = {
    predictor: withServed(material.predictor, puts),
    at: new Date().toISOString(),
    samples: heard.length > 1 ? samples : [],
    usage: usageOf(puts, material.predictor.name, material.prices),
    latency: latencyOf(leader.main, puts, material.totalMs),
    asked: { ...askedOf(leader, puts, material), ...(heard.length > 1 ? {} : { exchanges: puts.map(exchangeOf) }) },
  };
  const text = { raw: leader.raw, reasoning: leader.reasoning };
  if (agreement === null || leader.reading.kind !== 'answer') return { ...facts, ...text, ...nothing(heard) };
  const { asked, valid } = sampleCounts(samples);
  if (valid < Math.ceil(asked / 2)) {
    const explanation = explainNoAnswer('insufficientSamples', `${valid} of ${asked} samples have an answer`);
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

function sampleOf({ reading, raw, reasoning, confidence, puts }: Heard): Sample {
  const answered = reading.kind === 'answer';
  return {
    raw,
    reasoning,
    claims: answered ? reading.claims : null,
    reason: answered ? null : reading.reason,
    confidence,
    flags: reading.kind === 'trouble' ? [] : [...reading.flags],
    exchanges: puts.map(exchangeOf),
  };
}

function withServed(predictor: Predictor, puts: readonly Put[]): Predictor {
  const reply = puts.flatMap(each => (each.result.kind === 'reply' ? [each.result.reply] : []))[0];
  return {
    ...predictor,
    ...(reply === undefined || reply.servedModel === '' ? {} : { servedModel: reply.servedModel }),
    ...(reply === undefined || reply.fingerprint === '' || predictor.fingerprint !== undefined
      ? {}
      : { fingerprint: reply.fingerprint }),
  };
}

function askedOf({ main }: Heard, puts: readonly Put[], material: Material): Asked {
  const { prompt, style, manifest, temperature, seed, wanted } = material;
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
      samples: wanted,
    },
    rung: main.rung ?? 'plain',
    degraded: [...new Set(puts.flatMap(each => each.degraded))],
  };
}
