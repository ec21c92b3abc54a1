/** The predict step as the language server uses it. */
import { noModel } from '../core/failure.ts';
import type { Predictors } from './predictors.ts';

export function modelPredictors(): Predictors {
  const missing = async (): Promise<never> => {
    throw noModel();
  };
  return { predict: missing, promptOf: missing, testConnection: missing, findServers: async () => [] };
}
