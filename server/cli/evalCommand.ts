/** `called-it eval CORPUS`: how it is typed. The work is loaded when it is asked for. */
import { type Command, Option } from 'commander';
import { Policy } from '../core/verdict.ts';
import { answering, jsonHelp, type Surroundings } from './answer.ts';
import { addModelOptions, collected, withSeveralModels } from './modelOptions.ts';
import { addRunOptions, wholeFrom } from './runOptions.ts';

/** Other than elsewhere, `--model` may be given several times: each is a row. */
export function registerEval(program: Command, around: Surroundings): void {
  const command = program
    .command('eval')
    .description('ask models about the probes of a corpus, or score recorded answers, and keep every check')
    .argument('<corpus>', 'a folder that holds corpus.jsonl, or a .jsonl file')
    .option('--replay <file>', 'score the recorded answers of this file instead of asking (repeatable)', collected)
    .option('--baseline <name>', 'a rule instead of a model, to be beaten: echo, none, common (repeatable)', collected)
    .addOption(
      new Option('--question <kind>', 'ask this of each call (default: what each probe asks)').choices([
        'outcome',
        'input',
      ]),
    )
    .addOption(new Option('--policy <policy>', 'which grades are right').choices(Policy.options).default('strict'))
    .option('--resume', 'go on where an earlier run ended: what is in the corpus is not asked again')
    .option('--stale', 'only what reads otherwise in the workspace now, as it reads there')
    .option('--limit <n>', 'the first n probes alone', wholeFrom(1))
    .option('--corpus <dir>', 'where the checks go (default: the corpus itself)')
    .option('--no-record', 'keep nothing');
  withSeveralModels(addModelOptions(command));
  addRunOptions(command)
    .option('--json', jsonHelp)
    .action(answering(around, async each => (await import('./eval/evaluate.ts')).evaluate(each, around)));
}
