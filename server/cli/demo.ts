/** `called-it demo`: the main job on a shipped sample, with a small local model or the one that the environment names. */
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
import { modelPredictor, type Predict } from './predictor.ts';
import { openPython, probeOfCall } from './probing.ts';
import { openProgress } from './progress.ts';
import { type CallRunner, openCallRunner, warnOfOpenWalls } from './running.ts';
import { defaultRunFlags, runOptionsOf } from './runOptions.ts';
import { readSource } from './sourceText.ts';
import { stepsOf } from './steps.ts';

const Flags = z.object({
  model: z.enum(localModelNames).optional(),
  corpus: z.string().optional(),
  python: z.string().optional(),
  json: z.boolean().optional(),
});
type Flags = Readonly<z.infer<typeof Flags>>;

/** Checks the calls of the sample. */
export async function demo(command: Command, around: Surroundings): Promise<Answer> {
  const flags = receive(Flags, command.opts(), 'the command line');
  const sample = sampleFolder();
  const runner = await openCallRunner(flags, sample, around);
  try {
    const model = await openModel(flags, around);
    try {
      const corpus = openCorpus(resolve(around.folder, flags.corpus ?? settings.corpus.default));
      const say = flags.json === true ? silently : (line: string) => around.terminal.output.write(`${line}\n`);
      const place = { sample, runner, corpus, parser: await openPython(silentLog) };
      const shop: Shop = { ...place, predict: await predictorOf(model, place, around) };
      say(`${model.title}, asked about ${demoCalls.length} calls of ${sample}\n`);
      return answerOf(await checkAll(shop, say, around), model, shop, around);
    } finally {
      await model.close();
    }
  } finally {
    await runner.close();
  }
}

interface Place {
  readonly sample: string;
  readonly runner: CallRunner;
  readonly corpus: Corpus;
  readonly parser: Parser;
}

interface Shop extends Place {
  readonly predict: Predict;
}

async function openModel(flags: Flags, around: Surroundings): Promise<DemoModel> {
  const progress = openProgress(around.terminal);
  try {
    return await openDemoModel(flags.model, progress, around);
  } finally {
    progress.end();
  }
}

async function predictorOf(model: DemoModel, place: Place, around: Surroundings): Promise<Predict> {
  const { parser, runner, sample } = place;
  const options = askOptionsOf(
    { samples: 1, style: settings.style.default, answer: 'auto', context: settings.context.default },
    await runner.version(around.signal),
  );
  const quiet = { show: () => undefined, end: () => undefined };
  return modelPredictor({ endpoint: model.endpoint, options, parser, workspace: sample }, quiet);
}

async function checkAll(shop: Shop, say: (line: string) => unknown, around: Surroundings): Promise<readonly Checked[]> {
  const { terminal } = around;
  const all: Checked[] = [];
  say(tableHead(terminal));
  for (const call of demoCalls) {
    const checked = await checkOne(call, shop, around);
    all.push(checked);
    const isChecked = checked.kind === 'checked';
    say(isChecked ? tableRow(checked, terminal) : brokenRow(call.expression, checked.run, terminal));
  }
  return all;
}

async function checkOne(
  call: DemoCall,
  { sample, runner, corpus, parser, predict }: Shop,
  around: Surroundings,
): Promise<Checked> {
  const source = await readSource(call.file, sample, sample);
  const { expression, setup } = call;
  const probe = await probeOfCall(parser, {
    source,
    expression,
    setup,
    workspace: sample,
    chosen: 'demo',
    question: 'outcome',
  });
  const flags = { ...defaultRunFlags, setup };
  const options = await runOptionsOf(flags, { python: runner.python, workspace: sample, file: source.file });
  return checkProbe(probe, stepsOf({ predict, runner, options, corpus, workspace: sample }), around.signal);
}

function answerOf(all: readonly Checked[], model: DemoModel, shop: Shop, around: Surroundings): Answer {
  const { corpus, sample } = shop;
  const finished = all.filter(each => each.kind === 'checked');
  const [first] = all;
  if (first !== undefined) warnOfOpenWalls(first.run, around);
  const summary = summaryText(
    {
      finished,
      notRun: all.length - finished.length,
      corpusFolder: corpus.place.folder,
      sample,
      folder: around.folder,
    },
    around.terminal.paint,
  );
  return {
    status: 0,
    document: {
      model: model.endpoint.model,
      checks: finished.map(each => checkDocument(each, corpus.place.file)),
      ...countsOf(finished),
      notRun: all.length - finished.length,
      corpus: corpus.place.folder,
    },
    text: ['', ...(model.note === '' ? [] : [model.note]), summary].join('\n'),
  };
}

function silently(): undefined {
  return;
}
