/** The real call, run in the user's own interpreter inside walls: a probe in, a `Run` out. */
import { readFile } from 'node:fs/promises';
import { environmentFor } from '../core/environment.ts';
import { noWalls } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import type { RunOptions } from '../core/messages.ts';
import type { PythonFacts, Run, Walls } from '../core/outcome.ts';
import type { Probe } from '../core/probe.ts';
import { certify } from './certificate.ts';
import type { Ran } from './reply.ts';
import { type Single, singleOf } from './report.ts';
import { type Request, Supervisor } from './supervisor.ts';

export interface Runner {
  /** Throws a failure where there is no usable Python, or no real wall where `options.walls` requires one, or on cancellation. */
  run(probe: Probe, options: RunOptions, signal: AbortSignal): Promise<Run>;
  /** Ends what is kept ready; resolves when no process is left. */
  close(): Promise<void>;
}

/** Opens a runner; nothing is started until the first run. */
export function openRunner(log: Log): Runner {
  return {
    run: (probe, options, signal) => runProbe(probe, options, log, signal),
    close: async () => undefined,
  };
}

const levels = ['full', 'kernel', 'process', 'none'] as const;
type Level = Walls['level'];

async function runProbe(probe: Probe, options: RunOptions, log: Log, signal: AbortSignal): Promise<Run> {
  const code = await differingCode(probe, options.file);
  const one = (seed: number): Promise<Finished> => runOnce(requestOf(probe, options, code), options, seed, log, signal);
  const first = one(0);
  const others = options.runs > 1 ? Array.from({ length: options.runs - 1 }, (_, index) => one(index + 1)) : [];
  const finished = await Promise.all([first, ...others]);
  return assemble(finished, options);
}

interface Finished {
  readonly single: Single;
  readonly python: PythonFacts;
  readonly seed: number;
  readonly startMs: number;
}

function assemble(finished: readonly Finished[], options: RunOptions): Run {
  const [first] = finished;
  if (first === undefined) throw new RangeError('no run was asked for');
  const { single } = first;
  const { ran } = single;
  return {
    outcome: single.outcome,
    state: [...single.state].filter(entry => entry.changed || options.allState),
    aliases: ran.record?.aliases ?? [],
    stdout: ran.stdout,
    stderr: ran.stderr,
    stdoutBytes: ran.stdoutBytes,
    stderrBytes: ran.stderrBytes,
    cut: [...single.cut],
    certificate: certify(finished),
    walls: single.walls,
    python: { ...first.python, ...(ran.record?.packages && { packages: ran.record.packages }) },
    durationMs: ran.record?.durationMs ?? 0,
    startMs: first.startMs,
    ...(ran.record?.entered && { entered: ran.record.entered }),
    notes: [...single.notes],
    ...(ran.record?.lineHits && { lineHits: ran.record.lineHits }),
  };
}

/** The code to run where it is not what the file holds; null where it is. */
async function differingCode(probe: Probe, file: string): Promise<string | null> {
  if (file === '') return probe.code;
  const saved = await readFile(file, 'utf8').catch(() => null);
  return saved === probe.code ? null : probe.code;
}

function requestOf(probe: Probe, options: RunOptions, code: string | null): Request {
  return {
    code,
    file: options.file,
    cwd: options.cwd,
    workspace: options.cwd,
    expression: probe.call.expression,
    setup: probe.call.setup,
    target: probe.target.name,
    timeoutMs: options.timeoutMs,
    memoryMb: options.memoryMb,
    items: options.items,
    allState: options.allState,
    trace: options.trace,
    stdin: options.stdin,
    scanFiles: false,
    env: environmentFor(process.env, options.env, options.hiddenVariable),
  };
}

async function runOnce(
  request: Request,
  options: RunOptions,
  seed: number,
  log: Log,
  signal: AbortSignal,
): Promise<Finished> {
  const begun = performance.now();
  const environment = supervisorEnvironment(request, seed);
  const { supervisor, python } = await Supervisor.start(options.python, environment, log, signal);
  try {
    const { ran, why } = await withBestWalls(supervisor, { ...request, hashSeed: seed }, options, signal);
    const readyMs = performance.now() - begun;
    const limits = {
      timeoutMs: options.timeoutMs,
      memoryMb: options.memoryMb,
      file: options.file,
      workspace: options.cwd,
    };
    const single = singleOf(ran, why, limits);
    return { single, python, seed, startMs: ran.startMs ?? readyMs };
  } finally {
    await supervisor.close();
  }
}

/** The interpreter's own start must not run code of the workspace: what `PYTHONPATH` names comes in inside the walls. */
function supervisorEnvironment(request: Request, seed: number): Record<string, string> {
  const { PYTHONPATH: _, ...rest } = request['env'] as Record<string, string>;
  return { ...rest, PYTHONHASHSEED: String(seed) };
}

/** Runs at the strongest level that the machine allows; a level that could not be raised never ran any of the user's code. */
async function withBestWalls(
  supervisor: Supervisor,
  request: Request,
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly ran: Ran; readonly why: string }> {
  let why = options.walls === 'none' ? 'walls were switched off' : '';
  const tried: readonly Level[] = options.walls === 'none' ? ['none'] : levels.slice(0, 3);
  for (const level of tried) {
    if (options.walls === 'require' && level === 'process') throw noWalls(level, why);
    const ran = await supervisor.run({ ...request, level }, longestMs(options), signal);
    const isRaised = ran.stage !== 'start' && ran.stage !== 'walls';
    if (isRaised || level === tried.at(-1) || ran.killedFor !== '') return { ran, why };
    why = why === '' ? ran.refusal : why;
  }
  throw new RangeError('no level of walls was tried');
}

/** The supervisor ends a run long before this; it bounds the wait for a supervisor that is stuck itself. */
function longestMs(options: RunOptions): number {
  return 4 * options.timeoutMs + 90_000;
}
