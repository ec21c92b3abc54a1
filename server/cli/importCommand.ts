/** `called-it import FILE --format F`: rows of another set, or records of ours, into a corpus. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import { rulesVersion } from '../core/judge.ts';
import { type Answer, answering, jsonHelp, type Surroundings } from './answer.ts';

const formats = ['cruxeval', 'native'] as const;
const Options = z.object({ format: z.enum(formats), corpus: z.string() });

export function registerImport(program: Command, around: Surroundings): void {
  program
    .command('import')
    .description('take probes or records into a corpus')
    .argument('<file>', 'a file of JSON Lines, plain or gzipped')
    .addOption(new Option('--format <format>', 'what the lines are').choices([...formats]).default('cruxeval'))
    .option('--corpus <dir>', 'the folder of the corpus', '.called-it')
    .option('--json', jsonHelp)
    .action(answering(around, command => importInto(command, around)));
}

async function importInto(command: Command, around: Surroundings): Promise<Answer> {
  const [file = ''] = command.args;
  const { format, corpus: folder } = receive(Options, command.opts(), 'the command line');
  const [{ importFile }, { openCorpus }, { provenanceOf }] = await Promise.all([
    import('../corpus/import/importing.ts'),
    import('../corpus/corpus.ts'),
    import('../corpus/provenance.ts'),
  ]);
  const corpus = openCorpus(resolve(around.folder, folder));
  const provenance = await provenanceOf(around.folder, { rules: rulesVersion, kept: 'all' });
  const { read, imported, skipped } = await importFile(
    corpus,
    resolve(around.folder, file),
    format,
    provenance,
    around.signal,
  );
  const reasons = skipped.map(({ reason, count }) => `\n  ${count} left out: ${reason}`).join('');
  return {
    status: 0,
    document: { format, file, read, imported, skipped, corpus: corpus.place.folder },
    text: `${imported} imported into ${corpus.place.file}${reasons}`,
  };
}
