/** The command `called-it`: its subcommands and what holds for all of them. */
import { Command } from 'commander';
import { toolVersion } from '../core/version.ts';
import type { Surroundings } from './answer.ts';
import { registerCheck } from './checkCommand.ts';
import { registerDemo } from './demoCommand.ts';
import { registerDoctor } from './doctorCommand.ts';
import { registerPredict } from './predictCommand.ts';
import { registerRun } from './runCommand.ts';

export function createProgram(around: Surroundings): Command {
  const program = new Command('called-it')
    .description('A model predicts what your Python call will do, the real call runs, and both stand side by side.')
    .version(toolVersion)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: text => around.terminal.output.write(text),
      writeErr: text => around.terminal.messages.write(text),
      /** `main` tells errors in one place, also under `--json`. */
      outputError: () => undefined,
    })
    .addHelpText(
      'after',
      '\nEnds with 0: done, 1: what was checked is wrong, 2: usage or input, 3: the environment, 130: cancelled.',
    );
  registerRun(program, around);
  registerCheck(program, around);
  registerPredict(program, around);
  registerDemo(program, around);
  registerDoctor(program, around);
  return program;
}
