/** A row as the record that it was made from. Together with `flatten.ts` nothing is lost but what the cleaner took out. */
import { z } from 'zod';
import { receive, receiveJson } from '../core/door.ts';
import { Alias, Outcome, Run, StateEntry } from '../core/outcome.ts';
import { Asked, Claims, ContextManifest, Latency, Prediction, Sample, Usage } from '../core/prediction.ts';
import { Call, Probe, Question, Target } from '../core/probe.ts';
import { CheckRecord, type CorpusRecord, ProbeRecord, Remark, SampleVerdict } from '../core/record.ts';
import { Aspect, type Verdict } from '../core/verdict.ts';
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
  return receive(
    CheckRecord,
    {
      ...heading(row),
      probe: probeOf(row),
      prediction: predictionOf(row),
      frozen: { at: row.frozenAt, sha256: row.frozenSha256 },
      run: runOf(row),
      verdict: verdictOf(row),
      sampleVerdicts: receiveJson(z.array(SampleVerdict), row.sampleVerdicts, door),
      provenance: provenanceOf(row),
    },
    door,
  );
}

function probeRecordOf(row: Row): ProbeRecord {
  return receive(
    ProbeRecord,
    {
      ...heading(row),
      probe: probeOf(row),
      expected: row.expected,
      run: row.outcome === '' ? null : runOf(row),
      provenance: provenanceOf(row),
    },
    door,
  );
}

function remarkOf(row: Row): Remark {
  return receive(Remark, { ...heading(row), about: row.about, what: row.what, text: row.text }, door);
}

function heading({ version, kind, id, at }: Row) {
  return { version, kind, id, at };
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

function probeOf(row: Row): z.input<typeof Probe> {
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
      form: Target.shape.form.parse(row.form),
      isAsync,
      isGenerator,
      range,
      source: row.source,
      fingerprint: row.fingerprint,
      parameters,
    },
    call: { expression: row.expression, setup: row.setup, range: callRange },
    question: {
      kind: Question.shape.kind.parse(row.question),
      scope,
      ...(hasWanted ? { wanted: row.wanted } : {}),
    },
    code: row.code,
    ...(row.originFormat === '' ? {} : { source: { format: row.originFormat, id: row.originId } }),
    chosen: Probe.shape.chosen.parse(row.chosen),
  };
}

/** −1 stands for no number. */
const orNull = (value: number): number | null => (value === -1 ? null : value);

function predictionOf(row: Row): unknown {
  return {
    kind: row.answered,
    predictor: {
      kind: row.predictorKind,
      name: row.model,
      route: row.route,
      ...(row.servedModel === '' ? {} : { servedModel: row.servedModel }),
      ...(row.modelFingerprint === '' ? {} : { fingerprint: row.modelFingerprint }),
    },
    at: row.predictedAt,
    claims: receiveJson(Claims, row.claims, door),
    reason: row.noAnswer === '' ? null : row.noAnswer,
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
    asked: row.shown === '' ? null : askedOf(row),
  };
}

const Asking = Asked.omit({ prompt: true, style: true, answer: true, context: true });

function askedOf(row: Row): unknown {
  return {
    prompt: { name: row.promptName, version: row.promptVersion, sha256: row.promptSha256, text: row.prompt },
    style: row.style,
    answer: row.answer,
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

function verdictOf(row: Row): unknown {
  return {
    kind: row.verdict,
    grade: row.grade,
    equal: row.equal,
    aspects: receiveJson(z.array(Aspect), row.aspects, door),
    reason: row.verdictReason,
    policy: row.policy,
    rules: row.rules,
  } satisfies Record<keyof Verdict, unknown>;
}

function provenanceOf(row: Row): unknown {
  const { tool, rules, gitCommit, gitDirty, os, kept, redacted } = row;
  return { tool, rules, gitCommit, gitDirty, os, kept, redacted };
}
