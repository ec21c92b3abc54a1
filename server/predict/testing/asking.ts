/** What the tests of the wire share: an endpoint at a fake server, one easy question, and an answer to it. */

import { silentLog } from '../../core/log.ts';
import type { Endpoint } from '../../core/messages.ts';
import type { Prediction } from '../../core/prediction.ts';
import { rungs } from '../../core/profile.ts';
import { readAddress } from '../address.ts';
import { type Means, openMeans } from '../means.ts';
import { type PredictOptions, predictWith } from '../predict.ts';
import { nothingShown, outcomeProbe } from './probes.ts';

export const never = new AbortController().signal;
export const probe = outcomeProbe({ source: 'def f(a):\n    return a + 1\n', call: 'f(1)' });

/** A right answer in JSON. */
export const rightJson = JSON.stringify({
  reasoning: '',
  outcome: 'returns',
  return_repr: '2',
  exception_type: '',
  exception_message: '',
  stdout: '',
  post_state: [],
  confidence_percent: 90,
});

export function endpointAt(baseUrl: string, more: Partial<Endpoint> = {}): Endpoint {
  return { kind: 'model', baseUrl, model: 'm', apiKey: '', proxy: '', strictTls: true, ...more };
}

export function asking(means: Means, more: Partial<PredictOptions> = {}): PredictOptions {
  return {
    style: 'direct',
    answer: 'json',
    context: 'function',
    contextTokens: 6000,
    samples: 1,
    pythonVersion: '3.11',
    means,
    ...more,
  };
}

/** Means whose patience is short. */
export function hasty(): Means {
  return openMeans({ timers: { firstTokenMs: 400, idleMs: 400, totalMs: 2000 } });
}

/** Asks the easy question, with means of its own unless some are given; they are closed. */
export async function predictAt(
  endpoint: Endpoint,
  more: Partial<PredictOptions> = {},
  signal: AbortSignal = never,
): Promise<Prediction> {
  const means = more.means ?? openMeans();
  await takeFormsForGranted(endpoint, means);
  try {
    return await predictWith(endpoint, probe, nothingShown, asking(means, more), silentLog, () => undefined, signal);
  } finally {
    await means.close();
  }
}

/** As if it had been tried that the server does what it is asked and tells no window: what a test scripts is then about the question alone. */
async function takeFormsForGranted(endpoint: Endpoint, { profiles }: Means): Promise<void> {
  const reading = readAddress(endpoint.baseUrl, endpoint.model, endpoint.apiKey);
  if (reading.kind === 'invalid') return;
  const known = await profiles.get(reading.address, endpoint.model);
  const forced = Object.fromEntries(rungs.map(rung => [rung, 'yes' as const]));
  if (Object.keys(known.forced).length > 0) return;
  await profiles.set(reading.address, endpoint.model, { ...known, forced, windowTokens: 0 });
}
