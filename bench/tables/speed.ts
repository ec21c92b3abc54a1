/** How fast answers are scored, beside a harness that executes each in a new `python`: same answers, same workers, same deadline. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inPool } from '../../server/cli/eval/pool.ts';
import { readRecordings } from '../../server/cli/eval/replaying.ts';
import { type RunCall, shared } from '../../server/cli/eval/running.ts';
import { never, printTable, type QuestionName, replay, type Tables } from './place.ts';

export async function speedTable(tables: Tables): Promise<void> {
  const rows: string[][] = [];
  for (const question of ['output', 'input'] as const) {
    const [theirs, passed] = await told(`${question}, each executed`, () => executeEach(tables, question));
    const each = await told(`${question}, ours`, () => score(tables, question, tables.runCall));
    const once = await told(`${question}, ours, equal calls run once`, () =>
      score(tables, question, shared(tables.runCall)),
    );
    const add = (name: string, seconds: number, right: number) =>
      rows.push([question, name, seconds.toFixed(1), `${(theirs / seconds).toFixed(1)} ×`, String(right)]);
    add('one new python an answer', theirs, passed);
    add('ours', ...each);
    add('ours, equal calls run once', ...once);
  }
  printTable(['answers to', `harness (${tables.workers} workers)`, 'seconds', 'speed', 'right'], rows);
}

/** Said at once: a run that is cut short keeps what it measured. */
async function told(name: string, work: () => Promise<number>): Promise<readonly [seconds: number, right: number]> {
  const [seconds, right] = await timed(work);
  console.log(`${name}: ${seconds.toFixed(1)} s, ${right} right`);
  return [seconds, right];
}

async function timed(work: () => Promise<number>): Promise<readonly [seconds: number, right: number]> {
  const start = performance.now();
  const right = await work();
  return [(performance.now() - start) / 1000, right];
}

const fileOf = (question: QuestionName) => `cruxeval-${question}.codellama-7b.direct.jsonl.gz`;

async function score(tables: Tables, question: QuestionName, runCall: RunCall): Promise<number> {
  const results = await replay(tables, question, fileOf(question), 'equal', runCall);
  return results.flatMap(({ judgement }) => judgement.sampleVerdicts).filter(({ kind }) => kind === 'right').length;
}

/** The published rule: the answer is spliced into an assertion, and the assertion is executed. */
async function executeEach(tables: Tables, question: QuestionName): Promise<number> {
  const recordings = await readRecordings(join(tables.data, 'replies', fileOf(question)));
  const programs = (await tables.tasks(question)).flatMap(({ original, expected }) =>
    (recordings.get(original.source?.id ?? '')?.samples ?? []).map(answer => {
      const call = question === 'output' ? original.call.expression : answer;
      const wanted = question === 'output' ? answer : expected;
      return `${original.code}\nassert ${wanted} == ${call}\n`;
    }),
  );
  let passed = 0;
  await inPool(
    programs,
    tables.workers,
    async program => {
      if (await passes(tables.python, program)) passed += 1;
    },
    never,
  );
  return passed;
}

function passes([executable = 'python3', ...leading]: readonly string[], program: string): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(executable, [...leading, '-c', program], {
      stdio: 'ignore',
      timeout: 3000,
      killSignal: 'SIGKILL',
    });
    child.on('error', () => resolve(false));
    child.on('close', code => resolve(code === 0));
  });
}
