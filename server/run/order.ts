/** One run of one call under one hash seed: a supervisor lent from the pool, warm where the module is loaded and its files are unchanged. */
import type { Log } from '../core/log.ts';
import type { PythonFacts, Walls } from '../core/outcome.ts';
import type { Kept, LoadedModule, Pool } from './pool.ts';
import type { Ran } from './reply.ts';
import { type Single, singleOf } from './report.ts';
import { areFresh, stampsOf } from './stamps.ts';
import { type Request, type Route, Supervisor } from './supervisor.ts';

/** What is to be run, and behind which walls. */
export interface Order {
  readonly python: readonly string[];
  readonly route: Route;
  /** Levels of walls to try, strongest first. */
  readonly levels: readonly Walls['level'][];
  /** The name under which the module is to be kept loaded; empty for a fresh process. */
  readonly keepLoaded: string;
  readonly request: Request;
}

export interface Finished {
  readonly single: Single;
  readonly python: PythonFacts;
  readonly seed: number;
  /** Whether one of the levels could be raised; else none of the user's code ran. */
  readonly isRaised: boolean;
  /** Why not. */
  readonly refusal: string;
  /** When it was asked for, in milliseconds since the epoch. */
  readonly atMs: number;
  readonly startMs: number;
}

export async function runOrder(
  order: Order,
  seed: number,
  pool: Pool,
  log: Log,
  signal: AbortSignal,
): Promise<Finished> {
  const begun = performance.now();
  const atMs = Date.now();
  const environment = supervisorEnvironment(order.request.env, seed);
  const key = JSON.stringify([order.python, order.route, environment]);
  const start = async (): Promise<Kept> => ({
    ...(await Supervisor.start(order.python, order.route, environment, log, signal)),
    loaded: null,
    unfit: new Set(),
  });
  return pool.use(key, order.keepLoaded, start, async kept => {
    const readyMs = performance.now() - begun;
    const ran = await ranBy(kept, order, signal);
    const single = singleOf(ran, {
      timeoutMs: order.request.timeoutMs,
      memoryMb: order.request.memoryMb,
      file: order.request.file,
      workspace: order.request.cwd,
    });
    const isRaised = ran.stage !== 'start' && ran.stage !== 'walls';
    const startMs = readyMs + (ran.startMs ?? 0);
    return { single, python: kept.python, seed, isRaised, refusal: ran.refusal, atMs, startMs };
  });
}

/** The interpreter's own start must not run code of the workspace: what `PYTHONPATH` names comes in inside the walls. */
function supervisorEnvironment(env: Request['env'], seed: number): Readonly<Record<string, string>> {
  const { PYTHONPATH: _, ...rest } = env;
  return { ...rest, PYTHONHASHSEED: String(seed) };
}

async function ranBy(kept: Kept, order: Order, signal: AbortSignal): Promise<Ran> {
  const { levels, request } = order;
  const name = kept.unfit.has(order.keepLoaded) ? '' : order.keepLoaded;
  const isFresh = await isAsLoaded(kept.loaded, name, request);
  const begunMs = Date.now();
  const ran = await kept.supervisor.run(
    { ...request, levels, warm: name, reload: !isFresh },
    longestMs(request),
    signal,
  );
  if (ran.notWarm !== undefined) kept.unfit.add(name);
  if (name !== '' && !isFresh) {
    const setup = ran.neededSetup ? request.setup : null;
    kept.loaded = ran.watched === undefined ? null : { name, setup, stamps: await stampsOf(ran.watched, begunMs) };
  }
  return ran;
}

/** Whether loading `name` for `request` would give what is loaded. */
async function isAsLoaded(loaded: LoadedModule | null, name: string, { setup }: Request): Promise<boolean> {
  if (loaded === null || loaded.name !== name) return false;
  return (loaded.setup === null || loaded.setup === setup) && areFresh(loaded.stamps);
}

/** The supervisor ends a run long before this; it bounds the wait for a supervisor that is stuck itself. */
function longestMs({ timeoutMs }: Request): number {
  return 5 * timeoutMs + 90_000;
}
