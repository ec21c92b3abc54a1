/** `called-it report CORPUS`: rates with intervals, calibration, what flips; for the terminal, as JSON, or as a page. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { corpusUnreadable, usage } from '../core/failure.ts';
import { Policy } from '../core/verdict.ts';
import { visible } from '../core/visible.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { StaleCase } from '../corpus/staleCases.ts';
import { type Answer, answering, jsonHelp, type Surroundings } from './answer.ts';

const Options = z.object({
  html: z.string().optional(),
  compare: z.array(z.string()).optional(),
  policy: Policy.optional(),
  allRepeats: z.boolean().optional(),
  stale: z.boolean().optional(),
  cwd: z.string().optional(),
  dropPending: z.boolean().optional(),
});

export function registerReport(program: Command, around: Surroundings): void {
  program
    .command('report')
    .description('rates with intervals, calibration, and what flips between two models or dates')
    .argument('<corpus>', 'a folder that holds corpus.jsonl, or a .jsonl file')
    .option('--html <file>', 'write the report as one page')
    .option('--compare <names...>', 'two models, or two dates (2026-01-31): what flips, with an exact test')
    .addOption(
      new Option('--policy <policy>', 'judge anew which grades are right (default: as each was judged)').choices(
        Policy.options,
      ),
    )
    .option('--all-repeats', 'count every check, not the latest alone of each probe, predictor and prompt')
    .option('--stale', 'also list the cases whose source reads otherwise in the workspace now')
    .option('--cwd <folder>', 'the workspace, for `--stale` (default: the current folder)')
    .option('--drop-pending', 'forget the predictions that were frozen and never judged')
    .option('--json', jsonHelp)
    .action(answering(around, command => report(command, around)));
}

async function report(command: Command, around: Surroundings): Promise<Answer> {
  const [path = ''] = command.args;
  const options = receive(Options, command.opts(), 'the command line');
  const [{ reportOn }, { reportPage }, { reportText }, { openCorpus }, { sizeOf }] = await Promise.all([
    import('../corpus/report/report.ts'),
    import('../corpus/report/page.ts'),
    import('./reportText.ts'),
    import('../corpus/corpus.ts'),
    import('../corpus/place.ts'),
  ]);
  const corpus = openCorpus(resolve(around.folder, path));
  if ((await sizeOf(corpus.place.file)) === 0) throw corpusUnreadable(path, 'there is none, or it is empty');
  const choice = { allRepeats: options.allRepeats === true, compare: pairOf(options.compare), policy: options.policy };
  const made = { ...(await reportOn(corpus.place.file, choice)), corpus: path };
  const page = options.html === undefined ? null : resolve(around.folder, options.html);
  if (page !== null) await writeFile(page, reportPage(made));
  const pending = await pendingIn(corpus, options.dropPending === true);
  const stale = options.stale === true ? await staleIn(corpus, resolve(around.folder, options.cwd ?? '.')) : null;
  const parts = [
    reportText(made, around.terminal.paint),
    pending === 0 ? '' : pendingText(pending, options.dropPending === true),
    stale === null ? '' : staleText(stale),
    page === null ? '' : `Written to ${page}`,
  ];
  const document = { ...made, html: page, pending, ...(stale === null ? {} : { stale: stale.map(staleDocument) }) };
  return { status: 0, document, text: parts.filter(part => part !== '').join('\n\n') };
}

/** How many predictions were frozen and never judged: a check was ended between the two. */
async function pendingIn(corpus: Corpus, drop: boolean): Promise<number> {
  const left = await corpus.pending();
  if (drop) for (const { id } of left) await corpus.dropPending(id);
  return left.length;
}

function pendingText(count: number, isDropped: boolean): string {
  if (isDropped) return `${count} frozen predictions that were never judged are forgotten.`;
  return `${count} predictions were frozen and never judged: \`called-it eval … --resume\` completes them, \`--drop-pending\` forgets them.`;
}

async function staleIn(corpus: Corpus, workspace: string): Promise<readonly StaleCase[]> {
  const { staleCasesOf } = await import('../corpus/staleCases.ts');
  return staleCasesOf(await corpus.read(), workspace);
}

function staleText(cases: readonly StaleCase[]): string {
  if (cases.length === 0) return 'No case is stale.';
  const lines = cases.slice(0, mostStale).map(({ probe, staleness }) => {
    const difference =
      staleness.kind === 'changed'
        ? [...staleness.removed.map(line => `\n    - ${line}`), ...staleness.added.map(line => `\n    + ${line}`)].join(
            '',
          )
        : '';
    return `  ${probe.target.file} ${probe.call.expression}: ${staleWords[staleness.kind]}${difference}`;
  });
  const more = cases.length > mostStale ? [`  … and ${cases.length - mostStale} more`] : [];
  return visible(
    [`${cases.length} cases are stale; \`called-it eval … --stale\` asks them anew:`, ...lines, ...more].join('\n'),
  );
}

const mostStale = 30;
const staleWords = {
  changed: 'reads otherwise now',
  gone: 'is gone',
  surroundings: 'reads the same, but the rest of its module changed',
} as const;

function staleDocument({ probe, records, staleness }: StaleCase): unknown {
  const { target, call } = probe;
  return { probe: probe.id, file: target.file, name: target.name, call: call.expression, records, ...staleness };
}

function pairOf(names: readonly string[] | undefined): readonly [string, string] | undefined {
  if (names === undefined) return undefined;
  const [first, second, ...more] = names;
  if (first === undefined || second === undefined || more.length > 0) {
    throw usage('`--compare` takes two names.', 'Write `--compare MODEL_A MODEL_B`, or two dates.');
  }
  return [first, second];
}
