/** `called-it export --format F`: a corpus in the shape that another tool reads. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { corpusUnreadable, usage } from '../core/failure.ts';
import { type Answer, answering, jsonHelp, type Surroundings } from './answer.ts';

const Options = z.object({ format: z.string(), corpus: z.string(), out: z.string().optional() });

export function registerExport(program: Command, around: Surroundings): void {
  program
    .command('export')
    .description('write a corpus in the shape that another tool reads; what does not qualify is counted')
    .argument('[corpus]', 'a folder that holds corpus.jsonl, or a .jsonl file')
    .requiredOption(
      '--format <format>',
      'native, cruxeval, inspect, lm-eval, openai-evals, openai-finetune, dpo, promptfoo, huggingface, reval, swe-flux',
    )
    .option('--corpus <dir>', 'the same as the argument', '.called-it')
    .option('--out <dir>', 'the folder to write to (default: called-it-FORMAT)')
    .option('--json', jsonHelp)
    .action(answering(around, command => exportFrom(command, around)));
}

async function exportFrom(command: Command, around: Surroundings): Promise<Answer> {
  const { format, corpus: named, out } = receive(Options, command.opts(), 'the command line');
  const [path = named] = command.args;
  const [{ exportCorpus, exportFormats, isExportFormat }, { openCorpus }, { sizeOf }] = await Promise.all([
    import('../corpus/export/formats.ts'),
    import('../corpus/corpus.ts'),
    import('../corpus/place.ts'),
  ]);
  if (!isExportFormat(format)) {
    throw usage(`There is no format ${format}.`, `Write one of ${exportFormats.join(', ')}.`);
  }
  const corpus = openCorpus(resolve(around.folder, path));
  if ((await sizeOf(corpus.place.file)) === 0) throw corpusUnreadable(path, 'there is none, or it is empty');
  const { files, written, skipped } = exportCorpus(await corpus.read(), format);
  const folder = resolve(around.folder, out ?? `called-it-${format}`);
  for (const { name, text } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const reasons = skipped.map(({ reason, count }) => `\n  ${count} left out: ${reason}`).join('');
  return {
    status: 0,
    document: { format, written, skipped, folder, files: files.map(({ name }) => name) },
    text: `${written} written to ${folder}${reasons}`,
  };
}
