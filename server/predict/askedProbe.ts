/** A probe as a model is asked about it: secrets in the call, its set-up and the wanted result are placeholders, as they are in the code. */
import type { Probe } from '../core/probe.ts';
import { withoutSecrets } from '../core/secrets.ts';

/** Replies are read against this one too, since they repeat what was asked. */
export function askedProbe(probe: Probe): Probe {
  const { call, question, target } = probe;
  const { wanted } = question;
  return {
    ...probe,
    target: { ...target, source: withoutSecrets(target.source) },
    call: { ...call, expression: withoutSecrets(call.expression), setup: withoutSecrets(call.setup) },
    question: wanted === undefined ? question : { ...question, wanted: withoutSecrets(wanted) },
  };
}
