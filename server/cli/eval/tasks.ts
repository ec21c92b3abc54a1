/** What an evaluation asks: each probe of a corpus once, by the question that was chosen, and where its call runs. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../core/outcome.ts';
import type { Probe, QuestionKind } from '../../core/probe.ts';
import type { Contents } from '../../corpus/corpus.ts';
import { casesOf } from '../../corpus/export/cases.ts';
import { askedFor } from '../../corpus/question.ts';
import { renewed } from '../../corpus/stale.ts';
import { staleCasesOf, textsIn } from '../../corpus/staleCases.ts';

export interface Task {
  /** As it is asked. */
  readonly probe: Probe;
  /** The call as it was recorded: for an `input` question, what gave the wanted result. */
  readonly original: Probe;
  /** What the probe's source states as the result; empty where it states none. */
  readonly expected: string;
  /** The latest real run that the corpus has. */
  readonly known: Run | null;
  /** Absolute path of the module's file; empty where the probe's own code is run. */
  readonly file: string;
}

export interface Tasks {
  readonly tasks: readonly Task[];
  /** Probes that cannot be asked so. */
  readonly notAskable: number;
}

/** In the order of the corpus. Questions other than outcome and input are left out: nothing here answers them yet. */
export async function tasksOf(
  contents: Contents,
  question: QuestionKind | undefined,
  workspace: string,
): Promise<Tasks> {
  const tasks = new Map<string, Task>();
  let notAskable = 0;
  for (const { probe: original, run, expected } of casesOf(contents)) {
    const probe = askedFor(original, question, expected, run);
    if (probe === undefined || !['outcome', 'input'].includes(probe.question.kind)) notAskable += 1;
    else if (!tasks.has(probe.id)) {
      tasks.set(probe.id, { probe, original, expected, known: run, file: await fileOf(original, workspace) });
    }
  }
  return { tasks: [...tasks.values()], notAskable };
}

/** Only the tasks whose source is another one now, on that source; those whose definition is gone are left out. */
export async function staleTasksOf(
  contents: Contents,
  tasks: readonly Task[],
  workspace: string,
): Promise<readonly Task[]> {
  const stale = new Set((await staleCasesOf(contents, workspace)).map(({ probe }) => probe.id));
  const texts = textsIn(workspace);
  const found = await Promise.all(
    tasks.map(async task => {
      if (!stale.has(task.original.id)) return [];
      const text = await texts(task.original.target.file);
      const probe = text === undefined ? undefined : renewed(task.probe, text);
      return probe === undefined ? [] : [{ ...task, probe, original: probe, known: null }];
    }),
  );
  return found.flat();
}

/** The module's file where the workspace has it: then it runs under its real name, with the text that the probe carries. */
async function fileOf({ target }: Probe, workspace: string): Promise<string> {
  if (target.file === '') return '';
  const path = join(workspace, target.file);
  const exists = await stat(path).then(
    facts => facts.isFile(),
    () => false,
  );
  return exists ? path : '';
}
