/** `called-it check`: predict, freeze, run, judge, record. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { baselineNames } from '../core/baseline.ts';
import { type Checked, checkEach, type Several } from '../core/checking.ts';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Run } from '../core/outcome.ts';
import type { Probe } from '../core/probe.ts';
import { settings } from '../core/settings.ts';
import { type Corpus, openCorpus } from '../corpus/corpus.ts';
import { type Answer, failureDocument, type Surroundings, statusOf } from './answer.ts';
import { checkDocument, withChangesAlone } from './checkDocument.ts';
import { openPredictors, type Place, type Predictors } from './checkPredictors.ts';
import { checkText } from './checkText.ts';
import { columnsText } from './columnsText.ts';
import { withWantedResult } from './inputQuestion.ts';
import { ModelFlags } from './modelOptions.ts';
import { ownPrediction, PersonFlags } from './personOptions.ts';
import { openPython, probeOfCall, QuestionFlag } from './probing.ts';
import { openProgress } from './progress.ts';
import { openCallRunner, statusOfRun, warnOfOpenWalls } from './running.ts';
import { RunFlags, runOptionsOf, workspaceOf } from './runOptions.ts';
import { labelled, runText } from './runText.ts';
import { readSource, shownPath } from './sourceText.ts';
import { stepsOf } from './steps.ts';

const Flags = z.object({
  ...RunFlags.shape,
  ...ModelFlags.shape,
  ...PersonFlags.shape,
  ...QuestionFlag.shape,
  model: z.array(z.string()).optional(),
  baseline: z.array(z.enum(baselineNames)).optional(),
  recorded: z.string().optional(),
  corpus: z.string().optional(),
  record: z.boolean(),
});
type Flags = Readonly<z.infer<typeof Flags>>;

/** Checks the call that the command names. */
export async function check(command: Command, around: Surroundings): Promise<Answer> {
  const [path = '', expression = ''] = command.args;
  const flags = receive(Flags, command.opts(), 'the command line');
  const own = ownPrediction(flags, flags.question);
  const workspace = await workspaceOf(flags, around);
  const source = await readSource(path, around.folder, workspace);
  const { setup, question } = flags;
  const parser = await openPython(silentLog);
  const typed = await probeOfCall(parser, { source, expression, setup, workspace, chosen: 'commandLine', question });
  const progress = openProgress(around.terminal);
  const runner = await openCallRunner(flags, workspace, around);
  try {
    const options = await runOptionsOf(flags, { python: runner.python, workspace, file: source.file });
    const probe = question === 'input' ? await withWantedResult(typed, runner, options, around.signal) : typed;
    const corpus = corpusOf(flags, workspace, around);
    const place = { flags, workspace, parser, runner, progress, corpus };
    const recorded = flags.recorded === undefined ? null : openCorpus(resolve(around.folder, flags.recorded));
    const named = { own, models: flags.model ?? [], rules: flags.baseline ?? [], recorded };
    const predictors = await openPredictors(named, place, around);
    return predictors instanceof Failure
      ? withoutModel(predictors, await runner.run(probe, options, around.signal), around)
      : await checkWith(predictors, probe, { ...place, options }, around);
  } finally {
    progress.end();
    await runner.close();
  }
}

/** A claim may restate what did not change, so that the run lists all state. */
async function checkWith(
  predictors: Predictors,
  probe: Probe,
  {
    flags,
    workspace,
    runner,
    progress,
    options,
    corpus,
  }: Place & { readonly flags: Flags; readonly options: RunOptions },
  around: Surroundings,
): Promise<Answer> {
  try {
    const kept = flags.record ? corpus : null;
    const steps = stepsOf({ runner, options: { ...options, allState: true }, corpus: kept, workspace });
    const all = await checkEach(probe, predictors.predicts, steps, around.signal);
    progress.end();
    return answerOf(all, corpus.place.file, around);
  } finally {
    await predictors.close();
  }
}

function corpusOf({ corpus }: Flags, workspace: string, around: Surroundings): Corpus {
  return openCorpus(corpus === undefined ? join(workspace, settings.corpus.default) : resolve(around.folder, corpus));
}

/** No model is set up: the real outcome is shown, nothing is judged or kept, and the end says what is missing. */
function withoutModel(failure: Failure, run: Run, around: Surroundings): Answer {
  warnOfOpenWalls(run, around);
  return {
    status: statusOfRun(run) === 0 ? statusOf(failure.code) : statusOfRun(run),
    document: { ...failureDocument(failure), run },
    text: [
      runText(run, around.terminal.paint, around.folder),
      around.terminal.paint.doubtful(`? ${failure.message} ${failure.next}`),
      'Or predict it yourself: `--predict TEXT`.',
    ].join('\n'),
  };
}

/** With several predictors the first one's fields stand beside the list: a script that knows one reads them at the top. */
function answerOf(all: Several<Checked>, corpusFile: string, around: Surroundings): Answer {
  const { terminal, folder } = around;
  const [first, ...others] = all;
  warnOfOpenWalls(first.run, around);
  const documents = all.map(checked => documentOf(checked, corpusFile));
  const document = others.length === 0 ? documents[0] : { ...documents[0], checks: documents };
  const finished = all.filter(checked => checked.kind === 'checked');
  const [single, ...more] = finished;
  if (single === undefined) {
    return { status: statusOfRun(first.run), document, text: runText(first.run, terminal.paint, folder) };
  }
  const kept = finished.flatMap(({ record }) => (record === null ? [] : [record.id.slice(0, 12)]));
  const where = kept.length === 0 ? 'nothing, as you wished' : `${kept.join(', ')} in ${shownPath(corpusFile, folder)}`;
  return {
    status: finished.some(({ verdict }) => verdict.kind === 'wrong') ? 1 : 0,
    document,
    text: [
      more.length === 0 ? checkText(single, terminal) : columnsText(finished, terminal),
      ...runTexts(finished, around),
      labelled('kept', terminal.paint.faint(where), terminal.paint),
    ].join('\n'),
  };
}

function documentOf(checked: Checked, corpusFile: string): object {
  if (checked.kind === 'checked') return checkDocument(checked, corpusFile);
  return { record: null, verdict: null, prediction: checked.prediction, run: checked.run };
}

/** One run for all, but for claimed arguments: these are run each. */
function runTexts(finished: readonly { readonly run: Run }[], { terminal, folder }: Surroundings): readonly string[] {
  const runs = new Set(finished.map(({ run }) => run));
  return [...runs].map(run => runText(withChangesAlone(run), terminal.paint, folder));
}
