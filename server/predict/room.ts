/** How much code may be shown to a model: what the user allows, and what its window leaves beside the rest of the prompt. */
import type { AskOptions, Endpoint, ShownEndpoint } from '../core/messages.ts';
import type { ContextManifest } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { readAddress } from './address.ts';
import { answerTokens } from './converse.ts';
import type { Means } from './means.ts';
import { withWishes } from './predict.ts';
import { profileInForce } from './profile.ts';
import { promptFor } from './prompt.ts';
import { type Fit, type Load, roomForCode, windowFor, windowKnown } from './window.ts';

/** What is to be asked, with the code that the user allows. */
export interface Draft {
  readonly probe: Probe;
  readonly manifest: ContextManifest;
  readonly options: AskOptions;
}

/** In tokens: less than the manifest's budget where its code does not fit the window, so that it is to be chosen anew. May ask the server for its window. */
export async function roomToAsk(endpoint: Endpoint, draft: Draft, shared: Means, signal: AbortSignal): Promise<number> {
  const { kind, baseUrl, model, apiKey } = endpoint;
  const reading = kind === 'model' ? readAddress(baseUrl, model, apiKey) : undefined;
  if (reading?.kind !== 'address') return draft.manifest.budgetTokens;
  const means = withWishes(shared, draft.options);
  return roomIn(draft, load => windowFor(load, endpoint, reading.address, means, signal));
}

/** The same by what is known already, so that nothing is sent. */
export async function roomToShow(endpoint: ShownEndpoint, draft: Draft, shared: Means): Promise<number> {
  const { kind, baseUrl, model, hasKey } = endpoint;
  const reading = kind === 'model' ? readAddress(baseUrl, model, hasKey ? 'key' : '') : undefined;
  if (reading?.kind !== 'address') return draft.manifest.budgetTokens;
  const { profiles, overrides } = withWishes(shared, draft.options);
  const known = await profiles.get(reading.address, model);
  const window = windowKnown(known, reading.address, overrides);
  return roomIn(draft, async () => ({ window, profile: profileInForce(known, overrides) }));
}

/** Other questions are not put to models. */
function isPut({ question: { kind } }: Probe): boolean {
  return kind === 'outcome' || kind === 'input';
}

async function roomIn({ probe, manifest, options }: Draft, fitOf: (load: Load) => Promise<Fit>): Promise<number> {
  const { budgetTokens } = manifest;
  if (!isPut(probe)) return budgetTokens;
  const maxTokens = answerTokens[options.style];
  const loadOf = (shown: ContextManifest['shown']): Load => {
    return { turns: promptFor(probe, { ...manifest, shown }, { ...options, fenceKey: '' }).messages, maxTokens };
  };
  const { window, profile } = await fitOf(loadOf(manifest.shown));
  if (roomForCode(loadOf(manifest.shown), window, profile) >= 0) return budgetTokens;
  return Math.max(1, Math.min(budgetTokens, roomForCode(loadOf([]), window, profile)));
}
