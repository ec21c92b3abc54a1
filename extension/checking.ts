/** A check in the editor from its probe to its record: ask, show, freeze, run, judge, keep, show. Every way through it ends visibly. */
import * as vscode from 'vscode';
import {
  type CheckSteps,
  checkEach,
  type FrozenPrediction,
  type Keeper,
  type Predict,
  type Several,
  type SharedSteps,
} from '../server/core/checking.ts';
import { runRefused } from '../server/core/failure.ts';
import { judge } from '../server/core/judge.ts';
import { oneLine } from '../server/core/line.ts';
import type { Log } from '../server/core/log.ts';
import type { RunOptions } from '../server/core/messages.ts';
import { nextStepFor } from '../server/core/nextStep.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import type { Settings } from '../server/core/settings.ts';
import type { Verdict } from '../server/core/verdict.ts';
import type { AdapterProcess } from './adapterProcess.ts';
import type { Corpora } from './corpora.ts';
import type { Debugging } from './debugging.ts';
import { failureOf, showFailure } from './failures.ts';
import { ModelTrouble } from './modelTrouble.ts';
import {
  askedNow,
  askOptionsOf,
  limitsOf,
  nameOf,
  offerPredictors,
  type PredictingParts,
  predictionOf,
  predictorOf,
  type Somebody,
} from './predicting.ts';
import { type Report, withProgress } from './progress.ts';
import type { Results } from './results.ts';
import { machineFor, runOptionsOf, runWalled } from './running.ts';
import { readSettings } from './settings.ts';
import type { Anchor, Shown } from './shown.ts';

export interface CheckingParts extends PredictingParts {
  readonly adapter: () => AdapterProcess;
  readonly debugging: Debugging;
  readonly corpora: Corpora;
  readonly results: Results;
  readonly log: Log;
  /** Starts the small local model that was chosen in an earlier window, if one was. */
  readonly resume: () => Promise<void>;
}

/** A probe, and where its check is shown and run. */
export interface Task {
  readonly probe: Probe;
  readonly anchor: Anchor;
  readonly folder: vscode.WorkspaceFolder;
  /** Who predicts whatever the settings say; several are compared by one run. */
  readonly predictors?: Several<Somebody>;
  /** A check that was left unfinished: its prediction stands, and nobody is asked. */
  readonly unfinished?: Unfinished;
}

/** A prediction that was frozen before, and what keeps its check. */
export interface Unfinished {
  readonly prediction: Prediction;
  readonly frozen: FrozenPrediction;
  readonly keeper: Keeper;
}

export class Checking {
  private readonly running = new Map<string, AbortController>();
  /** Who predicted in a check that is shown, where the settings did not say it. */
  private readonly chosen = new Map<string, Several<Somebody>>();
  private readonly trouble = new ModelTrouble();
  private offered = false;

  constructor(private readonly parts: CheckingParts) {}

  /** Checks, with progress that can be cancelled. Resolves when the check is over, however it ended. */
  async check(task: Task): Promise<void> {
    const token = this.parts.results.newToken();
    const controller = new AbortController();
    this.running.set(token, controller);
    this.remember(token, task);
    await this.tellWhetherRunning();
    const title = `Called It: ${oneLine(task.probe.call.expression, 60)}`;
    try {
      this.parts.results.put(shownOf(token, task));
      const location = progressLocation(task);
      await withProgress(title, location, controller, (report, signal) => this.steps(token, task, report, signal));
    } catch (error) {
      this.ended(token, error);
    } finally {
      this.running.delete(token);
      await this.tellWhetherRunning();
    }
  }

