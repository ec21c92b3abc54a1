/**
 * What a corpus holds: checks (probe, prediction, outcome, verdict and provenance), probes without a prediction, and remarks on
 * either. The only shapes kept on disk, flattened by `server/corpus`.
 */
import * as z from 'zod';
import { Run } from './outcome.ts';
import { Prediction } from './prediction.ts';
import { Probe } from './probe.ts';
import { Grade, Verdict, VerdictKind } from './verdict.ts';

/** The version of the record's shape; older ones are upgraded on read. Version 1 was the nested JSON of a check. */
export const recordVersion = 2;

export const Frozen = z.strictObject({
  /** When the prediction was frozen, before the run, in ISO 8601. */
  at: z.string(),
  /** SHA-256 of the canonical JSON of the prediction. */
  sha256: z.string(),
});
export type Frozen = Readonly<z.infer<typeof Frozen>>;

export const Provenance = z.strictObject({
  tool: z.string(),
  /** Version of the comparison rules. */
  rules: z.string(),
  gitCommit: z.string(),
  gitDirty: z.boolean(),
  os: z.string(),
  /** Whether the corpus keeps every check or mismatches only (such a corpus has counts, but no rate). */
  kept: z.enum(['all', 'mismatches']),
  /** Whether anything was redacted before it was stored. */
  redacted: z.boolean(),
});
export type Provenance = Readonly<z.infer<typeof Provenance>>;

/** The verdict of one sample among several, without its aspects; `notAsked` where the transport failed. */
export const SampleVerdict = z.strictObject({
  kind: z.enum([...VerdictKind.options, 'notAsked']),
  grade: Grade,
  equal: z.boolean(),
});
export type SampleVerdict = Readonly<z.infer<typeof SampleVerdict>>;

export const CheckRecord = z.strictObject({
  kind: z.literal('check'),
  version: z.int(),
  /** SHA-256 over probe id, frozen prediction and time: unique a check, stable in copies. */
  id: z.string(),
  /** When the run was over, in ISO 8601. */
  at: z.string(),
  probe: Probe,
  prediction: Prediction,
  frozen: Frozen,
  run: Run,
  verdict: Verdict,
  /** One for each of `prediction.samples`, in their order; empty where the model was asked once. */
  sampleVerdicts: z.array(SampleVerdict),
  provenance: Provenance,
});
export type CheckRecord = Readonly<z.infer<typeof CheckRecord>>;

/** A probe to be asked about: imported or harvested. */
export const ProbeRecord = z.strictObject({
  kind: z.literal('probe'),
  version: z.int(),
  id: z.string(),
  at: z.string(),
  probe: Probe,
  /** The text of the result that the source of the probe states; empty where it states none. */
  expected: z.string(),
  /** The real run, where it is known already. */
  run: Run.nullable(),
  provenance: Provenance,
});
export type ProbeRecord = Readonly<z.infer<typeof ProbeRecord>>;

/** Something said of a check or probe afterwards. Records are never rewritten, so a deletion too is a remark. */
export const Remark = z.strictObject({
  kind: z.literal('remark'),
  version: z.int(),
  id: z.string(),
  at: z.string(),
  /** The id of the record. */
  about: z.string(),
  what: z.enum(['note', 'tag', 'untag', 'comparisonWrong', 'comparisonRight', 'deletion', 'restoration']),
  /** The note, the tag, or why. */
  text: z.string(),
});
export type Remark = Readonly<z.infer<typeof Remark>>;

export const CorpusRecord = z.discriminatedUnion('kind', [CheckRecord, ProbeRecord, Remark]);
export type CorpusRecord = Readonly<z.infer<typeof CorpusRecord>>;
