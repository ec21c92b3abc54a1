/** Calls recorded from the tests and documentation of more-itertools and click, run for real against the packages from PyPI. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../core/log.ts';
import type { Outcome, Run } from '../core/outcome.ts';
import { openRunner } from './run.ts';
import { type Installed, installed } from './testing/installed.ts';
import { inTurns, interpreterOf, rowsOf, sharedData } from './testing/interpreters.ts';
import { optionsFor, probeOfFile } from './testing/running.ts';

const Got = z.object({
  kind: z.enum(['return', 'raise']),
  type: z.string(),
  repr: z.string().optional(),
  message: z.string().optional(),
});
const Row = z.object({
  id: z.string(),
  repo: z.string(),
  path: z.string(),
  call: z.string(),
  setup: z.array(z.string()).default([]),
  usable: z.boolean(),
  got: Got,
});
type Row = z.infer<typeof Row>;

/** Rows that the packages' released versions, or this environment, cannot give: each with why. */
const different: Readonly<Record<string, string>> = {
  'more-itertools:more_itertools.recipes.tail#554': 'the release does not refuse a negative number',
  'click:click.__getattr__#2175': 'the version itself',
  'click:click.utils._make_default_short_help#2694': 'the release shortens otherwise',
  'click:click.utils._make_default_short_help#2701': 'the release shortens otherwise',
  'click:click._compat.get_text_stdin#2722': 'recorded with a standard input of another error handler',
  'click:click.termui.secho#2787': 'recorded with a standard output that has no bytes',
  'click:click._compat.open_stream#2518': 'recorded with a standard output that has no bytes',
  'click:click._compat.get_binary_stdout#2560': 'recorded with a standard output that has no bytes',
  'click:click.utils._get_binary_stream#2884': 'recorded with a standard output that has no bytes',
};

const inArguments = 'an argument is a call that raises: the call never began, which names the exception';
const noNumpy = 'its set-up imports numpy, which the interpreter of the test does not have';
const usedUp = 'recorded after an earlier evaluation had used up the input that the set-up gives';

/** Rows of TheAlgorithms that are told otherwise: each with why. */
const differentAlgorithms: Readonly<Record<string, string>> = {
  'TheAlgorithms:data_structures/arrays/sparse_table.py:75': inArguments,
  'TheAlgorithms:graphs/basic_graphs.py:235': usedUp,
  'TheAlgorithms:graphs/basic_graphs.py:329': usedUp,
  'TheAlgorithms:maths/minkowski_distance.py:24': noNumpy,
  'TheAlgorithms:maths/minkowski_distance.py:28': noNumpy,
  'TheAlgorithms:maths/numerical_analysis/simpson_rule.py:35': inArguments,
  'TheAlgorithms:maths/numerical_analysis/simpson_rule.py:39': inArguments,
  'TheAlgorithms:physics/malus_law.py:50': inArguments,
  'TheAlgorithms:physics/malus_law.py:54': inArguments,
  'TheAlgorithms:physics/malus_law.py:58': inArguments,
};

/** Rows whose result is drawn at random, although they were recorded as usable: those must never be gold. */
const random = /^more-itertools:more_itertools\/recipes\.py:(632|649|617|594|600|332)$/;

const file = sharedData('calls/test-calls.jsonl.gz');
const rows = [...rowsOf(file), ...rowsOf(sharedData('calls/doctest-calls.jsonl.gz'))]
  .map(row => Row.parse(row))
  .filter(row => row.repo === 'more-itertools' || row.repo === 'click');
const algorithms = process.env['CALLED_IT_ALGORITHMS'];
const packages = installed(file && interpreterOf('3.11'), ['more-itertools==11.2.1', 'click==8.5.1']);

const never = new AbortController().signal;
const runner = openRunner(silentLog);
afterAll(() => runner.close());

