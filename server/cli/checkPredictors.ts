/** Who predicts for `check`: the person who typed claims, the models that were named, rules; where nobody is named, the environment's model. */
import { type BaselineName, baseline } from '../core/baseline.ts';
import type { Predict, Several } from '../core/checking.ts';
import { personPrediction } from '../core/claimed.ts';
import { Failure, usage } from '../core/failure.ts';
import { type Prediction, replayedWithin } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Parser } from '../parse/parser.ts';
import type { Surroundings } from './answer.ts';
import { askOptionsOf, endpointOf, type ModelFlags } from './modelOptions.ts';
import type { OwnPrediction } from './personOptions.ts';
import { manifestOf, modelPredict, openSharedMeans } from './predictor.ts';
import type { Progress } from './progress.ts';
import type { CallRunner } from './running.ts';
import { announcer } from './sending.ts';
import { budgetOf } from './spending.ts';

export interface Named {
  /** What the person claims; `null` where they claim nothing. */
  readonly own: OwnPrediction | null;
  /** Models that were typed; empty where none was. */
  readonly models: readonly string[];
  readonly rules: readonly BaselineName[];
  /** The corpus whose records answer in place of the models; `null`: they are asked. */
  readonly recorded: Corpus | null;
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
    const { own, models, rules, recorded } = named;
    const person = own === null ? [] : [async () => personPrediction(own.claims, own.confidence)];
    const ruled = await rulePredicts(rules, place);
    const [first, ...others] = [...person, ...ruled];
    if (first !== undefined && models.length === 0 && recorded === null)
      return { predicts: [first, ...others], close: () => Promise.resolve() };
    const asked =
      recorded === null
        ? await openModels(models, place, around)
        : await openRecordings(models, recorded, place, around);
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
  const announce = announcer(around);
  const [head, ...rest] = endpoints;
  const ask = (endpoint: typeof head) =>
    modelPredict({ endpoint, options, parser, workspace, budget, announce }, means, progress);
  return { predicts: await Promise.all([ask(head), ...rest.map(ask)]), close: () => means.close() };
}

/** Nobody is asked: what a model once answered to exactly this question stands for it. */
async function openRecordings(
  models: readonly string[],
  recorded: Corpus,
  { flags, workspace, parser, runner }: Place,
  around: Surroundings,
): Promise<Predictors> {
  const { recordingsOf, replayed } = await import('../predict/replay.ts');
  const predictions = (await recorded.read()).records.map(({ prediction }) => prediction);
  const recordings = recordingsOf(predictions);
  const options = askOptionsOf(flags, await runner.version(around.signal));
  const [first, ...others] = models.length === 0 ? [around.environment['CALLED_IT_MODEL'] ?? ''] : new Set(models);
  if (first === undefined || first === '')
    throw usage('No model is named whose answer was recorded.', 'Add `--model NAME`.');
  const predictFor = (model: string): Predict => {
    const within = async (probe: Probe, contextTokens: number, signal: AbortSignal): Promise<Prediction> => {
      const manifest = await manifestOf(probe, { options: { ...options, contextTokens }, parser, workspace }, signal);
      return replayed(model, probe, manifest, options, recordings);
    };
    return (probe, signal) =>
      replayedWithin(predictions, options.contextTokens, budget => within(probe, budget, signal));
  };
  return { predicts: [predictFor(first), ...others.map(predictFor)], close: () => Promise.resolve() };
}
