/** `called-it eval`: which probes, which predictors, one row each. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type BaselineName, baseline } from '../../core/baseline.ts';
import type { Predict } from '../../core/checking.ts';
import { receive } from '../../core/door.ts';
import { corpusUnreadable, noModel, usage } from '../../core/failure.ts';
import { rulesVersion } from '../../core/judge.ts';
import { silentLog } from '../../core/log.ts';
import { type Contents, type Corpus, openCorpus } from '../../corpus/corpus.ts';
import { sizeOf } from '../../corpus/place.ts';
import { provenanceOf } from '../../corpus/provenance.ts';
import { Ledger } from '../../predict/ledger.ts';
import { cacheFolder } from '../../predict/local/cacheFolder.ts';
import type { Answer, Surroundings } from '../answer.ts';
import { askOptionsOf, endpointOf, type ModelFlags } from '../modelOptions.ts';
import { openPython } from '../probing.ts';
import { openProgress, type Progress } from '../progress.ts';
import { type CallRunner, openCallRunner, warnOfOpenWalls } from '../running.ts';
import { runOptionsOf, workspaceOf } from '../runOptions.ts';
import { announcer } from '../sending.ts';
import { budgetOf } from '../spending.ts';
import { askAll } from './asking.ts';
import { etaText } from './eta.ts';
import { EvalFlags } from './flags.ts';
import { answeredBefore, type EvalKeeper, frozenBefore, keepIn, type Put } from './keeping.ts';
import { type ModelRequest, openEvalModel, requestsAtATime } from './model.ts';
import { readRecordings, replayAll } from './replaying.ts';
import { documentOf, type EvalRow, type Evaluated, rowOf, rowsText } from './rows.ts';
import { callsWith, type RunCall, shared } from './running.ts';
import { staleTasksOf, type Task, type Tasks, tasksOf } from './tasks.ts';

export async function evaluate(command: Command, around: Surroundings): Promise<Answer> {
  const [path = ''] = command.args;
  const flags = receive(EvalFlags, command.opts(), 'the command line');
  const workspace = await workspaceOf(flags, around);
  const { corpus, contents } = await openContents(path, around);
  const { tasks, notAskable } = await chosenTasks(contents, flags, workspace);
  const progress = openProgress(around.terminal);
  const runner = await openCallRunner(flags, workspace, around);
  try {
    const place = await placeOf({ flags, workspace, corpus, runner, progress, around });
    const rows = await rowsFor(tasks, contents, place);
    progress.end();
    const text = rowsText(rows, notAskable, around.terminal.paint);
    return { status: 0, document: documentOf(rows, notAskable), text };
  } finally {
    progress.end();
    await runner.close();
  }
}

async function openContents(path: string, around: Surroundings) {
  const corpus = openCorpus(resolve(around.folder, path));
  if ((await sizeOf(corpus.place.file)) === 0) throw corpusUnreadable(path, 'there is none, or it is empty');
  const contents = await corpus.read();
  if (contents.probes.length + contents.records.length > 0) return { corpus, contents };
  throw corpusUnreadable(path, 'it holds no record of ours; rows of CRUXEval go through `called-it import` first');
}

async function chosenTasks(contents: Contents, flags: EvalFlags, workspace: string): Promise<Tasks> {
  const { tasks: all, notAskable } = await tasksOf(contents, flags.question, workspace);
  if (all.length === 0) throw usage('No probe of the corpus can be asked this question.');
  const tasks = flags.stale === true ? await staleTasksOf(contents, all, workspace) : all;
  return { tasks: tasks.slice(0, flags.limit), notAskable };
}

interface Given {
  readonly flags: EvalFlags;
  readonly workspace: string;
  /** The one that is asked about. */
  readonly corpus: Corpus;
  readonly runner: CallRunner;
  readonly progress: Progress;
  readonly around: Surroundings;
}

interface Place extends Given {
  /** Where the checks go; `null` for nowhere. */
  readonly results: Corpus | null;
  readonly keeper: EvalKeeper | null;
  readonly runCall: RunCall;
}

async function placeOf(given: Given): Promise<Place> {
  const { flags, workspace, corpus, runner, around } = given;
  const named = flags.corpus === undefined ? corpus : openCorpus(resolve(around.folder, flags.corpus));
  const results = flags.record ? named : null;
  const provenance = await provenanceOf(workspace, { rules: rulesVersion, kept: 'all' });
  const options = await runOptionsOf(flags, { python: runner.python, workspace, file: '' });
  const runCall = warned(callsWith(runner.run, options), around);
  return { ...given, results, keeper: results === null ? null : keepIn(results, provenance), runCall };
}

/** Says once what stood open where no real wall holds. */
function warned(runCall: RunCall, around: Surroundings): RunCall {
  let isSaid = false;
  return async (probe, file, signal) => {
    const run = await runCall(probe, file, signal);
    if (!isSaid) warnOfOpenWalls(run, around);
    isSaid = true;
    return run;
  };
}

/** Rules and recordings need no model; without either, the model that is named is asked. */
async function rowsFor(tasks: readonly Task[], contents: Contents, place: Place): Promise<readonly EvalRow[]> {
  const { baseline = [], replay, model } = place.flags;
  const rows: EvalRow[] = [];
  for (const name of baseline) rows.push(await baselineRow(tasks, name, contents, place));
  if (replay !== undefined) return [...rows, ...(await replayRows(tasks, place))];
  return rows.length > 0 && model === undefined ? rows : [...rows, ...(await liveRows(tasks, place))];
}

