/** Table 3: what four models said step by step, right, wrong, undecided or without an answer. */
import { shared } from '../../server/cli/eval/running.ts';
import { printTable, replay, type Tables } from './place.ts';

const models = ['gpt-4', 'gpt-3.5-turbo', 'deepseek-coder-6.7b-instruct', 'starcoder-15.5b'];

export async function cotTable(tables: Tables): Promise<void> {
  const runCall = shared(tables.runCall);
  const rows: string[][] = [];
  for (const model of models) {
    for (const policy of ['equal', 'strict'] as const) {
      const results = await replay(tables, 'output', `cruxeval-output.${model}.cot.jsonl.gz`, policy, runCall);
      const kinds = results.flatMap(({ judgement }) => judgement.sampleVerdicts.map(({ kind }) => kind));
      const count = (wanted: string) => String(kinds.filter(kind => kind === wanted).length);
      rows.push([model, policy, ...['right', 'wrong', 'undecided', 'noAnswer'].map(count), String(kinds.length)]);
    }
  }
  printTable(['CRUXEval-O, step by step', 'policy', 'right', 'wrong', 'undecided', 'no answer', 'answers'], rows);
}
