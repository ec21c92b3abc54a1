/** The real run as the commands use it: an interpreter that was found, a runner that is closed, and what the outcome means for the end. */
import { silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Run } from '../core/outcome.ts';
import type { Probe } from '../core/probe.ts';
import { findPython } from '../run/python.ts';
import { openRunner } from '../run/run.ts';
import type { ExitStatus, Surroundings } from './answer.ts';
import { type Interpreter, interpretersFor, versionOf } from './interpreter.ts';
import type { RunFlags } from './runOptions.ts';
import { wallsText } from './runText.ts';

export interface CallRunner {
  readonly python: Interpreter;
  run(probe: Probe, options: RunOptions, signal: AbortSignal): Promise<Run>;
  /** Of the interpreter: `3.11.7`. */
  version(signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** A runner on the interpreter that the flags or the workspace name. */
export async function openCallRunner(
  flags: Pick<RunFlags, 'python'>,
  workspace: string,
  around: Surroundings,
): Promise<CallRunner> {
  const python = await findInterpreter(flags, workspace, around);
  const runner = openRunner(silentLog);
  return {
    python,
    run: (probe, options, signal) => runner.run(probe, options, signal),
    version: signal => versionOf(python, signal),
    close: () => runner.close(),
  };
}

export async function findInterpreter(
  flags: Pick<RunFlags, 'python'>,
  workspace: string,
  around: Surroundings,
): Promise<Interpreter> {
  const candidates = await interpretersFor(flags.python, workspace, around.folder, around.environment);
  return findPython(candidates, around.signal);
}

/** 0 for whatever came of the call; where it never began, 2, or 3 if the program is not at fault. */
export function statusOfRun({ outcome }: Run): ExitStatus {
  if (outcome.kind !== 'notRun') return 0;
  return outcome.fault === 'program' ? 2 : 3;
}

/** Says on stderr what stood open where no real wall held around the call. */
export function warnOfOpenWalls({ walls }: Run, { terminal }: Surroundings): void {
  if (walls.level === 'full' || walls.level === 'kernel') return;
  terminal.messages.write(
    `called-it: no real wall stood around this call: ${wallsText(walls)}${walls.why === '' ? '' : ` (${walls.why})`}. ` +
      'Refuse such runs with `--walls require`.\n',
  );
}
