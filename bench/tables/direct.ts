/** Table 2: the recorded direct answers, verdict by verdict against the published ones. */
import { join } from 'node:path';
import * as z from 'zod';
import { shared } from '../../server/cli/eval/running.ts';
import { receiveJson } from '../../server/core/door.ts';
import { passAt } from '../../server/core/score/rate.ts';
import type { Policy } from '../../server/core/verdict.ts';
import { linesOf } from '../../server/corpus/lines.ts';
import { printTable, type QuestionName, type Replayed, replay, type Tables } from './place.ts';

const Published = z.object({ id: z.string(), published: z.array(z.boolean()) });

export async function directTable(tables: Tables): Promise<void> {
  const rows: string[][] = [];
  const runCall = shared(tables.runCall);
  for (const question of ['output', 'input'] as const) {
    const file = `cruxeval-${question}.codellama-7b.direct.jsonl.gz`;
    const published = await publishedOf(join(tables.data, 'replies', file));
    for (const policy of ['equal', 'strict'] as const) {
      const results = await replay(tables, question, file, policy, runCall);
      rows.push(rowOf(question, policy, results, published));
      if (policy === 'equal') listDifferences(question, results, published);
    }
  }
  printTable(
    ['codellama-7b direct', 'policy', 'answers', 'pass@1', 'published', 'pass@5', 'verdicts that differ'],
    rows,
  );
}

type Verdicts = ReadonlyMap<string, readonly boolean[]>;

async function publishedOf(path: string): Promise<Verdicts> {
  const verdicts = new Map<string, readonly boolean[]>();
  for await (const { text } of linesOf(path)) {
    const row = receiveJson(Published, text, path);
    verdicts.set(row.id, row.published);
  }
  return verdicts;
}

function rowOf(question: QuestionName, policy: Policy, results: readonly Replayed[], published: Verdicts): string[] {
  const ours = results.map(({ judgement }) => judgement.sampleVerdicts.map(({ kind }) => kind === 'right'));
  const theirs = [...published.values()];
  const differing = results.flatMap(result => differencesOf(result, published)).length;
  return [
    question,
    policy,
    String(ours.flat().length),
    (meanPass(ours, 1) * 100).toFixed(3),
    (meanPass(theirs, 1) * 100).toFixed(3),
    (meanPass(ours, 5) * 100).toFixed(3),
    String(differing),
  ];
}

function meanPass(verdicts: readonly (readonly boolean[])[], k: number): number {
  const shares = verdicts.map(row => passAt(row.length, row.filter(Boolean).length, k) ?? 0);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

interface Difference {
  readonly id: string;
  readonly answer: string;
  readonly ours: string;
  readonly published: boolean;
}

function differencesOf({ task, recording, judgement }: Replayed, published: Verdicts): readonly Difference[] {
  const id = task.original.source?.id ?? '';
  return judgement.sampleVerdicts.flatMap(({ kind, grade }, index) => {
    const theirs = published.get(id)?.[index];
    if (theirs === undefined || (kind === 'right') === theirs) return [];
    return [{ id, answer: recording.samples[index] ?? '', ours: `${kind} (${grade})`, published: theirs }];
  });
}

function listDifferences(question: QuestionName, results: readonly Replayed[], published: Verdicts): void {
  const differences = results.flatMap(result => differencesOf(result, published));
  console.log(
    `\n${question}, policy equal: ${differences.length} of ${results.length * 10} verdicts differ from the published`,
  );
  for (const { id, answer, ours, published: theirs } of differences) {
    console.log(`  ${id}: published ${theirs ? 'right' : 'wrong'}, ours ${ours}: ${JSON.stringify(answer)}`);
  }
}
