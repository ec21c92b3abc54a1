/** The predict step as the language server uses it: loaded when it is first asked for, with what its predictions share. */
import type { Log } from '../core/log.ts';
import type { DailyLimits } from '../core/messages.ts';
import type { Means } from '../predict/means.ts';
import type { AskEditorModel, Predictors } from './predictors.ts';

/** Models over HTTP, and those of the editor by `askEditorModel`. */
export function modelPredictors(askEditorModel: AskEditorModel, log: Log): Predictors {
  const shared = sharedMeans(askEditorModel, log);
  return {
    predict: async ({ endpoint, probe, manifest, options }, limits, onProgress, signal) => {
      const { predictWith } = await import('../predict/predict.ts');
      const means = within(limits, await shared.get());
      return await predictWith(endpoint, probe, manifest, { ...options, means }, log, onProgress, signal);
    },
    roomToAsk: async ({ endpoint, ...draft }, signal) => {
      const { roomToAsk } = await import('../predict/room.ts');
      return await roomToAsk(endpoint, draft, await shared.get(), signal);
    },
    roomToShow: async ({ endpoint, ...draft }) => {
      const { roomToShow } = await import('../predict/room.ts');
      return await roomToShow(endpoint, draft, await shared.get());
    },
    replayed: async ({ probe, manifest, options }, model, recordings) => {
      const { recordingsOf, replayed } = await import('../predict/replay.ts');
      return replayed(model, probe, manifest, options, recordingsOf(recordings));
    },
    promptOf: async ({ endpoint, probe, manifest, options }) => {
      const { promptShown } = await import('../predict/promptShown.ts');
      const named = endpoint.kind === 'model' && endpoint.model === '' ? null : endpoint;
      return (await promptShown(named, probe, manifest, options, await shared.get())).text;
    },
    testConnection: async (endpoint, limits, signal) => {
      const { testConnection } = await import('../predict/connection.ts');
      return await testConnection(endpoint, within(limits, await shared.get()), signal);
    },
    findServers: async signal => {
      const { findServers } = await import('../predict/servers.ts');
      return await findServers(signal);
    },
    knownOf: async (endpoint, overrides) => {
      const { knownOf } = await import('../predict/known.ts');
      return await knownOf(endpoint, overrides, await shared.get());
    },
    forget: async endpoint => {
      const { forget } = await import('../predict/known.ts');
      await forget(endpoint, await shared.get());
    },
    close: shared.close,
  };
}

/** What this process shares, under the limits and prices that came with a request. */
function within(limits: DailyLimits | undefined, means: Means): Means {
  if (limits === undefined) return means;
  const { prices = [], ...daily } = limits;
  return { ...means, ledger: means.ledger.under(daily), prices: [...prices, ...means.prices] };
}

/** One for the process: what a check learns is shown, what a test finds counts for checks, and all of them wait in one line. */
function sharedMeans(askEditorModel: AskEditorModel, log: Log) {
  let open: Promise<Means> | undefined;
  return {
    get: (): Promise<Means> => {
      open ??= opened(askEditorModel, log);
      return open;
    },
    close: async (): Promise<void> => (await open)?.close(),
  };
}

async function opened(askEditorModel: AskEditorModel, log: Log): Promise<Means> {
  const [{ openMeans }, { cacheFolder }] = await Promise.all([
    import('../predict/means.ts'),
    import('../predict/local/cacheFolder.ts'),
  ]);
  return openMeans({ folder: cacheFolder(), log, askEditorModel });
}
