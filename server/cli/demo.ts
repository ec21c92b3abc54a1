/** The demo's work: the calls of the sample, one by one, into a table and a corpus. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { type Checked, checkProbe } from '../core/checking.ts';
import { receive } from '../core/door.ts';
import { silentLog } from '../core/log.ts';
import { settings } from '../core/settings.ts';
import { type Corpus, openCorpus } from '../corpus/corpus.ts';
import type { Parser } from '../parse/parser.ts';
import type { Answer, Surroundings } from './answer.ts';
import { checkDocument } from './checkDocument.ts';
import { type DemoModel, openDemoModel } from './demo/model.ts';
import { type DemoCall, demoCalls, sampleFolder } from './demo/sample.ts';
import { countsOf, summaryText } from './demo/summary.ts';
import { brokenRow, tableHead, tableRow } from './demo/table.ts';
import { localModelNames } from './demoCommand.ts';
import { askOptionsOf } from './modelOptions.ts';
import { openModel, type Predictor } from './predictor.ts';
import { openPython, probeOfCall } from './probing.ts';
import { openProgress, type Progress, quietProgress } from './progress.ts';
import { type CallRunner, openCallRunner, warnOfOpenWalls } from './running.ts';
import { defaultRunFlags, runOptionsOf } from './runOptions.ts';
import { announcer } from './sending.ts';
import { readSource, shownPath } from './sourceText.ts';
import { budgetOf } from './spending.ts';
import { stepsOf } from './steps.ts';

const Flags = z.object({
  model: z.enum(localModelNames).optional(),
  corpus: z.string().optional(),
  python: z.string().optional(),
  json: z.boolean().optional(),
});

/** Everything that the checks of the demo share. */
interface Stage {
  readonly sample: string;
  readonly corpus: Corpus;
  readonly parser: Parser;
  readonly runner: CallRunner;
  readonly predictor: Predictor;
}

/** Checks the calls of the sample. */
export async function demo(command: Command, around: Surroundings): Promise<Answer> {
  const flags = receive(Flags, command.opts(), 'the command line');
  const sample = sampleFolder();
  const corpus = openCorpus(resolve(around.folder, flags.corpus ?? settings.corpus.default));
  const say = flags.json === true ? silently : (line: string) => around.terminal.output.write(`${line}\n`);
  const opened: { close(): Promise<void> }[] = [];
  const progress = openProgress(around.terminal);
  try {
    const runner = await openCallRunner(flags, sample, around);
    opened.push(runner);
    const model = await openDemoModel(flags.model, progress, around);
    opened.push(model);
    const parser = await openPython(silentLog);
    const predictor = await openAsking(model, { sample, parser, runner }, around);
    opened.push(predictor);
    say(`${model.title}, about ${demoCalls.length} calls of ${shownPath(sample, around.folder)}\n`);
    const all = await checkAll({ sample, corpus, parser, runner, predictor }, { say, progress }, around);
    return answerOf(all, { model, corpus, sample }, around);
  } finally {
    progress.end();
    for (const each of opened.reverse()) await each.close();
  }
}

/** Asks in the plainest way; the file of a local model is named in each prediction. */
async function openAsking(
  { endpoint, answer, fingerprint }: DemoModel,
  { sample, parser, runner }: Pick<Stage, 'sample' | 'parser' | 'runner'>,
  around: Surroundings,
): Promise<Predictor> {
  const plain = { samples: 1, style: settings.style.default, answer, context: settings.context.default };
  const options = askOptionsOf(plain, await runner.version(around.signal));
  const model = await openModel(
    { endpoint, options, parser, workspace: sample, budget: budgetOf({}, around), announce: announcer(around) },
    quietProgress,
  );
  return {
    async predict(probe, signal) {
      const prediction = await model.predict(probe, signal);
      return fingerprint === '' ? prediction : { ...prediction, predictor: { ...prediction.predictor, fingerprint } };
    },
    close: model.close,
  };
}

interface Outlet {
  readonly say: (line: string) => unknown;
  readonly progress: Progress;
}

async function checkAll(stage: Stage, { say, progress }: Outlet, around: Surroundings): Promise<readonly Checked[]> {
  const { terminal } = around;
  const all: Checked[] = [];
  progress.show('the model reads the code');
  for (const call of demoCalls) {
    const checked = await checkOne(call, stage, around);
    if (all.length === 0) {
      progress.end();
      say(tableHead(terminal));
    }
    all.push(checked);
    say(checked.kind === 'checked' ? tableRow(checked, terminal) : brokenRow(call.expression, checked.run, terminal));
  }
  return all;
}

async function checkOne(call: DemoCall, stage: Stage, around: Surroundings): Promise<Checked> {
  const { sample, parser, runner } = stage;
  const source = await readSource(call.file, sample, sample);
  const { expression, setup } = call;
  const typed = { source, expression, setup, workspace: sample, chosen: 'demo' as const, question: 'outcome' as const };
  const probe = await probeOfCall(parser, typed);
  const flags = { ...defaultRunFlags, setup };
  const run = await runOptionsOf(flags, { python: runner.python, workspace: sample, file: source.file });
  const options = { ...run, allState: true };
  const steps = { ...stepsOf({ ...stage, options, workspace: sample }), predict: stage.predictor.predict };
  return checkProbe(probe, steps, around.signal);
}

interface Facts {
  readonly model: DemoModel;
  readonly corpus: Corpus;
  readonly sample: string;
}

function answerOf(all: readonly Checked[], { model, corpus, sample }: Facts, around: Surroundings): Answer {
  const finished = all.filter(each => each.kind === 'checked');
  const notRun = all.length - finished.length;
  const [first] = all;
  if (first !== undefined) warnOfOpenWalls(first.run, around);
  const { folder, terminal } = around;
  const summary = summaryText({ finished, notRun, corpusFolder: corpus.place.folder, sample, folder }, terminal.paint);
  return {
    status: 0,
    document: {
      model: model.endpoint.model,
      checks: finished.map(each => checkDocument(each, corpus.place.file)),
      ...countsOf(finished),
      notRun,
      corpus: corpus.place.folder,
    },
    text: ['', ...(model.note === '' ? [] : [model.note]), summary].join('\n'),
  };
}

function silently(): undefined {
  return;
}
