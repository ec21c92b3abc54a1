/** A person's prediction, or a baseline's: claims typed by hand or made by rule, no model asked. */
import { readLiteral } from './literal.ts';
import { answeredBy, type Claims, noConfidence, type Prediction, type Predictor, unanswered } from './prediction.ts';
import { callParts } from './pythonText.ts';

/** The prediction of a person. `confidence` is a fraction 0–1, `null` where it was not said. A text that is no literal is no answer. */
export function personPrediction(claims: Claims, confidence: number | null): Prediction {
  const prediction = claimed({ kind: 'person', name: '', route: '' }, claims);
  return prediction.kind === 'answered'
    ? { ...prediction, confidence: { ...noConfidence, stated: confidence } }
    : prediction;
}

/** A prediction out of ready claims. */
export function claimed(predictor: Predictor, claims: Claims): Prediction {
  const unreadable = unreadableClaim(claims);
  return unreadable === '' ? answeredBy(predictor, claims) : unanswered(predictor, 'unreadable', unreadable);
}

function unreadableClaim(claims: Claims): string {
  const { returns, raises, stdout, input, state } = claims;
  const texts = [...(returns === undefined ? [] : [returns]), ...state.map(({ text }) => text)];
  const unreadable = texts.map(unreadableText).find(reason => reason !== '');
  if (unreadable !== undefined) return unreadable;
  const isEmpty = (returns ?? raises ?? stdout ?? input ?? state[0]) === undefined;
  return isEmpty ? 'Nothing is claimed of the call. Say what it returns, raises or changes.' : '';
}

/** Why a text cannot stand for a value, with what to write instead; empty where it can. */
export function unreadableText(text: string): string {
  return isReadable(text)
    ? ''
    : `\`${text}\` is no Python value. Write it as \`repr\` prints it: a text has its quotes.`;
}

/** What looks like a call, and is whole, may be the text of an object: only the class of the real value can tell. */
function isReadable(text: string): boolean {
  const literal = readLiteral(text);
  return literal.kind === 'value' || (literal.reason === 'call' && callParts(`f(${text})`) !== null);
}
