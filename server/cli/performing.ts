/** What holds for every command line: one program, one place where its errors are told, one end. */
import { Command, CommanderError } from 'commander';
import { toolVersion } from '../core/version.ts';
import { type Surroundings, tell } from './answer.ts';

export type Register = (program: Command, around: Surroundings) => void;

/** Does what `words` (as in `process.argv`) ask of the commands that `registers` add. Never throws: errors are told, and end the process. */
export async function perform(
  registers: readonly Register[],
  words: readonly string[],
  around: Surroundings,
): Promise<void> {
  process.on('uncaughtException', error => {
    tell(around, error, words.includes('--json'));
    process.exit();
  });
  try {
    const program = createProgram(around);
    for (const register of registers) register(program, around);
    await program.parseAsync([...words]);
  } catch (error) {
    if (error instanceof CommanderError && hasShownHelp(error)) around.end(error.exitCode === 0 ? 0 : 2);
    else tell(around, error, words.includes('--json'));
  }
}

function createProgram(around: Surroundings): Command {
  return new Command('called-it')
    .description('A model predicts what your Python call will do, the real call runs, and both stand side by side.')
    .version(toolVersion)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: text => around.terminal.output.write(text),
      writeErr: text => around.terminal.messages.write(text),
      /** Errors are told above, also under `--json`. */
      outputError: () => undefined,
    })
    .addHelpText(
      'after',
      '\nEnds with 0: done, 1: what was checked is wrong, 2: usage or input, 3: the environment, 130: cancelled.',
    );
}

/** Help was asked for, or was all there was to say to a command line without a command. */
function hasShownHelp({ code }: CommanderError): boolean {
  return ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(code);
}