async function baselineRow(
  tasks: readonly Task[],
  name: BaselineName,
  { records }: Contents,
  place: Place,
): Promise<EvalRow> {
  const { flags, results, runCall, keeper, progress, around } = place;
  const predict: Predict = async probe => baseline(name, probe, records);
  const onDone = teller(progress, name, tasks.length);
  const concurrency = flags.concurrency ?? availableParallelism();
  const asking = { predict, runCall, policy: flags.policy, keeper, concurrency, ...nothingBefore, onDone };
  const evaluated = await askAll(tasks, asking, around.signal);
  const row = { model: `baseline ${name}`, style: '', answer: '', context: '', question: questionOf(tasks) };
  return rowOf(row, evaluated, { policy: flags.policy, corpus: results?.place.file ?? '', resumed: 0 });
}

async function liveRows(tasks: readonly Task[], place: Place): Promise<readonly EvalRow[]> {
  const { model: names } = place.flags;
  const models = names ?? [place.around.environment['CALLED_IT_MODEL'] ?? ''];
  if (models.length === 0) throw noModel();
  const rows: EvalRow[] = [];
  const ledger = new Ledger(cacheFolder(), budgetOf(place.flags, place.around));
  const together = { ledger, announce: announcer(place.around) };
  for (const model of models) rows.push(await liveRow(tasks, model, together, place));
  return rows;
}

async function liveRow(
  tasks: readonly Task[],
  model: string,
  together: Pick<ModelRequest, 'ledger' | 'announce'>,
  place: Place,
): Promise<EvalRow> {
  const { flags, around, runner, workspace, progress, results } = place;
  const modelFlags: ModelFlags = { ...flags, model };
  const endpoint = endpointOf(modelFlags, around);
  const options = askOptionsOf(modelFlags, await runner.version(around.signal));
  const { style, answer, context, samples, strip } = options;
  const put: Put = { model: endpoint.model, style, answer, context, samples, strip };
  const before = flags.resume === true && results !== null ? await earlier(results, put) : nothingBefore;
  const concurrency = flags.concurrency ?? (await requestsAtATime(endpoint, around.signal));
  const parser = await openPython(silentLog);
  const { predict, close } = openEvalModel({ endpoint, options, parser, workspace, concurrency, ...together });
  const { runCall, keeper } = place;
  const onDone = teller(progress, endpoint.model, tasks.length);
  const asking = { predict, runCall, policy: flags.policy, keeper, concurrency, ...before, onDone };
  const evaluated = await askAll(tasks, asking, around.signal).finally(close);
  const resumed = tasks.filter(({ probe }) => before.before.has(probe.id)).length;
  const name = { model: endpoint.model, style, answer: options.answer, context, question: questionOf(tasks) };
  return rowOf(name, evaluated, { policy: flags.policy, corpus: results?.place.file ?? '', resumed });
}

const nothingBefore = { before: new Map(), frozen: new Map() };

async function earlier(results: Corpus, put: Put) {
  const [contents, pending] = await Promise.all([results.read(), results.pending()]);
  return { before: answeredBefore(contents, put), frozen: frozenBefore(pending, put) };
}

async function replayRows(tasks: readonly Task[], place: Place): Promise<readonly EvalRow[]> {
  const { flags, around, results, progress } = place;
  const runCall = shared(place.runCall);
  const rows: EvalRow[] = [];
  for (const file of flags.replay ?? []) {
    const recordings = await readRecordings(resolve(around.folder, file));
    const [first] = recordings.values();
    const onDone = teller(progress, first?.model ?? file, recordings.size);
    const concurrency = flags.concurrency ?? availableParallelism();
    const replaying = { runCall, policy: flags.policy, keeper: place.keeper, concurrency, onDone };
    const evaluated = await replayAll(tasks, recordings, replaying, around.signal);
    if (evaluated.length === 0) throw usage(`No answer in ${file} belongs to a probe of the corpus.`);
    const name = {
      model: first?.model ?? '',
      style: first?.style ?? '',
      answer: '',
      context: '',
      question: questionOf(tasks),
    };
    rows.push(rowOf(name, evaluated, { policy: flags.policy, corpus: results?.place.file ?? '', resumed: 0 }));
  }
  return rows;
}

const questionOf = (tasks: readonly Task[]) => [...new Set(tasks.map(({ probe }) => probe.question.kind))].join(' ');

/** Shows how far it is, how much was right, how long it will take and what it cost. */
function teller(progress: Progress, model: string, total: number): (result: Evaluated, done: number) => void {
  const start = performance.now();
  let right = 0;
  let asked = 0;
  let cost = 0;
  return (result, done) => {
    if (result.kind === 'scored') {
      right += result.samples.filter(kind => kind === 'right').length;
      asked += result.samples.length;
      cost += result.cost ?? 0;
    }
    const price = cost === 0 ? '' : `, $${cost.toFixed(4)}`;
    const left = etaText(performance.now() - start, done, total);
    progress.show(`${model}: ${done} of ${total}, ${right} of ${asked} right${price}${left}`, done / total);
  };
}
