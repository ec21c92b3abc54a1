/** `called-it demo`: how it is typed. The work is loaded when it is asked for. */
import { type Command, Option } from 'commander';
import { answering, jsonHelp, type Surroundings } from './answer.ts';

/** The local models, by the names that `server/predict/local` has for them. */
export const localModelNames = ['qwen-0.5b', 'qwen-1.5b', 'smollm2'] as const;

export function registerDemo(program: Command, around: Surroundings): void {
  program
    .command('demo')
    .description('check a dozen calls of a sample repository with a small model on this machine')
    .addOption(
      new Option(
        '--model <name>',
        'the local model, even where CALLED_IT_BASE_URL and CALLED_IT_MODEL name another',
      ).choices(localModelNames),
    )
    .option('--corpus <folder>', 'where the records go (default: .called-it in the current folder)')
    .option('--python <path>', 'the interpreter of the real calls')
    .option('--json', jsonHelp)
    .action(answering(around, async command => (await import('./demo.ts')).demo(command, around)));
}
