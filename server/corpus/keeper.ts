/** Keeps checks in a corpus, in the shape that the order of a check asks for (`core/checking.ts`). */
import type { Finished, Keeper } from '../core/checking.ts';
import { judge } from '../core/judge.ts';
import { NotAskedReason, noClaims, type Prediction, type Sample } from '../core/prediction.ts';
import type { CheckRecord, Provenance, SampleVerdict } from '../core/record.ts';
import { buildRecord } from './build.ts';
import type { Corpus } from './corpus.ts';
import { provenanceOf } from './provenance.ts';

/**
 * A keeper for the checks of the folder `workspace`, whose commit each record names. With `mismatches`, a check that is not wrong is
 * not kept: its record is made all the same, and its frozen prediction goes.
 */
export function openKeeper(corpus: Corpus, workspace: string, kept: Provenance['kept']): Keeper {
  return {
    freeze: (probe, prediction) => corpus.freeze(probe, prediction),
    drop: ({ id }) => corpus.dropPending(id),
    async append(frozen, finished) {
      const provenance = await provenanceOf(workspace, { rules: finished.verdict.rules, kept });
      const record = recordOf(finished, frozen, provenance);
      if (kept === 'mismatches' && record.verdict.kind !== 'wrong') await corpus.dropPending(record.id);
      else await corpus.append(record);
      return record;
    },
  };
}

/** The record of a finished check, with the verdict of each of its samples. */
export function recordOf(finished: Finished, frozen: CheckRecord['frozen'], provenance: Provenance): CheckRecord {
  return buildRecord({ ...finished, frozen, provenance, sampleVerdicts: sampleVerdictsOf(finished) });
}

function sampleVerdictsOf({ probe, prediction, run, verdict }: Finished): readonly SampleVerdict[] {
  return prediction.samples.map(sample => {
    const alone = predictionOfSample(prediction, sample);
    const { kind, grade, equal } = judge(probe, alone, run, verdict.policy);
    return { kind: alone.kind === 'notAsked' ? 'notAsked' : kind, grade, equal };
  });
}

/** The prediction that one sample alone would be. */
export function predictionOfSample(prediction: Prediction, sample: Sample): Prediction {
  const { claims, reason, raw, reasoning, confidence } = sample;
  const kind = claims !== null ? 'answered' : NotAskedReason.safeParse(reason).success ? 'notAsked' : 'noAnswer';
  return { ...prediction, kind, claims: claims ?? noClaims, reason, raw, reasoning, confidence, samples: [] };
}
