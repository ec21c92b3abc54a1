/** The command `called-it`: its subcommands and what holds for all of them. */
import { Command } from 'commander';
import { toolVersion } from '../core/version.ts';
import type { Surroundings } from './answer.ts';
import { registerExport } from './exportCommand.ts';
import { registerImport } from './importCommand.ts';
import { registerReport } from './reportCommand.ts';
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
  registerImport(program, around);
  registerExport(program, around);
  registerReport(program, around);
  return program;
}
