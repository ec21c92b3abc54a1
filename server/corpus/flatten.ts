/** A record as a row: scalars into columns of their own, structures as JSON text, every text through the cleaner that is given. */

import type { Outcome, Run } from '../core/outcome.ts';
import type { Claims, Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { CheckRecord, CorpusRecord, ProbeRecord, Provenance, Remark } from '../core/record.ts';
import type { Verdict } from '../core/verdict.ts';
import { type Cleaner, cleanJson } from './redact.ts';
import { emptyRow, type Row } from './row.ts';

/** The row of `record`. `redacted` is set where the cleaner took something out. */
export function flatten(record: CorpusRecord, cleaner: Cleaner): Row {
  const row = cleanRow(rowOf(record, cleaner), cleaner);
  return { ...row, redacted: row.redacted || cleaner.redacted() };
}

function rowOf(record: CorpusRecord, cleaner: Cleaner): Row {
  switch (record.kind) {
    case 'check':
      return checkRow(record, jsonBy(cleaner));
    case 'probe':
      return probeRow(record, jsonBy(cleaner));
    case 'remark':
      return remarkRow(record);
  }
}

type ToJson = (value: unknown) => string;
const jsonBy =
  (cleaner: Cleaner): ToJson =>
  value =>
    cleanJson(value, cleaner);

/** Columns that hold JSON text are clean already; the ids are ours. */
const untouched: ReadonlySet<string> = new Set([
  'id',
  'probe',
  'about',
  'fingerprint',
  'promptSha256',
  'frozenSha256',
  'gitCommit',
  'targetFacts',
  'claims',
  'flags',
  'samples',
  'usage',
  'latency',
  'shown',
  'asking',
  'outcomeFacts',
  'state',
  'aliases',
  'runFacts',
  'aspects',
  'sampleVerdicts',
]);

function cleanRow(row: Row, cleaner: Cleaner): Row {
  const texts = Object.entries(row).flatMap(([column, value]) =>
    typeof value === 'string' && value !== '' && !untouched.has(column) ? [[column, cleaner.clean(value)]] : [],
  );
  return { ...row, ...Object.fromEntries(texts) };
}

function checkRow(record: CheckRecord, json: ToJson): Row {
  return {
    ...emptyRow,
    ...heading(record),
    ...probeColumns(record.probe, json),
    ...predictionColumns(record.prediction, json),
    ...askedColumns(record.prediction, json),
    frozenAt: record.frozen.at,
    frozenSha256: record.frozen.sha256,
    ...runColumns(record.run, json),
    ...verdictColumns(record.verdict, json),
    sampleVerdicts: json(record.sampleVerdicts),
    ...provenanceColumns(record.provenance),
  };
}

function probeRow(record: ProbeRecord, json: ToJson): Row {
  return {
    ...emptyRow,
    ...heading(record),
    ...probeColumns(record.probe, json),
    ...(record.run === null ? {} : runColumns(record.run, json)),
    ...provenanceColumns(record.provenance),
    rules: record.provenance.rules,
    expected: record.expected,
  };
}

function remarkRow(record: Remark): Row {
  return { ...emptyRow, ...heading(record), about: record.about, what: record.what, text: record.text };
}

function heading(record: CorpusRecord): Pick<Row, 'version' | 'kind' | 'id' | 'at'> {
  return { version: record.version, kind: record.kind, id: record.id, at: record.at };
}

function probeColumns(probe: Probe, json: ToJson): Partial<Row> {
  const { target, call, question } = probe;
  return {
    probe: probe.id,
    file: target.file,
    name: target.name,
    form: target.form,
    source: target.source,
    fingerprint: target.fingerprint,
    expression: call.expression,
    setup: call.setup,
    question: question.kind,
    wanted: question.wanted ?? '',
    code: probe.code,
    originFormat: probe.source?.format ?? '',
    originId: probe.source?.id ?? '',
    chosen: probe.chosen,
    targetFacts: json({
      isAsync: target.isAsync,
      isGenerator: target.isGenerator,
      range: target.range,
      parameters: target.parameters,
      callRange: call.range,
      scope: question.scope,
      hasWanted: question.wanted !== undefined,
    }),
  };
}

function predictionColumns(prediction: Prediction, json: ToJson): Partial<Row> {
  const { predictor, confidence, usage, latency } = prediction;
  return {
    answered: prediction.kind,
    noAnswer: prediction.reason ?? '',
    predictorKind: predictor.kind,
    model: predictor.name,
    route: predictor.route,
    servedModel: predictor.servedModel ?? '',
    modelFingerprint: predictor.fingerprint ?? '',
    predictedAt: prediction.at,
    predicted: claimText(prediction.claims),
    claims: json(prediction.claims),
    explanation: prediction.explanation,
    confidence: confidence.stated ?? -1,
    consistency: confidence.consistency ?? -1,
    logProbability: confidence.logProbability ?? -1,
    reasoning: prediction.reasoning,
    raw: prediction.raw,
    flags: json(prediction.flags),
    samples: json(prediction.samples),
    promptTokens: usage?.promptTokens ?? -1,
    completionTokens: usage?.completionTokens ?? -1,
    reasoningTokens: usage?.reasoningTokens ?? -1,
    cachedTokens: usage?.cachedTokens ?? -1,
    cost: usage?.cost ?? -1,
    latencyMs: latency?.totalMs ?? -1,
    usage: usage === null ? '' : json(usage),
    latency: latency === null ? '' : json(latency),
  };
}

function askedColumns({ asked }: Prediction, json: ToJson): Partial<Row> {
  if (asked === null) return {};
  const { prompt, style, answer, context, ...asking } = asked;
  return {
    style,
    answer,
    context: context.level,
    promptName: prompt.name,
    promptVersion: prompt.version,
    promptSha256: prompt.sha256,
    prompt: prompt.text,
    shown: json(context),
    asking: json(asking),
  };
}

/** What a prediction says of the result, as one short text. */
export function claimText(claims: Claims): string {
  if (claims.input !== undefined) return claims.input;
  if (claims.raises !== undefined) return exceptionText(claims.raises.type, claims.raises.message ?? '');
  return claims.returns ?? '';
}

function runColumns(run: Run, json: ToJson): Partial<Row> {
  const { outcome, state, aliases, stdout, stderr, durationMs, ...facts } = run;
  return {
    outcome: outcome.kind,
    actual: actualText(outcome),
    outcomeFacts: json(outcome),
    state: json(state),
    aliases: json(aliases),
    stdout,
    stderr,
    durationMs,
    python: run.python.version,
    walls: run.walls.level,
    stable: run.certificate.stable,
    runFacts: json(facts),
  };
}

function actualText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returned':
      return outcome.repr;
    case 'raised':
      return exceptionText(outcome.exception.type, outcome.exception.message);
    case 'exited':
      return `exit ${outcome.code}`;
    case 'blocked':
    case 'timedOut':
    case 'killed':
    case 'notRun':
      return outcome.reason;
  }
}

function exceptionText(type: string, message: string): string {
  return message === '' ? type : `${type}: ${message}`;
}

function verdictColumns(verdict: Verdict, json: ToJson): Partial<Row> {
  return {
    verdict: verdict.kind,
    grade: verdict.grade,
    equal: verdict.equal,
    policy: verdict.policy,
    rules: verdict.rules,
    verdictReason: verdict.reason,
    aspects: json(verdict.aspects),
  };
}

function provenanceColumns(provenance: Provenance): Partial<Row> {
  const { tool, gitCommit, gitDirty, os, kept, redacted } = provenance;
  return { tool, gitCommit, gitDirty, os, kept, redacted };
}
