/** `called-it check`: predict, freeze, run, judge, record. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { type Checked, checkProbe } from '../core/checking.ts';
import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import { silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Run } from '../core/outcome.ts';
import type { Probe } from '../core/probe.ts';
import { settings } from '../core/settings.ts';
import { type Corpus, openCorpus } from '../corpus/corpus.ts';
import type { Parser } from '../parse/parser.ts';
import { type Answer, failureDocument, type Surroundings, statusOf } from './answer.ts';
import { checkDocument, withChangesAlone } from './checkDocument.ts';
import { checkText } from './checkText.ts';
import { withWantedResult } from './inputQuestion.ts';
import { askOptionsOf, endpointOf, ModelFlags } from './modelOptions.ts';
import { ownPrediction, PersonFlags } from './personOptions.ts';
import { openModel, openPerson, type Predictor } from './predictor.ts';
import { openPython, probeOfCall, QuestionFlag } from './probing.ts';
import { openProgress, type Progress } from './progress.ts';
import { type CallRunner, openCallRunner, statusOfRun, warnOfOpenWalls } from './running.ts';
import { RunFlags, runOptionsOf, workspaceOf } from './runOptions.ts';
import { labelled, runText } from './runText.ts';
import { readSource, shownPath } from './sourceText.ts';
import { stepsOf } from './steps.ts';

const Flags = z.object({
  ...RunFlags.shape,
  ...ModelFlags.shape,
  ...PersonFlags.shape,
  ...QuestionFlag.shape,
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
    const place = { workspace, parser, runner, progress, options };
    const probe = question === 'input' ? await withWantedResult(typed, runner, options, around.signal) : typed;
    const predictor = own === null ? await modelOf(flags, place, around) : await openPerson(own);
    return predictor instanceof Failure
      ? withoutModel(predictor, await runner.run(probe, options, around.signal), around)
      : await checkWith(predictor, probe, { ...place, corpus: corpusOf(flags, workspace, around) }, around);
  } finally {
    progress.end();
    await runner.close();
  }
}

interface Place {
  readonly workspace: string;
  readonly parser: Parser;
  readonly runner: CallRunner;
  readonly progress: Progress;
  readonly options: RunOptions;
}

/** A claim may restate what did not change, so that the run lists all state. */
async function checkWith(
  predictor: Predictor,
  probe: Probe,
  { workspace, runner, progress, options, corpus }: Place & { readonly corpus: Corpus | null },
  around: Surroundings,
): Promise<Answer> {
  try {
    const steps = stepsOf({ predictor, runner, options: { ...options, allState: true }, corpus, workspace });
    const checked = await checkProbe(probe, steps, around.signal);
    progress.end();
    return answerOf(checked, corpus?.place.file ?? '', around);
  } finally {
    await predictor.close();
  }
}

/** `null` where nothing is to be kept. */
function corpusOf({ corpus, record }: Flags, workspace: string, around: Surroundings): Corpus | null {
  if (!record) return null;
  return openCorpus(corpus === undefined ? join(workspace, settings.corpus.default) : resolve(around.folder, corpus));
}

/** The model that flags and environment name; the failure that says there is none, since the call runs all the same. */
async function modelOf(flags: Flags, place: Place, around: Surroundings): Promise<Predictor | Failure> {
  const { workspace, parser, runner, progress } = place;
  try {
    const endpoint = endpointOf(flags, around);
    const options = askOptionsOf(flags, await runner.version(around.signal));
    return await openModel({ endpoint, options, parser, workspace }, progress);
  } catch (error) {
    if (error instanceof Failure && error.code === 'noModel') return error;
    throw error;
  }
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

function answerOf(checked: Checked, corpusFile: string, around: Surroundings): Answer {
  const { terminal } = around;
  warnOfOpenWalls(checked.run, around);
  if (checked.kind === 'notRun') {
    const { prediction, run } = checked;
    const document = { record: null, verdict: null, prediction, run };
    return { status: statusOfRun(run), document, text: runText(run, terminal.paint, around.folder) };
  }
  const kept =
    checked.record === null
      ? 'nothing, as you wished'
      : `${checked.record.id.slice(0, 12)} in ${shownPath(corpusFile, around.folder)}`;
  return {
    status: checked.verdict.kind === 'wrong' ? 1 : 0,
    document: checkDocument(checked, corpusFile),
    text: [
      checkText(checked, terminal),
      runText(withChangesAlone(checked.run), terminal.paint, around.folder),
      labelled('kept', terminal.paint.faint(kept), terminal.paint),
    ].join('\n'),
  };
}
