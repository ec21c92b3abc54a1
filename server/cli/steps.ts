/** The steps of a check as the commands take them, put together for `checkEach`. */
import type { SharedSteps } from '../core/checking.ts';
import { judge } from '../core/judge.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { openKeeper } from '../corpus/keeper.ts';
import type { CallRunner } from './running.ts';

export interface Parts {
  readonly runner: CallRunner;
  readonly options: RunOptions;
  /** `null`: nothing is kept. */
  readonly corpus: Corpus | null;
  readonly workspace: string;
}

export function stepsOf({ runner, options, corpus, workspace }: Parts): SharedSteps {
  return {
    run: (probe, signal) => runner.run(probe, options, signal),
    judge: (probe, prediction, run) => judge(probe, prediction, run, 'strict'),
    keeper: corpus === null ? null : openKeeper(corpus, workspace, 'all'),
  };
}
