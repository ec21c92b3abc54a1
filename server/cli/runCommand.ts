/** `called-it run`: the real call only. */
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { receive } from '../core/door.ts';
import type { Probe } from '../core/probe.ts';
import { type Answer, answering, jsonHelp, type Surroundings } from './answer.ts';
import { openCallRunner, statusOfRun, warnOfOpenWalls } from './running.ts';
import { addRunOptions, RunFlags, runOptionsOf, workspaceOf } from './runOptions.ts';
import { runText } from './runText.ts';
import { readSource, type SourceText } from './sourceText.ts';

const Flags = RunFlags.extend({ state: z.literal('all').optional(), trace: z.boolean().optional() });

export function registerRun(program: Command, around: Surroundings): void {
  const command = program
    .command('run')
    .description('run the real call and say what happened: value or exception, what changed, what was printed')
    .argument('<file>', 'the Python file that the call belongs to')
    .argument('<call>', 'a Python expression, such as `total([1, 2], k=3)`');
  addRunOptions(command)
    .addOption(new Option('--state <which>', 'list what did not change, too').choices(['all']))
    .option('--trace', 'say which lines of the target ran')
    .option('--json', jsonHelp)
    .action(answering(around, each => run(each, around)));
}

async function run(command: Command, around: Surroundings): Promise<Answer> {
  const [path = '', expression = ''] = command.args;
  const flags = receive(Flags, command.opts(), 'the command line');
  const workspace = await workspaceOf(flags, around);
  const source = await readSource(path, around.folder, workspace);
  const runner = await openCallRunner(flags, workspace, around);
  try {
    const options = await runOptionsOf(flags, { python: runner.python, workspace, file: source.file });
    const done = await runner.run(
      plainProbe(source, expression, flags.setup),
      { ...options, allState: flags.state === 'all', trace: flags.trace === true },
      around.signal,
    );
    warnOfOpenWalls(done, around);
    return { status: statusOfRun(done), document: done, text: runText(done, around.terminal.paint, around.folder) };
  } finally {
    await runner.close();
  }
}

/**
 * A probe whose target is left to the run to find: a plain run needs no parser, and starts faster without one. No record is made of it,
 * so that it needs no id either.
 */
function plainProbe(source: SourceText, expression: string, setup: string): Probe {
  return {
    id: '',
    target: {
      file: source.shownFile,
      name: '',
      form: 'unresolved',
      isAsync: false,
      isGenerator: false,
      source: '',
      fingerprint: '',
    },
    call: { expression, setup },
    question: { kind: 'outcome', scope: { result: true, state: true, stdout: false } },
    code: source.text,
    chosen: 'commandLine',
  };
}
