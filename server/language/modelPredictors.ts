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
      const means = await shared.within(limits);
      return await predictWith(endpoint, probe, manifest, { ...options, means }, log, onProgress, signal);
    },
    promptOf: async ({ endpoint, probe, manifest, options }) => {
      const { promptShown } = await import('../predict/promptShown.ts');
      const named = endpoint.kind === 'model' && endpoint.model === '' ? null : endpoint;
      return (await promptShown(named, probe, manifest, options, await shared.within(undefined))).text;
    },
    testConnection: async (endpoint, signal) => {
      const { testConnection } = await import('../predict/connection.ts');
      return await testConnection(endpoint, await shared.within(undefined), signal);
    },
    findServers: async signal => {
      const { findServers } = await import('../predict/servers.ts');
      return await findServers(signal);
    },
    close: shared.close,
  };
}

const noLimits: DailyLimits = { requests: 0, tokens: 0, cost: 0 };

/** One set of means for each set of limits: limits change seldom, and what was learned and spent is on disk. */
function sharedMeans(askEditorModel: AskEditorModel, log: Log) {
  const open = new Map<string, Promise<Means>>();
  return {
    within: (daily: DailyLimits | undefined): Promise<Means> => {
      const key = JSON.stringify(daily ?? noLimits);
      const means = open.get(key) ?? opened(askEditorModel, log, daily ?? noLimits);
      open.set(key, means);
      return means;
    },
    close: async (): Promise<void> => {
      await Promise.all([...open.values()].map(async means => (await means).close()));
    },
  };
}

async function opened(askEditorModel: AskEditorModel, log: Log, daily: DailyLimits): Promise<Means> {
  const [{ openMeans }, { cacheFolder }] = await Promise.all([
    import('../predict/means.ts'),
    import('../predict/local/cacheFolder.ts'),
  ]);
  const { prices = [], ...limits } = daily;
  return openMeans({ folder: cacheFolder(), log, askEditorModel, prices, budget: { daily: limits, batch: noLimits } });
}
