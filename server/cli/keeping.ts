/** Keeps checks in a corpus, in the shape that the order of a check asks for. */
import type { Finished, Keeper } from '../core/checking.ts';
import { judge } from '../core/judge.ts';
import type { Prediction, Sample } from '../core/prediction.ts';
import type { SampleVerdict } from '../core/record.ts';
import { buildRecord } from '../corpus/build.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { provenanceOf } from '../corpus/provenance.ts';

/** A keeper of every check, matches too. `workspace` is where git is asked for the commit. */
export function keeperOf(corpus: Corpus, workspace: string): Keeper {
  return {
    freeze: (probe, prediction) => corpus.freeze(probe, prediction),
    drop: ({ id }) => corpus.dropPending(id),
    async append(frozen, finished) {
      const provenance = await provenanceOf(workspace, { rules: finished.verdict.rules, kept: 'all' });
      const record = buildRecord({ ...finished, frozen, provenance, sampleVerdicts: sampleVerdicts(finished) });
      await corpus.append(record);
      return record;
    },
  };
}

function sampleVerdicts({ probe, prediction, run, verdict }: Finished): readonly SampleVerdict[] {
  return prediction.samples.map(sample => {
    const { kind, grade, equal } = judge(probe, predictionOf(prediction, sample), run, verdict.policy);
    return { kind, grade, equal };
  });
}

/** The prediction that one sample alone would be. */
function predictionOf(prediction: Prediction, sample: Sample): Prediction {
  return {
    ...prediction,
    kind: sample.claims === null ? 'noAnswer' : 'answered',
    claims: sample.claims ?? { state: [] },
    reason: sample.reason,
  };
}
