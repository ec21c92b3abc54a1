/** What predictions of one process share: connections, places at servers, what was learned of them, what was spent. */
import type { z } from 'zod';
import { type Log, silentLog } from '../core/log.ts';
import type { askEditorModel } from '../core/messages.ts';
import type { PriceTable } from '../core/price.ts';
import { fenceKeyIn } from './fenceKey.ts';
import { type Budget, Ledger, noBudget } from './ledger.ts';
import { Limiter } from './limiter.ts';
import { Network } from './network.ts';
import { readPrices } from './price.ts';
import type { Profile } from './profile.ts';
import { Profiles } from './profiles.ts';
import { type Timers, usualTimers } from './timers.ts';

/** Asks a model of the editor, through the client. `onText` hears all that it has said so far. */
export type AskEditorModel = (
  request: z.infer<(typeof askEditorModel)['request']>,
  onText: (text: string) => void,
  signal: AbortSignal,
) => Promise<z.infer<(typeof askEditorModel)['reply']>>;

export interface MeansRequest {
  /** Where profiles and spending are kept, usually the cache folder; left out: nowhere. */
  readonly folder?: string;
  readonly log?: Log;
  readonly timers?: Partial<Timers>;
  /** These count before `prices.json` of the folder. */
  readonly prices?: PriceTable;
  readonly budget?: Budget;
  /** One that counts for other means too, in place of `budget`. */
  readonly ledger?: Ledger;
  /** Requests at a time to one server; else 1 on this machine and in a private network, 4 elsewhere. */
  readonly concurrency?: number;
  /** The longest time that a server may ask us to wait, in milliseconds. */
  readonly longestWaitMs?: number;
  /** What a profile is to say, whatever is learned. */
  readonly profile?: Partial<Profile>;
  readonly askEditorModel?: AskEditorModel;
}

export interface Means {
  readonly network: Network;
  readonly limiter: Limiter;
  readonly profiles: Profiles;
  readonly ledger: Ledger;
  readonly timers: Timers;
  readonly prices: PriceTable;
  readonly concurrency: number | null;
  readonly longestWaitMs: number;
  readonly overrides: Partial<Profile>;
  readonly askEditorModel: AskEditorModel | null;
  /** See `fenceKey.ts`. */
  readonly fenceKey: string;
  close(): Promise<void>;
}

export function openMeans(request: MeansRequest = {}): Means {
  const folder = request.folder ?? '';
  const network = new Network();
  return {
    network,
    limiter: new Limiter(),
    profiles: new Profiles(folder === '' ? '' : `${folder}/profiles`, request.log ?? silentLog),
    ledger: request.ledger ?? new Ledger(folder, request.budget ?? noBudget),
    timers: { ...usualTimers, ...request.timers },
    prices: [...(request.prices ?? []), ...readPrices(folder)],
    concurrency: request.concurrency ?? null,
    longestWaitMs: request.longestWaitMs ?? 60_000,
    overrides: request.profile ?? {},
    askEditorModel: request.askEditorModel ?? null,
    fenceKey: fenceKeyIn(folder),
    close: () => network.close(),
  };
}
