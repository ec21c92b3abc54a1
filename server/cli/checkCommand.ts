/** `called-it check`: how it is typed. The work is loaded when it is asked for. */
import type { Command } from 'commander';
import { answering, jsonHelp, type Surroundings } from './answer.ts';
import { addModelOptions, collected, withSeveralModels } from './modelOptions.ts';
import { addPersonOptions } from './personOptions.ts';
import { addQuestionOption } from './probing.ts';
import { addRunOptions } from './runOptions.ts';

export function registerCheck(program: Command, around: Surroundings): void {
  const command = program
    .command('check')
    .description('predict a call, run it, compare both, and keep the record')
    .argument('<file>', 'the Python file that the call belongs to')
    .argument('<call>', 'a Python expression, such as `total([1, 2], k=3)`');
  addPersonOptions(command);
  withSeveralModels(addModelOptions(command))
    .option(
      '--baseline <name>',
      'a rule that predicts: echo, none, common; it may be given again, as may --model, and each stands in its row',
      collected,
    )
    .option(
      '--recorded <corpus>',
      'ask no model: take what it answered to exactly this question before, from the records there',
    );
  addQuestionOption(command);
  addRunOptions(command)
    .option('--corpus <folder>', 'where the record goes (default: .called-it in the workspace)')
    .option('--no-record', 'keep nothing')
    .option('--json', jsonHelp)
    .action(answering(around, async each => (await import('./check.ts')).check(each, around)));
}
