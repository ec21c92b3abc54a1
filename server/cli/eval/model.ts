/** A model as an evaluation asks it: about many probes, with as many requests at a time as its server takes. */
import { silentLog } from '../../core/log.ts';
import type { AskOptions, Endpoint } from '../../core/messages.ts';
import type { Parser } from '../../parse/parser.ts';
import { readAddress } from '../../predict/address.ts';
import type { Ledger } from '../../predict/ledger.ts';
import { cacheFolder } from '../../predict/local/cacheFolder.ts';
import { openMeans } from '../../predict/means.ts';
import { placesAt } from '../../predict/places.ts';
import { predictWith } from '../../predict/predict.ts';
import { fittingManifest, type Predictor } from '../predictor.ts';
import type { Announce } from '../sending.ts';

export interface ModelRequest {
  readonly endpoint: Endpoint;
  readonly options: AskOptions;
  readonly parser: Parser;
  /** The folder whose code may be shown. */
  readonly workspace: string;
  /** Requests at a time. */
  readonly concurrency: number;
  /** Counts what all models of the evaluation take. */
  readonly ledger: Ledger;
  /** Says what is sent where, before it is. */
  readonly announce: Announce;
}

export function openEvalModel(request: ModelRequest): Predictor {
  const { endpoint, options, concurrency, ledger, announce } = request;
  const means = openMeans({ folder: cacheFolder(), ledger });
  return {
    async predict(probe, signal) {
      const manifest = await fittingManifest(probe, request, means, signal);
      announce(endpoint, manifest);
      return predictWith(
        endpoint,
        probe,
        manifest,
        { ...options, concurrency, means, everySample: true },
        silentLog,
        () => undefined,
        signal,
      );
    },
    close: () => means.close(),
  };
}

/** How many requests the server takes at a time: by its own word, else what is usual. */
export async function requestsAtATime({ baseUrl, model, apiKey }: Endpoint, signal: AbortSignal): Promise<number> {
  const reading = readAddress(baseUrl, model, apiKey);
  return reading.kind === 'invalid' ? 1 : placesAt(reading.address, signal);
}