  /** Cancels every check that runs. */
  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }

  isRunning(): boolean {
    return this.running.size > 0;
  }

  /** Who was chosen to predict in a check that is shown, as they can be asked now; nothing where the settings said it. */
  async predictorsOf(token: string, settings: Settings): Promise<Several<Somebody> | undefined> {
    const chosen = this.chosen.get(token);
    if (chosen === undefined) return undefined;
    const [first, ...others] = chosen;
    const now = (somebody: Somebody): Promise<Somebody> => askedNow(somebody, settings, this.parts);
    return [await now(first), ...(await Promise.all(others.map(now)))];
  }

  private remember(token: string, { predictors }: Task): void {
    for (const old of this.chosen.keys()) if (this.parts.results.get(old) === undefined) this.chosen.delete(old);
    if (predictors !== undefined) this.chosen.set(token, predictors);
  }

  private async steps(token: string, task: Task, report: Report, signal: AbortSignal): Promise<void> {
    const { parts } = this;
    const settings = readSettings(task.folder.uri);
    const machine = await machineFor(task, settings, parts, signal);
    if (!(await parts.consent.toRun(settings.walls, machine.walls))) throw runRefused();
    const options = await runOptionsOf(task, settings, machine);
    const running = this.stepsOf(token, task, options, settings, report);
    if (task.unfinished !== undefined) {
      const { predict, keeper } = finishing(task.unfinished);
      await this.finish(token, task, [predict], { ...running, keeper }, signal);
      return;
    }
    if (settings.predictor === 'model') await parts.resume();
    const predictors = task.predictors ?? (await configured(settings, parts));
    if (predictors === undefined) {
      await this.runOnly(token, task, options, settings, signal);
      return;
    }
    parts.results.update(token, { asked: predictors.map(nameOf).join(', ') });
    const workspace = task.folder.uri.fsPath;
    const earlier = async () => (await parts.corpora.main(task.folder).read()).records;
    const asking = { workspace, options: askOptionsOf(settings, machine.version), limits: limitsOf(settings), earlier };
    // What others say would show on the way, and a person is not to see it.
    const told: Report = predictors.some(({ kind }) => kind === 'person') ? () => undefined : report;
    const asks = (predictor: Somebody, index: number): Predict => {
      return async (probe, stop) => {
        const question = { ...asking, token: `${token}/${index}`, probe };
        const prediction = await predictionOf(predictor, question, parts, told, stop);
        this.trouble.tell(prediction);
        return prediction;
      };
    };
    const [first, ...others] = predictors;
    const predicts: Several<Predict> = [asks(first, 0), ...others.map((each, index) => asks(each, index + 1))];
    await this.finish(token, task, predicts, { ...running, keeper: this.keeperOf(token, task, settings) }, signal);
  }

  /** From the predictions to the records, shown on the way; of several nothing is shown before the end, since one may be a person's. */
  private async finish(
    token: string,
    { probe }: Task,
    [first, ...others]: Several<Predict>,
    steps: SharedSteps,
    signal: AbortSignal,
  ): Promise<void> {
    const { results } = this.parts;
    const shown: Predict = async (asked, stop) => {
      const prediction = await first(asked, stop);
      if (others.length === 0) results.update(token, { prediction });
      return prediction;
    };
    const [checked, ...more] = await checkEach(probe, [shown, ...others], steps, signal);
    const { prediction, run } = checked;
    const end = checked.kind === 'checked' ? { verdict: checked.verdict, record: checked.record } : {};
    const beside = more.filter(each => each.kind === 'checked');
    results.update(token, { stage: 'done', prediction, run, others: beside, ...end });
    if (run.outcome.kind === 'notRun') results.update(token, { trouble: nextStepFor(run.outcome) });
  }

  /** The run, and the verdict that the adapter gave with it. */
  private stepsOf(
    token: string,
    { folder }: Task,
    options: RunOptions,
    settings: Settings,
    report: Report,
  ): Pick<CheckSteps, 'run' | 'judge'> {
    const { results } = this.parts;
    const judged = new Map<Run, Verdict | null>();
    return {
      run: async (probe, signal) => {
        report('running the real call');
        results.update(token, { stage: 'running' });
        const prediction = results.get(token)?.prediction ?? null;
        const { run, verdict } = await runWalled(folder, { probe, prediction, options }, settings, this.parts, signal);
        judged.set(run, verdict);
        return run;
      },
      judge: (probe, prediction, run) => judged.get(run) ?? judge(probe, prediction, run, 'strict'),
    };
  }

  private async runOnly(
    token: string,
    task: Task,
    options: RunOptions,
    settings: Settings,
    signal: AbortSignal,
  ): Promise<void> {
    const { results } = this.parts;
    results.update(token, { stage: 'running' });
    const launch = { probe: task.probe, prediction: null, options };
    const { run } = await runWalled(task.folder, launch, settings, this.parts, signal);
    results.update(token, { stage: 'done', run, trouble: 'No model is set up, so nothing was predicted or kept.' });
    if (this.offered) return;
    this.offered = true;
    void offerPredictors();
  }

  /** The keeper that the settings ask for. What it cannot write is said once, and the check goes on. */
  private keeperOf(token: string, task: Task, settings: Settings): Keeper | null {
    if (settings.keep === 'nothing') return null;
    return this.parts.corpora.keeperOf(task.folder, settings, failure => {
      this.parts.results.update(token, { trouble: `${failure.message} ${failure.next}` });
      showFailure(failure, this.parts.log);
    });
  }

  private ended(token: string, error: unknown): void {
    const failure = failureOf(error, this.parts.log);
    if (failure.code === 'cancelled') {
      this.parts.results.update(token, { stage: 'cancelled' });
      return;
    }
    this.parts.results.update(token, { stage: 'failed', trouble: `${failure.message} ${failure.next}` });
    showFailure(failure, this.parts.log);
  }

  private async tellWhetherRunning(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'calledIt.isChecking', this.isRunning());
    this.parts.results.refresh();
  }
}

/** A notification would stand on the form in which a person predicts; the form itself can be cancelled. */
function progressLocation({ predictors, unfinished, folder }: Task): vscode.ProgressLocation {
  const isPerson = predictors?.some(({ kind }) => kind === 'person') ?? readSettings(folder.uri).predictor === 'person';
  return isPerson && unfinished === undefined ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
}

/** What was frozen stays as it is: it is neither written again nor dropped where the call still does not run. */
function finishing({ prediction, frozen, keeper }: Unfinished): Pick<CheckSteps, 'predict' | 'keeper'> {
  return {
    predict: async () => prediction,
    keeper: { ...keeper, freeze: async () => frozen, drop: async () => undefined },
  };
}

async function configured(settings: Settings, parts: PredictingParts): Promise<Several<Somebody> | undefined> {
  const predictor = await predictorOf(settings, parts);
  return predictor.kind === 'nobody' ? undefined : [predictor];
}

function shownOf(token: string, { probe, anchor, folder }: Task): Shown {
  return {
    token,
    anchor,
    target: targetOf(probe, anchor, folder),
    probe,
    stage: 'asking',
    asked: '',
    prediction: null,
    run: null,
    verdict: null,
    record: null,
    trouble: '',
    isStale: false,
  };
}

/** Where the definition of the target stands. */
function targetOf({ target }: Probe, anchor: Anchor, folder: vscode.WorkspaceFolder): Anchor | undefined {
  if (target.range === undefined) return undefined;
  const file = target.definedIn ?? target.file;
  const uri = file === '' ? anchor.uri : vscode.Uri.joinPath(folder.uri, file).toString();
  return { uri, range: target.range };
}
