/** A row as the record that it was made from. Together with `flatten.ts` nothing is lost but what the cleaner took out. */
import * as z from 'zod';
import { receive, receiveJson } from '../core/door.ts';
import { Alias, Outcome, Run, StateEntry } from '../core/outcome.ts';
import {
  AnswerShape,
  Asked,
  Claims,
  ContextManifest,
  Latency,
  NoAnswerReason,
  NotAskedReason,
  Prediction,
  Predictor,
  Sample,
  Style,
  Usage,
} from '../core/prediction.ts';
import { Call, Probe, Question, QuestionKind, Target, TargetForm } from '../core/probe.ts';
import {
  type CheckRecord,
  type CorpusRecord,
  type ProbeRecord,
  Provenance,
  Remark,
  SampleVerdict,
} from '../core/record.ts';
import { Aspect, Grade, Policy, type Verdict, VerdictKind } from '../core/verdict.ts';
import type { Row } from './row.ts';

const door = 'the corpus';

/** The record of `row`; throws the failure `unknownData` where a column does not hold what its kind needs. */
export function unflatten(row: Row): CorpusRecord {
  switch (row.kind) {
    case 'check':
      return checkOf(row);
    case 'probe':
      return probeRecordOf(row);
    default:
      return remarkOf(row);
  }
}

function checkOf(row: Row): CheckRecord {
  const words = receive(CheckWords, row, door);
  return {
    ...heading(row),
    kind: 'check',
    probe: probeOf(row, words),
    prediction: predictionOf(row, words),
    frozen: { at: row.frozenAt, sha256: row.frozenSha256 },
    run: runOf(row),
    verdict: verdictOf(row, words),
    sampleVerdicts: receiveJson(z.array(SampleVerdict), row.sampleVerdicts, door),
    provenance: provenanceOf(row, words),
  };
}

function probeRecordOf(row: Row): ProbeRecord {
  const words = receive(ProbeWords, row, door);
  return {
    ...heading(row),
    kind: 'probe',
    probe: probeOf(row, words),
    expected: row.expected,
    run: row.outcome === '' ? null : runOf(row),
    provenance: provenanceOf(row, words),
  };
}

/** The columns of a probe that hold one word of a few. */
const ProbeWords = z.object({
  form: TargetForm,
  question: QuestionKind,
  chosen: Probe.shape.chosen,
  kept: Provenance.shape.kept,
});
type ProbeWords = z.infer<typeof ProbeWords>;

const CheckWords = ProbeWords.extend({
  answered: Prediction.shape.kind,
  predictorKind: Predictor.shape.kind,
  noAnswer: z.union([z.literal(''), NoAnswerReason, NotAskedReason]),
  style: z.union([z.literal(''), Style]),
  answer: z.union([z.literal(''), AnswerShape]),
  verdict: VerdictKind,
  grade: Grade,
  policy: Policy,
});
type CheckWords = z.infer<typeof CheckWords>;

function remarkOf(row: Row): Remark {
  return receive(Remark, { ...heading(row), kind: row.kind, about: row.about, what: row.what, text: row.text }, door);
}

function heading({ version, id, at }: Row) {
  return { version, id, at };
}

const TargetFacts = z.strictObject({
  isAsync: Target.shape.isAsync,
  isGenerator: Target.shape.isGenerator,
  range: Target.shape.range,
  parameters: Target.shape.parameters,
  callRange: Call.shape.range,
  scope: Question.shape.scope,
  hasWanted: z.boolean(),
});

function probeOf(row: Row, { form, question, chosen }: ProbeWords): Probe {
  const { isAsync, isGenerator, range, parameters, callRange, scope, hasWanted } = receiveJson(
    TargetFacts,
    row.targetFacts,
    door,
  );
  return {
    id: row.probe,
    target: {
      file: row.file,
      name: row.name,
      form,
      isAsync,
      isGenerator,
      range,
      source: row.source,
      fingerprint: row.fingerprint,
      parameters,
    },
    call: { expression: row.expression, setup: row.setup, range: callRange },
    question: {
      kind: question,
      scope,
      ...(hasWanted ? { wanted: row.wanted } : {}),
    },
    code: row.code,
    ...(row.originFormat === '' ? {} : { source: { format: row.originFormat, id: row.originId } }),
    chosen,
  };
}

/** −1 stands for no number. */
const orNull = (value: number): number | null => (value === -1 ? null : value);

function predictionOf(row: Row, words: CheckWords): Prediction {
  return {
    kind: words.answered,
    predictor: {
      kind: words.predictorKind,
      name: row.model,
      route: row.route,
      ...(row.servedModel === '' ? {} : { servedModel: row.servedModel }),
      ...(row.modelFingerprint === '' ? {} : { fingerprint: row.modelFingerprint }),
    },
    at: row.predictedAt,
    claims: receiveJson(Claims, row.claims, door),
    reason: words.noAnswer === '' ? null : words.noAnswer,
    explanation: row.explanation,
    confidence: {
      stated: orNull(row.confidence),
      consistency: orNull(row.consistency),
      logProbability: orNull(row.logProbability),
    },
    reasoning: row.reasoning,
    raw: row.raw,
    flags: receiveJson(Prediction.shape.flags, row.flags, door),
    samples: receiveJson(z.array(Sample), row.samples, door),
    usage: row.usage === '' ? null : receiveJson(Usage, row.usage, door),
    latency: row.latency === '' ? null : receiveJson(Latency, row.latency, door),
    asked: askedOf(row, words),
  };
}

const Asking = Asked.omit({ prompt: true, style: true, answer: true, context: true });

function askedOf(row: Row, { style, answer }: CheckWords): Asked | null {
  if (style === '' || answer === '') return null;
  return {
    prompt: { name: row.promptName, version: row.promptVersion, sha256: row.promptSha256, text: row.prompt },
    style,
    answer,
    context: receiveJson(ContextManifest, row.shown, door),
    ...receiveJson(Asking, row.asking, door),
  };
}

const RunFacts = Run.omit({
  outcome: true,
  state: true,
  aliases: true,
  stdout: true,
  stderr: true,
  durationMs: true,
});

function runOf(row: Row): Run {
  return {
    outcome: receiveJson(Outcome, row.outcomeFacts, door),
    state: receiveJson(z.array(StateEntry), row.state, door),
    aliases: receiveJson(z.array(Alias), row.aliases, door),
    stdout: row.stdout,
    stderr: row.stderr,
    durationMs: row.durationMs,
    ...receiveJson(RunFacts, row.runFacts, door),
  };
}

function verdictOf(row: Row, { verdict, grade, policy }: CheckWords): Verdict {
  return {
    kind: verdict,
    grade,
    equal: row.equal,
    aspects: receiveJson(z.array(Aspect), row.aspects, door),
    reason: row.verdictReason,
    policy,
    rules: row.rules,
  };
}

function provenanceOf(row: Row, { kept }: ProbeWords): Provenance {
  const { tool, rules, gitCommit, gitDirty, os, redacted } = row;
  return { tool, rules, gitCommit, gitDirty, os, kept, redacted };
}
