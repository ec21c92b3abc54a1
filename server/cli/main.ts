#!/usr/bin/env node
/** The process behind `called-it`: connects terminal, environment and Ctrl-C to the program, and ends with its status. */
import type { ExitStatus, Surroundings } from './answer.ts';
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

if (process.argv[2] === 'run') {
  const { performRun } = await import('./runProgram.ts');
  await performRun(process.argv, around);
} else {
  const { performAny } = await import('./program.ts');
  await performAny(process.argv, around);
}
