/**
 * What was hidden from a model is not held against it. A secret is a placeholder in the prompt, while the call runs with the secret
 * itself: an aspect whose prediction or outcome holds one is undecided, and where the call itself held one, every aspect is.
 */
import type { Prediction } from '../prediction.ts';
import type { Probe } from '../probe.ts';
import { hiddenIn, holdsHidden, withoutSecrets } from '../secrets.ts';
import type { Aspect } from '../verdict.ts';
import { undecidedAspect } from './aspect.ts';

/** The aspects with those undecided, as `redacted`, that rest on what the prompt hid. People and rules are asked with nothing hidden. */
export function withoutHidden(aspects: readonly Aspect[], { call }: Probe, { asked }: Prediction): readonly Aspect[] {
  const hidden = hiddenIn(asked?.prompt.text ?? '');
  if (hidden.size === 0) return aspects;
  const isOtherCall = hiddenIn(withoutSecrets(`${call.setup}\n${call.expression}`)).size > 0;
  return aspects.map(aspect => {
    const { predicted, actual, grade, notAsked } = aspect;
    const rests = isOtherCall || holdsHidden(predicted, hidden) || holdsHidden(actual, hidden);
    if (!rests || grade === 'unreadable') return aspect;
    return { ...undecidedAspect(aspect.aspect, aspect, 'redacted'), ...(notAsked === true ? { notAsked } : {}) };
  });
}
