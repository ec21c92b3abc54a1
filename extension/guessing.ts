/** A person's prediction, asked for by a form; the truth stays hidden until it is submitted. */
import { personPrediction } from '../server/core/claimed.ts';
import { type GuessAsked, unchanged } from '../server/core/guess.ts';
import { oneLine } from '../server/core/line.ts';
import { type Latency, type Prediction, unanswered } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import { stateTargets } from '../server/core/stateTargets.ts';
import { askWithForm } from './guessPanel.ts';

/** `pages` is the folder of the form's page. Throws a cancellation where the form is left. */
export async function guess(probe: Probe, pages: string, signal: AbortSignal): Promise<Prediction> {
  const title = `Predict: ${oneLine(probe.call.expression, 40)}`;
  const submitted = await askWithForm(pages, title, askedOf(probe), signal);
  const prediction =
    submitted.kind === 'unknown'
      ? unanswered({ kind: 'person', name: '', route: '' }, 'abstained', 'You did not guess.')
      : personPrediction(submitted.claims, submitted.confidence);
  return { ...prediction, latency: latencyOf(submitted.tookMs) };
}

function askedOf(probe: Probe): GuessAsked {
  const { expression, setup } = probe.call;
  const targets = stateTargets(probe).map(each => ({ ...each, text: unchanged }));
  return { kind: 'asked', call: expression, setup, targets };
}

function latencyOf(totalMs: number): Latency {
  return { queueMs: 0, firstByteMs: null, firstContentMs: null, totalMs, attempts: 1 };
}
