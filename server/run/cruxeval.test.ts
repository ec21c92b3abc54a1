/** All rows of CRUXEval, run for real: the gold text and type, exactly the known mutations, the known line hits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compareValues } from '../core/compare.ts';
import { readLiteral } from '../core/literal.ts';
import { silentLog } from '../core/log.ts';
import type { Run } from '../core/outcome.ts';
import { openRunner } from './run.ts';
import { inTurns, interpreterOf, rowsOf, sharedData } from './testing/interpreters.ts';
import { optionsFor, probeOf } from './testing/running.ts';

const rowsFile = sharedData('cruxeval/cruxeval.jsonl');
const Row = z.object({ id: z.string(), code: z.string(), input: z.string(), output: z.string() });
const Hits = z.object({ id: z.string(), line_hits: z.record(z.string(), z.record(z.string(), z.int())) });
const rows = rowsOf(rowsFile).map(row => Row.parse(row));
const mutating = rowsOf(sharedData('cruxeval/mutating.jsonl')).map(row => z.object({ id: z.string() }).parse(row).id);
const hits = new Map(
  rowsOf(sharedData('cruxeval/line-hits.jsonl.gz')).map(row => {
    const { id, line_hits } = Hits.parse(row);
    return [id, line_hits];
  }),
);

const never = new AbortController().signal;
const runner = openRunner(silentLog);
afterAll(() => runner.close());

async function runAll(python: string): Promise<ReadonlyMap<string, Run>> {
  const cwd = await mkdtemp(join(tmpdir(), 'called-it-cruxeval-'));
  const options = optionsFor([python], cwd, { trace: true });
  const runs = await inTurns(rows, 2, row => runner.run(probeOf(row.code, `f(${row.input})`), options, never));
  await rm(cwd, { recursive: true, force: true });
  return new Map(rows.map((row, at) => [row.id, runs[at]] as const).filter(hasRun));
}

const hasRun = (pair: readonly [string, Run | undefined]): pair is readonly [string, Run] => pair[1] !== undefined;

/** Whether the run returned the gold: the same value in type and content, by our own reading of the gold's text. */
function isGold(run: Run | undefined, output: string): boolean {
  if (run?.outcome.kind !== 'returned') return false;
  const gold = readLiteral(output);
  return gold.kind === 'value' && compareValues(gold.value, run.outcome.value).grade === 'exact';
}

const changesAnArgument = (run: Run): boolean => run.state.some(entry => entry.role === 'argument' && entry.changed);

for (const version of ['3.11', '3.13']) {
  const python = interpreterOf(version);
  const why = rowsFile === undefined ? 'the shared data is absent' : `Python ${version} is not installed here`;
  const isMissing = rowsFile === undefined || python === undefined;

  describe.skipIf(isMissing)(isMissing ? `Python ${version} (skipped: ${why})` : `Python ${version}`, () => {
    test('every row gives the gold, the mutations and the line hits', async () => {
      const runs = await runAll(python ?? '');
      expect(runs.size).toBe(800);
      expect(rows.filter(row => !isGold(runs.get(row.id), row.output)).map(({ id }) => id)).toEqual([]);
      const changed = [...runs].filter(([, run]) => changesAnArgument(run)).map(([id]) => id);
      expect(changed.sort()).toEqual([...mutating].sort());
      expect(changed).toHaveLength(108);
      const wanted = (id: string) => hits.get(id)?.[version] ?? hits.get(id)?.['3.11'];
      const differing = [...runs].filter(([id, run]) => JSON.stringify(run.lineHits) !== JSON.stringify(wanted(id)));
      expect(differing.map(([id]) => id)).toEqual([]);
    }, 900_000);
  });
}
