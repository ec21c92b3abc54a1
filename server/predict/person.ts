/** A person's prediction, or a baseline's: claims typed by hand or made by rule, no model asked. */
import { type Claims, noClaims, noConfidence, type Prediction, type Predictor } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { literalState } from './reading.ts';
import { explainNoAnswer } from './sentences.ts';

/** The prediction of a person. `confidence` is a fraction 0–1, `null` where it was not said. A text that is no literal is no answer. */
export function personPrediction(probe: Probe, claims: Claims, confidence: number | null, name = ''): Prediction {
  return claimed({ kind: 'person', name, route: '' }, probe, claims, confidence);
}

/** A prediction out of ready claims. */
export function claimed(predictor: Predictor, probe: Probe, claims: Claims, confidence: number | null): Prediction {
  const unreadable = unreadableClaim(probe, claims);
  const rest = {
    predictor,
    at: new Date().toISOString(),
    reasoning: '',
    raw: '',
    flags: [],
    samples: [],
    usage: null,
    latency: null,
    asked: null,
  };
  if (unreadable !== null) {
    const explanation = explainNoAnswer('unreadable', unreadable);
    return { ...rest, kind: 'noAnswer', claims: noClaims, reason: 'unreadable', explanation, confidence: noConfidence };
  }
  return {
    ...rest,
    kind: 'answered',
    claims,
    reason: null,
    explanation: '',
    confidence: { ...noConfidence, stated: confidence },
  };
}

function unreadableClaim(probe: Probe, claims: Claims): string | null {
  const texts = [...(claims.returns === undefined ? [] : [claims.returns]), ...claims.state.map(({ text }) => text)];
  for (const text of texts) {
    const state = literalState(text);
    if (!state.readable || state.flag === 'bareWord') return `\`${text}\` is no Python literal (${state.why})`;
  }
  const { returns, raises, stdout, input } = claims;
  const says = returns ?? raises ?? stdout ?? input ?? claims.state[0];
  return says === undefined ? `nothing is claimed of \`${probe.call.expression}\`` : null;
}
