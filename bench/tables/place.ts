/** What every table needs: the imported rows as tasks, a runner, and the recorded answers. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Judgement, judged } from '../../server/cli/eval/judging.ts';
import { inPool } from '../../server/cli/eval/pool.ts';
import { type Recording, readRecordings } from '../../server/cli/eval/replaying.ts';
import { callsWith, type RunCall } from '../../server/cli/eval/running.ts';
import { type Task, tasksOf } from '../../server/cli/eval/tasks.ts';
import { settledInput } from '../../server/core/inputCall.ts';
import { silentLog } from '../../server/core/log.ts';
import type { Policy } from '../../server/core/verdict.ts';
import { type Corpus, openCorpus } from '../../server/corpus/corpus.ts';
import { importFile } from '../../server/corpus/import/importing.ts';
import { provenanceOf } from '../../server/corpus/provenance.ts';
import { recordedPrediction } from '../../server/predict/replay.ts';
import { findPython } from '../../server/run/python.ts';
import { openRunner } from '../../server/run/run.ts';

export const never = new AbortController().signal;
export type QuestionName = 'output' | 'input';

export interface Tables {
  readonly data: string;
  readonly corpus: Corpus;
  readonly workers: number;
  readonly python: readonly string[];
  /** Runs once, without the certificate's repeat, within 3 s as the published harness does. */
  readonly runCall: RunCall;
  tasks(question: QuestionName): Promise<readonly Task[]>;
  close(): Promise<void>;
}

/** Fewer rows for a quick look. */
const rows = Number(process.env['CALLED_IT_ROWS'] ?? 800);

export async function openTables(data: string, folder: string, workers: number): Promise<Tables> {
  const corpus = openCorpus(join(folder, '.called-it'));
  const provenance = await provenanceOf(folder, { rules: '', kept: 'all' });
  const { imported } = await importFile(corpus, join(data, 'cruxeval/cruxeval.jsonl'), 'cruxeval', provenance, never);
  console.log(`${imported} rows of CRUXEval imported`);
  const runner = openRunner(silentLog);
  const python = await realPython(await findPython([['python3']], never));
  const options = {
    python: [...python],
    cwd: folder,
    file: '',
    env: {},
    hiddenVariable: '',
    timeoutMs: 3000,
    memoryMb: 1024,
    runs: 1,
    walls: 'auto' as const,
    stdin: '',
    items: 0,
    allState: false,
    trace: false,
  };
  const contents = await corpus.read();
  return {
    data,
    corpus,
    workers,
    python,
    runCall: callsWith(runner.run, options),
    async tasks(question) {
      const { tasks } = await tasksOf(contents, question === 'output' ? 'outcome' : 'input', folder);
      return tasks.slice(0, rows);
    },
    close: () => runner.close(),
  };
}

/** The interpreter behind a shim: else a harness that starts it each time would be slow for no fault of its own. */
async function realPython([executable = 'python3', ...leading]: readonly string[]): Promise<readonly string[]> {
  const question = 'import sys; print(sys.executable)';
  const { stdout } = await promisify(execFile)(executable, [...leading, '-c', question]);
  return [stdout.trim()];
}

export interface Replayed {
  readonly task: Task;
  readonly recording: Recording;
  readonly judgement: Judgement;
}

/** Every recorded answer of a file, judged. */
export async function replay(
  tables: Tables,
  question: QuestionName,
  file: string,
  policy: Policy,
  runCall: RunCall,
): Promise<readonly Replayed[]> {
  const recordings = await readRecordings(join(tables.data, 'replies', file));
  const results: Replayed[] = [];
  await inPool(
    await tables.tasks(question),
    tables.workers,
    async (task, index) => {
      const recording = recordings.get(task.original.source?.id ?? '');
      if (recording === undefined) return;
      const prediction = settledInput(task.probe, recordedPrediction(task.probe, recording));
      results[index] = { task, recording, judgement: await judged(task, prediction, runCall, policy, never) };
    },
    never,
  );
  return results.filter(result => result !== undefined);
}

/** A table in Markdown, as notes quote it. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  console.log('');
}
