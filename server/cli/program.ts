/** The command `called-it`: its subcommands and what holds for all of them. */
import { Command } from 'commander';
import { toolVersion } from '../core/version.ts';
import type { Surroundings } from './answer.ts';

type Register = (program: Command, around: Surroundings) => void;

/** In the order in which help lists them. Each is loaded only where it is asked for, so that `run` starts fast. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  run: async () => (await import('./runCommand.ts')).registerRun,
  check: async () => (await import('./checkCommand.ts')).registerCheck,
  predict: async () => (await import('./predictCommand.ts')).registerPredict,
  import: async () => (await import('./importCommand.ts')).registerImport,
  export: async () => (await import('./exportCommand.ts')).registerExport,
  eval: async () => (await import('./evalCommand.ts')).registerEval,
  report: async () => (await import('./reportCommand.ts')).registerReport,
  demo: async () => (await import('./demoCommand.ts')).registerDemo,
  doctor: async () => (await import('./doctorCommand.ts')).registerDoctor,
};

/** The program for a command line whose first word is `first`: that command alone, or all where it names none. */
export async function createProgram(first: string | undefined, around: Surroundings): Promise<Command> {
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
  const loads = first !== undefined && Object.hasOwn(commands, first) ? [commands[first]] : Object.values(commands);
  for (const load of loads) (await load?.())?.(program, around);
  return program;
}
