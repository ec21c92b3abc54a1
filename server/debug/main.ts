/**
 * The debug adapter's process. It serves each check as a session over a pipe, and outlives them all, so that warm interpreters do too.
 * It ends with the editor that started it.
 */
import { judge } from '../core/judge.ts';
import type { Log } from '../core/log.ts';
import { findPython } from '../run/python.ts';
import { describeWalls, openRunner } from '../run/run.ts';
import { answerParent } from './channel.ts';
import { withoutEditorVariables } from './environment.ts';
import { listen } from './listen.ts';
import { CheckSession } from './session.ts';
import { versionOf } from './version.ts';

const write = (level: string) => (message: string) => void process.stderr.write(`${level} ${message}\n`);
const log: Log = { trace: write('trace'), info: write('info'), warn: write('warn'), error: write('error') };

process.env = withoutEditorVariables(process.env);

const runner = openRunner(log);
const { pipe, close } = await listen(
  () =>
    new CheckSession({
      run: runner.run,
      judge: (probe, prediction, run) => judge(probe, prediction, run, 'strict'),
      log,
    }),
);

async function end(): Promise<never> {
  close();
  await runner.close();
  process.exit(0);
}

process.once('SIGTERM', end);
process.once('SIGINT', end);
process.on('uncaughtException', error => log.error(error.stack ?? error.message));
process.on('unhandledRejection', error =>
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);

answerParent(pipe, { findPython, versionOf, describeWalls }, log, end);
