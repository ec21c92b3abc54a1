/** `called-it predict`: how it is typed. The work is loaded when it is asked for. */
import type { Command } from 'commander';
import { answering, jsonHelp, type Surroundings } from './answer.ts';
import { addModelOptions } from './modelOptions.ts';
import { addQuestionOption } from './probing.ts';

export function registerPredict(program: Command, around: Surroundings): void {
  const command = program
    .command('predict')
    .description('ask a model what the call will do; nothing runs')
    .argument('<file>', 'the Python file that the call belongs to')
    .argument('<call>', 'a Python expression, such as `total([1, 2], k=3)`');
  addQuestionOption(addModelOptions(command))
    .option('--python <path>', 'the interpreter whose version the model is told')
    .option('--cwd <folder>', 'the workspace, whose code the model may be shown')
    .option('--setup <code>', 'Python lines that come first, in the same namespace', '')
    .option('--show-prompt', 'print what would be sent, and send nothing')
    .option('--json', jsonHelp)
    .action(answering(around, async each => (await import('./predict.ts')).predict(each, around)));
}
