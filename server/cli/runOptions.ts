/** The options that say how the real call runs, the same for `run` and `check`, and what they become. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { usage } from '../core/failure.ts';
import type { RunOptions } from '../core/messages.ts';
import { settings } from '../core/settings.ts';
import type { Surroundings } from './answer.ts';
import { environmentFile } from './environmentFile.ts';

export const RunFlags = z.object({
  python: z.string().optional(),
  cwd: z.string().optional(),
  timeout: z.int(),
  memory: z.int(),
  walls: z.enum(['auto', 'require', 'none']),
  setup: z.string(),
  stdin: z.string(),
  items: z.int(),
  runs: z.int(),
});
export type RunFlags = Readonly<z.infer<typeof RunFlags>>;

export function addRunOptions(command: Command): Command {
  return command
    .option(
      '--python <path>',
      'the interpreter (default: the active or the workspace’s virtual environment, else python3)',
    )
    .option('--cwd <folder>', 'the workspace: where the call runs, and what it may write in a scratch copy of')
    .option('--timeout <ms>', 'end each run after this many milliseconds', wholeFrom(1), settings.timeoutMs.default)
    .option('--memory <mb>', 'megabytes that the call may use', wholeFrom(1), settings.memoryMb.default)
    .addOption(
      new Option('--walls <level>', 'the strongest walls there are, refuse to run without real ones, or none')
        .choices(['auto', 'require', 'none'])
        .default('auto'),
    )
    .option('--setup <code>', 'Python lines to run first, in the same namespace', '')
    .option('--stdin <text>', 'what the call may read from its standard input', '')
    .option('--items <n>', 'draw this many items of a generator or iterator that is the result', wholeFrom(0), 0)
    .option(
      '--runs <n>',
      'run it this often, to see whether the outcome is stable',
      wholeFrom(1),
      settings.runs.default,
    );
}

/** What the options above are where nobody gives them. */
export const defaultRunFlags: RunFlags = {
  timeout: settings.timeoutMs.default,
  memory: settings.memoryMb.default,
  walls: 'auto',
  setup: '',
  stdin: '',
  items: 0,
  runs: settings.runs.default,
};

/** The workspace that the flags name: an existing folder, absolute. */
export async function workspaceOf(flags: Pick<RunFlags, 'cwd'>, around: Surroundings): Promise<string> {
  const workspace = resolve(around.folder, flags.cwd ?? '.');
  const facts = await stat(workspace).catch(() => null);
  if (facts?.isDirectory() !== true)
    throw usage(`There is no folder ${workspace}.`, 'Name an existing one with `--cwd`.');
  return workspace;
}

export interface Workplace {
  readonly python: readonly string[];
  readonly workspace: string;
  /** Absolute path of the module's file. */
  readonly file: string;
}

export async function runOptionsOf(flags: RunFlags, workplace: Workplace): Promise<RunOptions> {
  return {
    python: [...workplace.python],
    cwd: workplace.workspace,
    file: workplace.file,
    env: await environmentFile(join(workplace.workspace, '.env')),
    hiddenVariable: '',
    timeoutMs: flags.timeout,
    memoryMb: flags.memory,
    runs: flags.runs,
    walls: flags.walls,
    stdin: flags.stdin,
    items: flags.items,
    allState: false,
    trace: false,
  };
}

/** Reads an option as a whole number that is not below `least`. */
export function wholeFrom(least: number): (text: string) => number {
  return text => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
  };
}
