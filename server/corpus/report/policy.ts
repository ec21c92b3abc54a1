/** Judges recorded checks anew by the other policy: records keep what decides it, the grade of each aspect and whether `==` holds. */
import { kindUnder } from '../../core/judge/aspect.ts';
import { decidingAspects, kindOf } from '../../core/judge.ts';
import type { SampleVerdict } from '../../core/record.ts';
import type { ScoredKind } from '../../core/score/tally.ts';
import type { Aspect, Policy } from '../../core/verdict.ts';

/** What a record says of the answers to one probe. */
export interface Kinds {
  readonly kind: ScoredKind;
  readonly aspects: readonly Aspect[];
  readonly samples: readonly SampleVerdict[];
}

/**
 * The same under `policy`. Of a sample only the worst grade is on record: where it has several aspects and that grade decides nothing,
 * it stays as it was judged.
 */
export function kindsUnder(policy: Policy, { kind, aspects, samples }: Kinds): Kinds {
  const anew = aspects.map(aspect => ({ ...aspect, kind: kindUnder(policy, aspect.grade, aspect.equal) }));
  return {
    kind: isJudged(kind) && anew.length > 0 ? kindOf(decidingAspects(anew)) : kind,
    aspects: anew,
    samples: samples.map(sample => sampleUnder(policy, sample)),
  };
}

const isJudged = (kind: ScoredKind) => kind !== 'noAnswer' && kind !== 'notAsked';

function sampleUnder(policy: Policy, sample: SampleVerdict): SampleVerdict {
  if (!isJudged(sample.kind)) return sample;
  const kind = kindUnder(policy, sample.grade, sample.equal);
  return kind === 'undecided' ? sample : { ...sample, kind };
}
