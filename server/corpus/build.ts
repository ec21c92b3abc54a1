/** Puts the parts of a record together, with the ids and times that it must have. */
import { fingerprint } from '../core/fingerprint.ts';
import type { Run } from '../core/outcome.ts';
import type { Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { CheckRecord, Frozen, ProbeRecord, Provenance, Remark, SampleVerdict } from '../core/record.ts';
import { recordVersion } from '../core/record.ts';
import type { Verdict } from '../core/verdict.ts';
import { checkId } from './pending.ts';

export interface CheckParts {
  readonly probe: Probe;
  readonly prediction: Prediction;
  /** As `freeze` gave it; more fields may stand beside the two. */
  readonly frozen: Frozen;
  readonly run: Run;
  readonly verdict: Verdict;
  readonly sampleVerdicts?: readonly SampleVerdict[];
  readonly provenance: Provenance;
}

/** The record of a check that is over now. Its id is that of the frozen prediction. */
export function buildRecord(parts: CheckParts): CheckRecord {
  const { probe, prediction, run, verdict, sampleVerdicts = [], provenance } = parts;
  const frozen = { at: parts.frozen.at, sha256: parts.frozen.sha256 };
  return {
    kind: 'check',
    version: recordVersion,
    id: checkId(probe, frozen),
    at: new Date().toISOString(),
    probe,
    prediction,
    frozen,
    run,
    verdict,
    sampleVerdicts: [...sampleVerdicts],
    provenance: { ...provenance, rules: verdict.rules },
  };
}

/** A probe without a prediction. The same probe from the same source has the same id. */
export function buildProbeRecord(probe: Probe, expected: string, run: Run | null, provenance: Provenance): ProbeRecord {
  const id = fingerprint(
    JSON.stringify(['probe', probe.id, probe.source?.format ?? '', probe.source?.id ?? '', expected]),
  );
  return { kind: 'probe', version: recordVersion, id, at: new Date().toISOString(), probe, expected, run, provenance };
}

export function buildRemark(about: string, what: Remark['what'], text: string): Remark {
  const at = new Date().toISOString();
  const id = fingerprint(JSON.stringify(['remark', about, what, text, at]));
  return { kind: 'remark', version: recordVersion, id, at, about, what, text };
}
