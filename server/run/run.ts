/** The real call, run in the user's own interpreter inside walls: a probe in, a `Run` out. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentFor } from '../core/environment.ts';
import { noWalls } from '../core/failure.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { Run, Walls } from '../core/outcome.ts';
import type { Call, Probe } from '../core/probe.ts';
import { attemptText } from './blocked.ts';
import { certify } from './certificate.ts';
import { type Finished, type Order, runOrder } from './order.ts';
import { Pool } from './pool.ts';
import type { Route } from './supervisor.ts';

export interface Runner {
  /** Throws a failure where there is no usable Python, or no real wall where `options.walls` requires one, or on cancellation. */
  run(probe: Probe, options: RunOptions, signal: AbortSignal): Promise<Run>;
  /** Ends what is kept ready; resolves when no process is left. */
  close(): Promise<void>;
}

/** Opens a runner; nothing is started until the first run. From the second run of a module on, it is kept loaded. */
export function openRunner(log: Log, route: Route = 'usual'): Runner {
  const pool = new Pool(Math.max(1, availableParallelism()));
  const seen = new Set<string>();
  return {
    run: async (probe, options, signal) => {
      const order = await orderOf(probe.call, probe.code, options, route);
      const name = moduleName(order);
      const isKnown = seen.has(name);
      seen.add(name);
      const done = await runAll({ ...order, keepLoaded: isKnown ? name : '' }, options, pool, log, signal);
      return assemble(done, probe.code, options);
    },
    close: () => pool.close(),
  };
}

/**
 * The walls that hold on this machine around calls by `python`, found by raising them around nothing. Throws a failure where the
 * interpreter does not start.
 */
