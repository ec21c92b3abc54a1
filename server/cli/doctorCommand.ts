/** `called-it doctor`: how it is typed. The work is loaded when it is asked for. */
import type { Command } from 'commander';
import { answering, jsonHelp, type Surroundings } from './answer.ts';

export function registerDoctor(program: Command, around: Surroundings): void {
  program
    .command('doctor')
    .description('say what works here, and what to do about the rest')
    .option('--python <path>', 'the interpreter to look at')
    .option('--forget', 'have all that was learned of the model learned anew')
    .option('--json', jsonHelp)
    .action(answering(around, async command => (await import('./doctor.ts')).doctor(command, around)));
}
