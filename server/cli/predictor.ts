/** Who predicts for a command: the model that was named, or the person who typed the claims. */
import { silentLog } from '../core/log.ts';
import type { AskOptions, Endpoint } from '../core/messages.ts';
import type { ContextManifest, Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Parser } from '../parse/parser.ts';
import type { OwnPrediction } from './personOptions.ts';
import type { Progress } from './progress.ts';

export type Predict = (probe: Probe, signal: AbortSignal) => Promise<Prediction>;

/** Whoever opened it closes it. */
export interface Predictor {
  readonly predict: Predict;
  close(): Promise<void>;
}

export async function openPerson(own: OwnPrediction): Promise<Predictor> {
  const { personPrediction } = await import('../core/claimed.ts');
  return {
    predict: async () => personPrediction(own.claims, own.confidence),
    close: () => Promise.resolve(),
  };
}

/** What a model is asked with. */
export interface Asking {
  readonly endpoint: Endpoint;
  readonly options: AskOptions;
  readonly parser: Parser;
  /** The folder whose code may be shown. */
  readonly workspace: string;
}

export async function openModel(asking: Asking, progress: Progress): Promise<Predictor> {
  const [{ predictWith }, { openMeans }, { cacheFolder }] = await Promise.all([
    import('../predict/predict.ts'),
    import('../predict/means.ts'),
    import('../predict/local/cacheFolder.ts'),
  ]);
  const means = openMeans({ folder: cacheFolder() });
  const { endpoint, options } = asking;
  return {
    async predict(probe, signal) {
      progress.show(`asking ${endpoint.model}`);
      const manifest = await manifestOf(probe, asking, signal);
      return predictWith(
        endpoint,
        probe,
        manifest,
        { ...options, means },
        silentLog,
        ({ text }) => progress.show(text === '' ? `asking ${endpoint.model}` : `${endpoint.model}: ${text}`),
        signal,
      );
    },
    close: () => means.close(),
  };
}

/** What would be shown of the code around a probe. */
export async function manifestOf(
  probe: Probe,
  { options, parser, workspace }: Omit<Asking, 'endpoint'>,
  signal: AbortSignal,
): Promise<ContextManifest> {
  const [{ contextOf }, { openWorkspace }] = await Promise.all([
    import('../context/context.ts'),
    import('../parse/workspace.ts'),
  ]);
  return contextOf(probe, options.context, options.contextTokens, openWorkspace(parser, workspace), signal);
}
