/** Who predicts for `check`: the person who typed claims, the models that were named, rules; where nobody is named, the environment's model. */
import { type BaselineName, baseline } from '../core/baseline.ts';
import type { Predict, Several } from '../core/checking.ts';
import { personPrediction } from '../core/claimed.ts';
import { Failure } from '../core/failure.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Parser } from '../parse/parser.ts';
import type { Surroundings } from './answer.ts';
import { askOptionsOf, endpointOf, type ModelFlags } from './modelOptions.ts';
import type { OwnPrediction } from './personOptions.ts';
import { modelPredict, openSharedMeans } from './predictor.ts';
import type { Progress } from './progress.ts';
import type { CallRunner } from './running.ts';
import { budgetOf } from './spending.ts';

export interface Named {
  /** What the person claims; `null` where they claim nothing. */
  readonly own: OwnPrediction | null;
  /** Models that were typed; empty where none was. */
  readonly models: readonly string[];
  readonly rules: readonly BaselineName[];
}

/** Whoever opened them closes them. */
export interface Predictors {
  readonly predicts: Several<Predict>;
  close(): Promise<void>;
}

export interface Place {
  readonly flags: Omit<ModelFlags, 'model'>;
  readonly workspace: string;
  readonly parser: Parser;
  readonly runner: CallRunner;
  readonly progress: Progress;
  /** Where earlier checks of the same function are found. */
  readonly corpus: Corpus;
}

/** In the order person, models, rules. The failure that says there is no model is handed back, since the call runs all the same. */
export async function openPredictors(named: Named, place: Place, around: Surroundings): Promise<Predictors | Failure> {
  try {
    const { own, models, rules } = named;
    const person = own === null ? [] : [async () => personPrediction(own.claims, own.confidence)];
    const ruled = await rulePredicts(rules, place);
    const [first, ...others] = [...person, ...ruled];
    if (first !== undefined && models.length === 0)
      return { predicts: [first, ...others], close: () => Promise.resolve() };
    const asked = await openModels(models, place, around);
    const [head, ...rest] = [...person, ...asked.predicts, ...ruled];
    return head === undefined ? asked : { predicts: [head, ...rest], close: asked.close };
  } catch (error) {
    if (error instanceof Failure && error.code === 'noModel') return error;
    throw error;
  }
}

async function rulePredicts(rules: readonly BaselineName[], { corpus }: Place): Promise<readonly Predict[]> {
  const earlier = rules.includes('common') ? (await corpus.read()).records : [];
  return [...new Set(rules)].map(name => async probe => baseline(name, probe, earlier));
}

async function openModels(models: readonly string[], place: Place, around: Surroundings): Promise<Predictors> {
  const { flags, workspace, parser, runner, progress } = place;
  const [first, ...others] = models.length === 0 ? [undefined] : new Set(models);
  const endpointFor = (model: string | undefined) =>
    endpointOf(model === undefined ? { baseUrl: flags.baseUrl } : { model, baseUrl: flags.baseUrl }, around);
  const endpoints = [endpointFor(first), ...others.map(endpointFor)] as const;
  const options = askOptionsOf(flags, await runner.version(around.signal));
  const budget = budgetOf(flags, around);
  const means = await openSharedMeans(budget);
  const [head, ...rest] = endpoints;
  const ask = (endpoint: typeof head) =>
    modelPredict({ endpoint, options, parser, workspace, budget }, means, progress);
  return { predicts: await Promise.all([ask(head), ...rest.map(ask)]), close: () => means.close() };
}
