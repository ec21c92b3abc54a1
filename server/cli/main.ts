#!/usr/bin/env node
/** The process behind `called-it`: connects terminal, environment and Ctrl-C to the program, and ends with its status. */
import { CommanderError } from 'commander';
import { type ExitStatus, type Surroundings, tell } from './answer.ts';
import { createProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

const cancelling = new AbortController();

const around: Surroundings = {
  environment: process.env,
  folder: process.cwd(),
  terminal: openTerminal(process.stdout, process.stderr, process.env),
  signal: cancelling.signal,
  end: (status: ExitStatus) => {
    process.exitCode = status;
  },
};

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (cancelling.signal.aborted) process.exit(130);
    cancelling.abort();
  });
}

/** Who reads our output may leave early (`called-it … | head -1`): nobody is left to tell. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));
}

process.on('uncaughtException', error => {
  tell(around, error, process.argv.includes('--json'));
  process.exit();
});

try {
  const program = await createProgram(process.argv[2], around);
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError && hasShownHelp(error)) around.end(error.exitCode === 0 ? 0 : 2);
  else tell(around, error, process.argv.includes('--json'));
}

/** Help was asked for, or was all there was to say to a command line without a command. */
function hasShownHelp({ code }: CommanderError): boolean {
  return ['commander.help', 'commander.helpDisplayed', 'commander.version'].includes(code);
}
