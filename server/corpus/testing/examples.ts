/** Records for tests: whole and plausible, each field changeable. */

import type { CheckRecord, Provenance } from '../../core/record.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../../core/testing/examples.ts';
import { buildRecord } from '../build.ts';
import { predictionFingerprint } from '../pending.ts';

export const exampleProvenance: Provenance = {
  tool: '0.1.0',
  rules: '1',
  gitCommit: 'f'.repeat(40),
  gitDirty: false,
  os: 'linux 6.1 x64',
  kept: 'all',
  redacted: false,
};

let clock = 0;

/** A record of its own id each time. */
export function exampleRecord(changes: Partial<CheckRecord> = {}): CheckRecord {
  clock += 1;
  const prediction = changes.prediction ?? examplePrediction();
  const frozen = {
    at: `2026-01-02T03:04:06.${String(clock).padStart(6, '0')}Z`,
    sha256: predictionFingerprint(prediction),
  };
  const probe = changes.probe ?? exampleProbe();
  const parts = { probe, prediction, frozen, run: changes.run ?? exampleRun(), verdict: exampleVerdict() };
  return { ...buildRecord({ ...parts, provenance: exampleProvenance }), ...changes };
}
