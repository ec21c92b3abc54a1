/**
 * The window of a model: how many tokens it reads and writes at most. A prompt that cannot fit is told before it is sent, since some
 * servers cut it without a word. The server is asked for its window only where a prompt does not fit the one that it is taken to have.
 */
import type { Endpoint } from '../core/messages.ts';
import type { Address } from './address.ts';
import { promptMargin, type Turn, thinkingTokens, type Wish } from './body.ts';
import type { Means } from './means.ts';
import { type Profile, profileInForce } from './profile.ts';
import { estimateTurns } from './tokens.ts';
import { toldWindow } from './windowTold.ts';

/** `null` where nobody knows it: then the server has the say. */
export type Window = { readonly tokens: number; readonly source: keyof typeof sources } | null;

const sources = {
  settings: 'as your settings say',
  server: 'as the server says',
  assumed: 'as it is taken to be, since the server does not say so',
} as const;

/** Of servers nearby that do not tell: Ollama's own default, and that of most others. */
const [ollamaTokens, nearbyTokens] = [4096, 8192];

/** By what is known already; nothing is asked. */
export function windowKnown({ windowTokens }: Profile, address: Address, overrides: Means['overrides']): Window {
  const set = overrides.windowTokens ?? 0;
  if (set > 0) return { tokens: set, source: 'settings' };
  if (windowTokens !== null && windowTokens > 0) return { tokens: windowTokens, source: 'server' };
  if (!address.isPrivate) return null;
  return { tokens: address.host.endsWith(':11434') ? ollamaTokens : nearbyTokens, source: 'assumed' };
}

/** What stands around the code, and what the answer needs. */
export interface Load {
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
}

/** A window, and the profile by which a load is measured against it. */
export interface Fit {
  readonly window: Window;
  readonly profile: Profile;
}

/** The window in which this load is to fit. Asks the server where that matters and it was not asked yet; what it says is remembered. */
export async function windowFor(
  load: Load,
  endpoint: Endpoint,
  address: Address,
  means: Means,
  signal: AbortSignal,
): Promise<Fit> {
  const { model } = endpoint;
  const known = await means.profiles.get(address, model);
  const profile = profileInForce(known, means.overrides);
  const window = windowKnown(known, address, means.overrides);
  const most = profile.thinks ? Math.max(load.maxTokens, thinkingTokens) : load.maxTokens;
  if (window?.source !== 'assumed' || known.windowTokens !== null) return { window, profile };
  if (tokensOf({ ...load, maxTokens: most }, profile) <= window.tokens) return { window, profile };
  const windowTokens = await toldWindow(endpoint, address, means.network, signal);
  if (signal.aborted) return { window, profile };
  const learned = { ...(await means.profiles.get(address, model)), windowTokens };
  await means.profiles.set(address, model, learned);
  return {
    window: windowKnown(learned, address, means.overrides),
    profile: profileInForce(learned, means.overrides),
  };
}

/** How many tokens of code fit beside a load that has none. May be negative. */
export function roomForCode(load: Load, window: Window, profile: Profile): number {
  if (window === null) return Number.POSITIVE_INFINITY;
  return Math.floor((window.tokens - tokensOf(load, profile)) / (promptMargin * profile.tokenRatio));
}

/** Why a load does not fit, with what to do; empty where it does. */
export function overflowSentence(load: Load, window: Window, profile: Profile): string {
  const tokens = tokensOf(load, profile);
  if (window === null || tokens <= window.tokens) return '';
  const what = `The prompt is about ${tokens - load.maxTokens} tokens and its answer may take ${load.maxTokens}`;
  return `${what}, more than the ${window.tokens} of the window of ${profile.model} (${sources[window.source]}). ${remedy}`;
}

const remedy =
  'Show less code (`calledIt.context`, `calledIt.contextTokens`), give the model a larger window at its server and run Test Connection, or set `windowTokens` in `calledIt.profile` if it has one.';

function tokensOf({ turns, maxTokens }: Pick<Wish, 'turns' | 'maxTokens'>, { tokenRatio }: Profile): number {
  return Math.ceil(promptMargin * tokenRatio * estimateTurns(turns)) + maxTokens;
}