export async function describeWalls(python: readonly string[], signal: AbortSignal): Promise<Walls> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-walls-'));
  const pool = new Pool(1);
  try {
    const options = { ...plainOptions, python: [...python], cwd: folder };
    const order = await orderOf({ expression: 'None', setup: '' }, '', options, 'usual');
    return (await runOrder(order, 0, pool, silentLog, signal)).single.walls;
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const plainOptions: Omit<RunOptions, 'python' | 'cwd'> = {
  file: '',
  env: {},
  hiddenVariable: '',
  timeoutMs: 5000,
  memoryMb: 1024,
  runs: 1,
  walls: 'auto',
  stdin: '',
  items: 0,
  allState: false,
  trace: false,
};

async function orderOf(call: Call, code: string, options: RunOptions, route: Route): Promise<Order> {
  const { file, cwd, timeoutMs, memoryMb, items, allState, trace, stdin } = options;
  return {
    python: options.python,
    route,
    levels: levelsOf(options),
    keepLoaded: '',
    request: {
      code: await differingCode(code, file),
      file,
      cwd,
      expression: call.expression,
      setup: call.setup,
      timeoutMs,
      memoryMb,
      items,
      allState,
      trace,
      stdin,
      env: environmentFor(process.env, options.env, options.hiddenVariable),
    },
  };
}

/** The strongest first; one that cannot be raised never ran any of the user's code. */
function levelsOf({ walls }: RunOptions): readonly Walls['level'][] {
  if (walls === 'none') return ['none'];
  return walls === 'require' ? ['full', 'kernel'] : ['full', 'kernel', 'process'];
}

/** The code to run where it is not what the file holds; null where it is. */
async function differingCode(code: string, file: string): Promise<string | null> {
  if (file === '') return code;
  const saved = await readFile(file, 'utf8').catch(() => null);
  return saved === code ? null : code;
}

/** All that a loaded module depends on, besides files on disk. */
function moduleName({ python, levels, request }: Order): string {
  const { code, file, cwd, stdin, env, memoryMb } = request;
  return fingerprint(JSON.stringify([python, levels, code, file, cwd, stdin, env, memoryMb]));
}

interface Done {
  readonly finished: readonly Finished[];
  /** Why there was no second run; empty where there was one, or none was asked for. */
  readonly notRepeated: string;
}

/** The runs of the certificate: at once behind walls that nothing gets out of; else one by one, as long as nothing did. */
async function runAll(order: Order, options: RunOptions, pool: Pool, log: Log, signal: AbortSignal): Promise<Done> {
  const [firstSeed = 0, ...otherSeeds] = seedsFor(order, options.runs);
  const walled = order.levels.filter(level => level === 'full' || level === 'kernel');
  const one = (seed: number, levels: Order['levels']): Promise<Finished> =>
    runOrder({ ...order, levels }, seed, pool, log, signal);
  const begun = one(firstSeed, order.levels);
  const together = walled.length > 0 ? Promise.all(otherSeeds.map(seed => one(seed, walled))) : Promise.resolve([]);
  const [first, others] = await Promise.all([begun, together]);
  if (options.walls === 'require' && !first.isRaised) throw noWalls('process', first.single.walls.why || first.refusal);
  if (first.single.outcome.kind === 'notRun') return { finished: [first], notRepeated: 'the call never began' };
  const raised = others.filter(other => other.isRaised);
  if (otherSeeds.length === raised.length) {
    const finished = [first, ...raised];
    return { finished: [...finished, ...(await runsAgainstChance(finished, one, walled))], notRepeated: '' };
  }
  const effects = effectsOf(first);
  if (effects !== '') return { finished: [first], notRepeated: effects };
  const after: Finished[] = [];
  for (const seed of otherSeeds) after.push(await one(seed, order.levels));
  return { finished: [first, ...after], notRepeated: '' };
}

/** More runs of a call that drew at random and gave the same all the same: few runs may agree by chance. */
async function runsAgainstChance(
  finished: readonly Finished[],
  one: (seed: number, levels: Order['levels']) => Promise<Finished>,
  walled: Order['levels'],
): Promise<readonly Finished[]> {
  const drawn = new Set(finished.map(({ single }) => single.ran.record?.drew ?? ''));
  if (drawn.size < 2 || !certify(finished, '', '').stable) return [];
  const seeds = finished.map(({ seed }) => (seed + finished.length * 2) % 4_294_967_296);
  const more = await Promise.all([...seeds, ...seeds.map(seed => seed + 1)].map(seed => one(seed, walled)));
  return more.filter(other => other.isRaised);
}

/** What a run did to the outside where no wall held it back; empty where the audit hook saw nothing. */
function effectsOf({ single }: Finished): string {
  const seen = single.ran.tried.filter(line => line.startsWith('~') && !line.startsWith('~fork'));
  const [first] = seen;
  return first === undefined ? '' : `the first run had effects outside: ${attemptText(first.slice(1))}`;
}

/** The first seed is the user's own, else 0: the order of sets is then the same each time. */
function seedsFor({ request }: Order, runs: number): readonly number[] {
  const own = Number.parseInt(request.env['PYTHONHASHSEED'] ?? '', 10);
  const first = Number.isNaN(own) ? 0 : own;
  return Array.from({ length: Math.max(1, runs) }, (_, index) => (first + index) % 4_294_967_296);
}

function assemble({ finished, notRepeated }: Done, code: string, options: RunOptions): Run {
  const [first] = finished;
  if (first === undefined) throw new RangeError('no run was asked for');
  const { single, python, startMs } = first;
  const { ran } = single;
  const record = ran.record;
  return {
    outcome: single.outcome,
    state: single.state.filter(entry => entry.changed || options.allState),
    aliases: record?.aliases ?? [],
    stdout: ran.stdout,
    stderr: ran.stderr,
    stdoutBytes: ran.stdoutBytes,
    stderrBytes: ran.stderrBytes,
    cut: [...single.cut],
    certificate: certify(finished, code, notRepeated),
    walls: single.walls,
    python: { ...python, ...(record?.packages && { packages: record.packages }) },
    durationMs: record?.durationMs ?? 0,
    startMs,
    ...(record?.entered && { entered: record.entered }),
    notes: [...single.notes],
    ...(record?.lineHits && { lineHits: record.lineHits }),
  };
}
