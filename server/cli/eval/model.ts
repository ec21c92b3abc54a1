/** A model as an evaluation asks it: about many probes, with as many requests at a time as its server takes. */
import * as z from 'zod';
import { silentLog } from '../../core/log.ts';
import type { AskOptions, Endpoint } from '../../core/messages.ts';
import type { Parser } from '../../parse/parser.ts';
import type { Ledger } from '../../predict/ledger.ts';
import { cacheFolder } from '../../predict/local/cacheFolder.ts';
import { openMeans } from '../../predict/means.ts';
import { predictWith } from '../../predict/predict.ts';
import { manifestOf, type Predictor } from '../predictor.ts';

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
}

export function openEvalModel(request: ModelRequest): Predictor {
  const { endpoint, options, concurrency, ledger } = request;
  const means = openMeans({ folder: cacheFolder(), concurrency, ledger });
  return {
    async predict(probe, signal) {
      const manifest = await manifestOf(probe, request, signal);
      return predictWith(
        endpoint,
        probe,
        manifest,
        { ...options, means, everySample: true },
        silentLog,
        () => undefined,
        signal,
      );
    },
    close: () => means.close(),
  };
}

const remoteRequests = 4;
const patienceMs = 1000;
/** What llama.cpp's server says of itself. */
const Properties = z.object({ total_slots: z.int().positive() });

/** How many requests the server takes at a time: by its own word, else 1 on this machine and 4 elsewhere. */
export async function requestsAtATime(baseUrl: string, signal: AbortSignal): Promise<number> {
  const isHere = /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl);
  if (!isHere) return remoteRequests;
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(new URL('/props', baseUrl), { signal: patience, redirect: 'error' });
    return Properties.parse(await response.json()).total_slots;
  } catch {
    // Other servers do not know the question: one request at a time is what all of them can do.
    return 1;
  }
}
