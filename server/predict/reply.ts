/** One reply as it came over the wire, before anything is read out of it. */

/** `done` gave no reason, but said that this is all; `missing` just ended, and may have been cut off. */
export type Finish = 'stop' | 'length' | 'contentFilter' | 'toolCalls' | 'other' | 'done' | 'missing';

/** A token with its log-probability; `bytes` places it in the text where tokens split characters. */
export interface TokenLog {
  readonly token: string;
  readonly bytes: readonly number[] | null;
  readonly logprob: number;
}

export interface WireUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Of the prompt: what the server had in its cache, and what it put there. */
  readonly cachedTokens: number | null;
  readonly cacheWriteTokens: number | null;
  /** In US dollars, where the server names it. */
  readonly cost: number | null;
}

/** Of a server that tells nothing. */
export const nothingSaid: WireUsage = {
  promptTokens: null,
  completionTokens: null,
  reasoningTokens: null,
  cachedTokens: null,
  cacheWriteTokens: null,
  cost: null,
};

export interface Reply {
  /** What was said, without what was thought. */
  readonly text: string;
  /** What the server gave as the model's thinking. Nothing is ever read out of it. */
  readonly reasoning: string;
  /** Arguments of the first tool call, `null` where there was none. */
  readonly toolArguments: string | null;
  readonly toolCalls: number;
  readonly refusal: string;
  readonly finish: Finish;
  readonly usage: WireUsage | null;
  readonly servedModel: string;
  /** Who served it behind a router; empty where nobody said so. */
  readonly provider: string;
  readonly fingerprint: string;
  /** By which the server's people find the request; empty where it gave none. */
  readonly requestId: string;
  readonly tokens: readonly TokenLog[];
  /** `null` where nobody could tell. */
  readonly firstByteMs: number | null;
  readonly firstContentMs: number | null;
  readonly totalMs: number;
}
