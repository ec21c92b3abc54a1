/**
 * The real run: what a warm run, its walls, a heavy module, a certificate and a thousand runs cost, as ratios measured in turns.
 * `CALLED_IT_PYTHON` names the interpreter, `CALLED_IT_ROUNDS` the rounds (60), `CALLED_IT_RUNS` the runs of the long haul (1000).
 * debugpy is compared with where the interpreter has it.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { receiveJson } from '../server/core/door.ts';
import { silentLog } from '../server/core/log.ts';
import { findPython } from '../server/run/python.ts';
import { openRunner } from '../server/run/run.ts';
import { optionsFor, probeOf } from '../server/run/testing/running.ts';

const never = new AbortController().signal;
const root = process.env['CALLED_IT_ROOT'] ?? process.cwd();
const rounds = Number(process.env['CALLED_IT_ROUNDS'] ?? 60);
const runs = Number(process.env['CALLED_IT_RUNS'] ?? 1000);
const named = process.env['CALLED_IT_PYTHON'];
const python = await findPython(named === undefined ? [['python3'], ['python']] : [[named]], never);
const [executable = ''] = python;

const Times = z.record(z.string(), z.number());
const Measured = z.strictObject({
  python: z.string(),
  levels: z.array(z.string()),
  ms: Times,
  heavy: z.looseObject({ module: z.string(), warm: z.number(), cold: z.number() }).optional(),
  describing: Times,
});

const code = 'def f(xs, k=1):\n    xs.append(k)\n    return sum(xs)\n';
const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
try {
  const warmMs = await inside();
  debugpy(warmMs);
  await certificate();
  await longHaul();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function line(what: string, value: number, unit: string, aim: string): void {
  console.log(`${what.padEnd(58)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(3)} (aim: ${aim})`);
}

async function inside(): Promise<number> {
  const { stdout } = await promisify(execFile)(executable, [join(root, 'bench/run.py'), String(rounds)]);
  const found = receiveJson(Measured, stdout, 'bench/run.py');
  const ms = (name: string): number => found.ms[name] ?? Number.NaN;
  const best = found.levels.at(-1) ?? 'none';
  console.log(`Python ${found.python}, levels ${found.levels.join(', ')}; medians of ${rounds} rounds in turns`);
  for (const [name, time] of Object.entries(found.ms)) console.log(`  ${name.padEnd(30)} ${time.toFixed(2)} ms`);
  line('a warm run behind kernel walls / a bare fork', ms('kernel, warm') / ms('bare fork'), '×', 'at most 4');
  line(
    'a cold python in the same walls / a warm run (kernel)',
    ms('kernel, cold python') / ms('kernel, warm'),
    '×',
    'at least 6',
  );
  line(
    `a cold python in the same walls / a warm run (${best})`,
    ms(`${best}, cold python`) / ms(`${best}, warm`),
    '×',
    'at least 6',
  );
  line('kernel walls, raised in a fork', ms('bare fork in kernel walls') - ms('bare fork'), 'ms', 'at most 1');
  line('full walls, a warm run with them - one without', ms('full, warm') - ms('none, warm'), 'ms', 'at most 4');
  if (found.heavy === undefined) console.log('a heavy module: not measured, neither numpy nor sympy is there');
  else
    line(
      `a module that imports ${found.heavy.module}: cold / warm`,
      found.heavy.cold / found.heavy.warm,
      '×',
      'at least 25',
    );
  const describing = (name: string): number => found.describing[name] ?? Number.NaN;
  const [ours, json] = [describing('describe 100,000 ints'), describing('json.dumps 100,000 ints')];
  line('describing 100,000 ints in full / json.dumps', ours / json, '×', 'at most 2');
  line('describing a small object', describing('describe 100 small objects') * 10, 'µs', 'at most 25');
  return ms('kernel, warm');
}

/** Three seeds against one, both warm. */
async function certificate(): Promise<void> {
  const runner = openRunner(silentLog);
  const probe = probeOf(code, 'f([1, 2], k=3)');
  const timed = async (count: number): Promise<number> => {
    const begun = performance.now();
    await runner.run(probe, optionsFor(python, folder, { runs: count }), never);
    return performance.now() - begun;
  };
  for (const _ of [1, 2, 3]) await timed(3);
  const [one, three]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await timed(1));
    three.push(await timed(3));
  }
  await runner.close();
  line(`--runs 3 / --runs 1, on ${availableParallelism()} cores`, median(three) / median(one), '×', 'at most 3');
}

async function longHaul(): Promise<void> {
  const runner = openRunner(silentLog);
  const probe = probeOf(code, 'f([1, 2], k=3)');
  const run = () => runner.run(probe, optionsFor(python, folder), never);
  for (let count = 0; count < 20; count += 1) await run();
  const before = children();
  const begun = performance.now();
  for (let count = 0; count < runs; count += 1) await run();
  const seconds = (performance.now() - begun) / 1000;
  const after = children();
  console.log(`${runs} runs: ${(runs / seconds).toFixed(0)} a second; before ${before}; after ${after}`);
  await runner.close();
  const left = readdirSync(tmpdir()).filter(name => /^called-it-[0-9a-f]{12}$/.test(name));
  console.log(`  closed: ${children() || 'no process'} left, ${left.length} temporary folders`);
}

/** The supervisors below this process, with descriptors and resident memory. */
function children(): string {
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return processes
    .flatMap(name => {
      const status = textOf(`/proc/${name}/status`);
      if (!status.includes(`\nPPid:\t${process.pid}\n`)) return [];
      const memory = /^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? '0';
      return [`${readdirSync(`/proc/${name}/fd`).length} descriptors, ${memory} kB`];
    })
    .join('; ');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function debugpy(warmMs: number): void {
  const there = spawnSync(executable, ['-c', 'import debugpy']).status === 0;
  if (!there) {
    console.log('debugpy: not measured, the interpreter does not have it');
    return;
  }
  const spent = Number(spawnSync(executable, [join(root, 'bench/debugpy.py')], { encoding: 'utf8' }).stdout);
  line('debugpy launched, stopped and evaluating it / a warm run', spent / warmMs, '×', 'at least 120');
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
