/** Table 1: the runner reproduces the golds of all rows, from an import alone. */
import { inPool } from '../../server/cli/eval/pool.ts';
import { never, type Tables } from './place.ts';

export async function evaluateGolds(tables: Tables): Promise<void> {
  const tasks = await tables.tasks('output');
  let same = 0;
  await inPool(
    tasks,
    tables.workers,
    async task => {
      const { outcome } = await tables.runCall(task.probe, '', never);
      if (outcome.kind === 'returned' && outcome.repr === task.expected) same += 1;
      else console.log(`  ${task.original.source?.id}: wanted ${task.expected}, got ${JSON.stringify(outcome)}`);
    },
    never,
  );
  console.log(`Table 1: ${same} of ${tasks.length} golds reproduced`);
}
