/** A record: probe, prediction, outcome, verdict and provenance. The only shape kept on disk (flattened by `server/corpus`). */
import { z } from 'zod';
import { Run } from './outcome.ts';
import { Prediction } from './prediction.ts';
import { Probe } from './probe.ts';
import { Verdict } from './verdict.ts';

/** The version of the record's shape; older ones are upgraded on read. */
export const recordVersion = 1;

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

export const CheckRecord = z.strictObject({
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
  provenance: Provenance,
});
export type CheckRecord = Readonly<z.infer<typeof CheckRecord>>;
