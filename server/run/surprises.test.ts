/** Short programs whose behaviour surprises people: outcome, chain, place, post-state and line hits as they were recorded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../core/log.ts';
import type { Run, StateEntry } from '../core/outcome.ts';
import { openRunner } from './run.ts';
import { inTurns, interpreterOf, rowsOf, sharedData } from './testing/interpreters.ts';
import { optionsFor, probeOf } from './testing/running.ts';

const Raised = z.object({ type: z.string(), message: z.string() });
const Version = z.object({ kind: z.string(), repr: z.string().nullable() });
const Row = z.object({
  id: z.string(),
  code: z.string(),
  setup: z.string(),
  call: z.string(),
  expected_kind: z.string(),
  expected_repr: z.string().nullable(),
  expected_exception: Raised.nullable(),
  expected_state: z.record(z.string(), z.string()),
  raised_at: z.tuple([z.string(), z.int()]).nullable(),
  line_hits: z.record(z.string(), z.int()),
  'line_hits_3.13': z.record(z.string(), z.int()).optional(),
  by_version: z.record(z.string(), Version).nullish(),
});
type Row = z.infer<typeof Row>;

const file = sharedData('calls/surprises.jsonl');
const rows = rowsOf(file).map(row => Row.parse(row));
const never = new AbortController().signal;
const runner = openRunner(silentLog);
afterAll(() => runner.close());

const lastPart = (name: string): string => name.split('.').at(-1) ?? '';

/** What a row expects under a version, in the shape of `told`. */
function wanted(row: Row, version: string): unknown {
  const hits = version === '3.13' ? (row['line_hits_3.13'] ?? row.line_hits) : row.line_hits;
  const error = row.expected_exception;
  const result = error === null ? (row.by_version?.[version]?.repr ?? row.expected_repr) : [error.type, error.message];
  return { result, hits, line: row.raised_at?.[1], state: row.expected_state };
}

/** What the run gave, with the state that the row asks about under the names that its set-up uses. */
function told(row: Row, run: Run): unknown {
  const { outcome, lineHits } = run;
  const state = Object.fromEntries(Object.keys(row.expected_state).map(name => [name, entryOf(name, run)?.after]));
  if (outcome.kind === 'returned') return { result: outcome.repr, hits: lineHits, line: undefined, state };
  if (outcome.kind !== 'raised') return outcome;
  const { type, message, frames } = outcome.exception;
  return { result: [lastPart(type), message], hits: lineHits, line: frames.at(-1)?.line, state };
}

function entryOf(name: string, { state, aliases }: Run): StateEntry | undefined {
  const other = aliases.find(alias => alias.other === name)?.target;
  return state.find(entry => entry.target === name || entry.target === other);
}

for (const version of ['3.11', '3.13']) {
  const python = interpreterOf(version);
  const why = file === undefined ? 'the shared data is absent' : `Python ${version} is not installed here`;
  const isMissing = file === undefined || python === undefined;

  describe.skipIf(isMissing)(isMissing ? `Python ${version} (skipped: ${why})` : `Python ${version}`, () => {
    test('every surprise is as it was recorded', async () => {
      const cwd = await mkdtemp(join(tmpdir(), 'called-it-surprises-'));
      const options = optionsFor([python ?? ''], cwd, { trace: true, allState: true });
      const runs = await inTurns(rows, 2, row => runner.run(probeOf(row.code, row.call, row.setup), options, never));
      await rm(cwd, { recursive: true, force: true });
      expect(rows.length).toBeGreaterThan(50);
      const got = rows.map((row, at) => [row.id, runs[at] && told(row, runs[at])]);
      expect(Object.fromEntries(got)).toEqual(Object.fromEntries(rows.map(row => [row.id, wanted(row, version)])));
    }, 300_000);
  });
}
