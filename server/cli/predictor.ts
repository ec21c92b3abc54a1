/** Who predicts for a command: a model that was named, the person who typed the claims, or a rule. */
import type { Predict } from '../core/checking.ts';
import { silentLog } from '../core/log.ts';
import type { AskOptions, Endpoint } from '../core/messages.ts';
import type { ContextManifest } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Parser } from '../parse/parser.ts';
import type { Budget } from '../predict/ledger.ts';
import type { Means } from '../predict/means.ts';
import type { Progress } from './progress.ts';
import type { Announce } from './sending.ts';

/** Whoever opened it closes it. */
export interface Predictor {
  readonly predict: Predict;
  close(): Promise<void>;
}

/** What a model is asked with. */
export interface Asking {
  readonly endpoint: Endpoint;
  readonly options: AskOptions;
  readonly parser: Parser;
  /** The folder whose code may be shown. */
  readonly workspace: string;
  readonly budget: Budget;
  /** Says what is sent where, before it is. */
  readonly announce: Announce;
}

export async function openModel(asking: Asking, progress: Progress): Promise<Predictor> {
  const means = await openSharedMeans(asking.budget);
  return { predict: await modelPredict(asking, means, progress), close: () => means.close() };
}

/** What the models of one command share: places at servers, what was learned of them, what may be spent. */
export async function openSharedMeans(budget: Budget): Promise<Means> {
  const [{ openMeans }, { cacheFolder }] = await Promise.all([
    import('../predict/means.ts'),
    import('../predict/local/cacheFolder.ts'),
  ]);
  return openMeans({ folder: cacheFolder(), budget });
}

/** Asks one model. */
export async function modelPredict(asking: Asking, means: Means, progress: Progress): Promise<Predict> {
  const { predictWith } = await import('../predict/predict.ts');
  const { endpoint, options } = asking;
  return async (probe, signal) => {
    progress.show(`asking ${endpoint.model}`);
    const manifest = await fittingManifest(probe, asking, means, signal);
    asking.announce(endpoint, manifest);
    return predictWith(
      endpoint,
      probe,
      manifest,
      { ...options, means },
      silentLog,
      ({ text }) => progress.show(text === '' ? `asking ${endpoint.model}` : `${endpoint.model}: ${text}`),
      signal,
    );
  };
}

/** What is shown to a model of the code around a probe: less than is allowed where that does not fit its window. */
export async function fittingManifest(
  probe: Probe,
  asking: Pick<Asking, 'endpoint' | 'options' | 'parser' | 'workspace'>,
  means: Means,
  signal: AbortSignal,
): Promise<ContextManifest> {
  const { roomToAsk } = await import('../predict/room.ts');
  const { endpoint, options } = asking;
  const manifest = await manifestOf(probe, asking, signal);
  const contextTokens = await roomToAsk(endpoint, { probe, manifest, options }, means, signal);
  if (contextTokens === manifest.budgetTokens) return manifest;
  return manifestOf(probe, { ...asking, options: { ...options, contextTokens } }, signal);
}

/** What would be shown of the code around a probe. */
export async function manifestOf(
  probe: Probe,
  { options, parser, workspace }: Pick<Asking, 'options' | 'parser' | 'workspace'>,
  signal: AbortSignal,
): Promise<ContextManifest> {
  const [{ strippedContextOf }, { openWorkspace }] = await Promise.all([
    import('../context/context.ts'),
    import('../parse/workspace.ts'),
  ]);
  const { context, contextTokens, strip = [] } = options;
  return strippedContextOf(probe, context, contextTokens, strip, openWorkspace(parser, workspace), signal);
}
