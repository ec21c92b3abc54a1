/** Both sides of an aspect as whole texts: a verdict keeps the texts at the first difference alone. */
import { exceptionText, outcomeText, unclaimedText } from '../server/core/line.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Aspect } from '../server/core/verdict.ts';

export interface Texts {
  readonly predicted: string;
  readonly really: string;
}

const noChange = 'no change';

export function textsOf(aspect: Aspect, { claims }: Prediction, run: Run): Texts {
  const { predicted, actual, flags } = aspect;
  if (aspect.aspect.startsWith('state:')) {
    const target = aspect.aspect.slice('state:'.length);
    const claimed = claims.state.find(each => each.target === target)?.text;
    const after = run.state.find(each => each.target === target && each.changed)?.after;
    return {
      predicted: claimed ?? (predicted === '' || flags.missed === true ? unclaimedText(claims, target) : predicted),
      really: flags.invented === true ? noChange : (after ?? (actual || noChange)),
    };
  }
  if (aspect.aspect === 'return') return { predicted: claims.returns ?? predicted, really: outcomeText(run.outcome) };
  if (aspect.aspect === 'stdout') return { predicted: claims.stdout ?? predicted, really: run.stdout };
  if (aspect.aspect === 'exceptionType' && run.outcome.kind === 'raised') {
    return { predicted, really: exceptionText({ type: run.outcome.exception.type, message: '' }) };
  }
  return { predicted, really: actual };
}
