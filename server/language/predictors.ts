/** What the language server asks of the predict step: handed over, so that a test can hand over something else. */
import type { z } from 'zod';
import type {
  AskOptions,
  askEditorModel,
  DailyLimits,
  Endpoint,
  findServers,
  knownOfModel,
  predictProgress,
  ShownEndpoint,
  testConnection,
} from '../core/messages.ts';
import type { ContextManifest, Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { ProfileOverrides } from '../core/profile.ts';

export type Stage = Omit<z.infer<(typeof predictProgress)['notification']>, 'token'>;
export type AskEditorModel = (
  request: z.infer<(typeof askEditorModel)['request']>,
  onText: (text: string) => void,
  signal: AbortSignal,
) => Promise<z.infer<(typeof askEditorModel)['reply']>>;

export interface Showing {
  readonly endpoint: ShownEndpoint;
  readonly probe: Probe;
  readonly manifest: ContextManifest;
  readonly options: AskOptions;
}

export interface Asking extends Omit<Showing, 'endpoint'> {
  readonly endpoint: Endpoint;
}

export interface Predictors {
  predict(
    asking: Asking,
    limits: DailyLimits | undefined,
    onProgress: (stage: Stage) => void,
    signal: AbortSignal,
  ): Promise<Prediction>;
  /** How many tokens of code fit the model's window: the manifest's budget where all of its code does. May ask the server for the window. */
  roomToAsk(asking: Asking, signal: AbortSignal): Promise<number>;
  /** The same by what is known already. */
  roomToShow(showing: Showing): Promise<number>;
  /** What `model` answered to exactly this question in one of `recordings`; nobody is asked. */
  replayed(asking: Omit<Asking, 'endpoint'>, model: string, recordings: readonly Prediction[]): Promise<Prediction>;
  /** What would be sent, and nothing is. */
  promptOf(showing: Showing): Promise<string>;
  testConnection(
    endpoint: Endpoint,
    limits: DailyLimits | undefined,
    signal: AbortSignal,
  ): Promise<z.infer<(typeof testConnection)['reply']>>;
  findServers(signal: AbortSignal): Promise<z.infer<(typeof findServers)['reply']>['servers']>;
  knownOf(endpoint: Endpoint, overrides: ProfileOverrides): Promise<z.infer<(typeof knownOfModel)['reply']>>;
  forget(endpoint: Endpoint): Promise<void>;
  /** Gives back connections. */
  close(): Promise<void>;
}
