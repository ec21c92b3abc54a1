/** `called-it report CORPUS`: rates with intervals, calibration, what flips; for the terminal, as JSON, or as a page. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { receive } from '../core/door.ts';
import { corpusUnreadable, usage } from '../core/failure.ts';
import { type Answer, answering, jsonHelp, type Surroundings } from './answer.ts';

const Options = z.object({
  html: z.string().optional(),
  compare: z.array(z.string()).optional(),
  allRepeats: z.boolean().optional(),
});

export function registerReport(program: Command, around: Surroundings): void {
  program
    .command('report')
    .description('rates with intervals, calibration, and what flips between two models or dates')
    .argument('<corpus>', 'a folder that holds corpus.jsonl, or a .jsonl file')
    .option('--html <file>', 'write the report as one page')
    .option('--compare <names...>', 'two models, or two dates (2026-01-31): what flips, with an exact test')
    .option('--all-repeats', 'count every check, not the latest alone of each probe, predictor and prompt')
    .option('--json', jsonHelp)
    .action(answering(around, command => report(command, around)));
}

async function report(command: Command, around: Surroundings): Promise<Answer> {
  const [path = ''] = command.args;
  const options = receive(Options, command.opts(), 'the command line');
  const [{ reportOn }, { reportPage }, { reportText }, { placeOf, sizeOf }] = await Promise.all([
    import('../corpus/report/report.ts'),
    import('../corpus/report/page.ts'),
    import('./reportText.ts'),
    import('../corpus/place.ts'),
  ]);
  const corpus = resolve(around.folder, path);
  if ((await sizeOf(placeOf(corpus).file)) === 0) throw corpusUnreadable(path, 'there is none, or it is empty');
  const made = await reportOn(corpus, { allRepeats: options.allRepeats === true, compare: pairOf(options.compare) });
  const shownAs = { ...made, corpus: path };
  const page = options.html === undefined ? null : resolve(around.folder, options.html);
  if (page !== null) await writeFile(page, reportPage(shownAs));
  const text = reportText(shownAs, around.terminal.paint);
  return {
    status: 0,
    document: { ...shownAs, html: page },
    text: page === null ? text : `${text}\n\nWritten to ${page}`,
  };
}

function pairOf(names: readonly string[] | undefined): readonly [string, string] | undefined {
  if (names === undefined) return undefined;
  const [first, second, ...more] = names;
  if (first === undefined || second === undefined || more.length > 0) {
    throw usage('`--compare` takes two names.', 'Write `--compare MODEL_A MODEL_B`, or two dates.');
  }
  return [first, second];
}