async function runAll(chosen: readonly Row[], root: string, python: string, runs: number): Promise<readonly Run[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'called-it-calls-'));
  const results = await inTurns(chosen, 2, async row => {
    const path = join(root, row.path.replace(/^src\//, ''));
    const probe = await probeOfFile(path, row.call);
    const whole = { ...probe, call: { ...probe.call, setup: row.setup.join('\n') } };
    return runner.run(whole, optionsFor([python], cwd, { file: path, runs, timeoutMs: 20_000 }), never);
  });
  await rm(cwd, { recursive: true, force: true });
  return results;
}

const lastPart = (name: string): string => name.split('.').at(-1) ?? '';
const masked = (text: string | undefined): string => (text ?? '').replaceAll(/ at 0x[0-9a-f]+/g, ' at 0x');

/** An outcome in the words of the recordings. */
function told(outcome: Outcome): string {
  if (outcome.kind === 'returned') return `return ${lastPart(outcome.type)} ${masked(outcome.repr)}`;
  if (outcome.kind === 'raised') return `raise ${lastPart(outcome.exception.type)} ${outcome.exception.message}`;
  return outcome.kind;
}

const wanted = ({ got }: Row): string =>
  got.kind === 'return'
    ? `return ${lastPart(got.type)} ${masked(got.repr)}`
    : `raise ${lastPart(got.type)} ${got.message ?? ''}`;

const endsOtherwise = ['killed', 'timedOut', 'exited', 'blocked', 'notRun'];

/** Whether an outcome would pass for gold: stable, and a value without hidden parts. */
function isGold({ outcome, certificate }: Run): boolean {
  if (endsOtherwise.includes(outcome.kind) || !certificate.stable) return false;
  return outcome.kind !== 'returned' || !/"opaque"|"kind":"cut"/.test(JSON.stringify(outcome.value));
}

function differing(chosen: readonly Row[], runs: readonly Run[]): Record<string, string> {
  const pairs = chosen.map((row, at) => [row, runs[at]?.outcome ?? { kind: 'exited', code: 0 }] as const);
  const unlike = pairs.filter(([row, outcome]) => told(outcome) !== wanted(row));
  return Object.fromEntries(unlike.map(([row, outcome]) => [row.id, `${told(outcome)} for ${wanted(row)}`]));
}

/** What passes for gold and is not what was recorded. */
function wrongGold(chosen: readonly Row[], runs: readonly Run[]): Record<string, string> {
  const golden = chosen.filter((_, at) => runs[at] !== undefined && isGold(runs[at]));
  return differing(golden, runs.filter(isGold));
}

const why = file === undefined ? 'the shared data is absent' : 'the packages or Python 3.11 are not to be had';
const title = 'more-itertools 11.2.1 and click 8.5.1';

describe.skipIf(packages === undefined)(packages === undefined ? `${title} (skipped: ${why})` : title, () => {
  const { python, site }: Installed = packages ?? { python: '', site: '' };

  test('every usable row gives what was recorded, but for differences of version', async () => {
    const usable = rows.filter(row => row.usable && !random.test(row.id));
    const runs = await runAll(usable, site, python, 1);
    const found = differing(usable, runs);
    expect(Object.entries(found).filter(([id]) => different[id] === undefined)).toEqual([]);
    expect(usable.length).toBeGreaterThan(1400);
  }, 900_000);

  test('no unusable row becomes a wrong gold', async () => {
    const unusable = rows.filter(row => !row.usable);
    const runs = await runAll(unusable, site, python, 2);
    expect(Object.entries(wrongGold(unusable, runs)).filter(([id]) => different[id] === undefined)).toEqual([]);
  }, 900_000);

  test('what is drawn at random is never gold, though it was recorded as usable', async () => {
    const drawn = rows.filter(row => random.test(row.id));
    const runs = await runAll(drawn, site, python, 2);
    expect(drawn.filter((_, at) => runs[at] === undefined || isGold(runs[at])).map(row => row.id)).toEqual([]);
    expect(drawn).toHaveLength(6);
  }, 60_000);
});

const hasAlgorithms = algorithms !== undefined && existsSync(algorithms);

const theirs = hasAlgorithms ? 'TheAlgorithms' : 'TheAlgorithms (skipped: CALLED_IT_ALGORITHMS names no checkout)';

describe.skipIf(!hasAlgorithms)(theirs, () => {
  const all = hasAlgorithms
    ? rowsOf(sharedData('calls/doctest-calls.jsonl.gz'))
        .map(row => Row.parse(row))
        .filter(row => row.repo === 'TheAlgorithms')
    : [];
  const python = interpreterOf('3.11') ?? 'python3';

  test('every usable row gives what was recorded, but for those that are listed', async () => {
    const usable = all.filter(row => row.usable);
    const runs = await runAll(usable, algorithms ?? '', python, 1);
    const found = differing(usable, runs);
    expect(Object.entries(found).filter(([id]) => differentAlgorithms[id] === undefined)).toEqual([]);
    expect(usable.length).toBeGreaterThan(4900);
  }, 3_600_000);

  test('no unusable row becomes a wrong gold', async () => {
    const unusable = all.filter(row => !row.usable);
    const runs = await runAll(unusable, algorithms ?? '', python, 2);
    expect(wrongGold(unusable, runs)).toEqual({});
  }, 3_600_000);
});
