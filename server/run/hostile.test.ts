/** Hostile programs: each gets its outcome, in a fresh process and in a fork of the loaded module alike, and leaves nothing behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import type { Run } from '../core/outcome.ts';
import type { Interpreter } from './python.ts';
import { describeWalls, openRunner } from './run.ts';
import { faultsOf, headerOf } from './testing/expectation.ts';
import { optionsFor, probeOfFile, testPython } from './testing/running.ts';

const folder = resolve(import.meta.dirname, '../../test-fixtures/hostile');
const programs = readdirSync(folder).filter(name => name.endsWith('.py'));
const never = new AbortController().signal;

let python: Interpreter;
let hasWalls = false;

beforeAll(async () => {
  python = await testPython();
  const walls = await describeWalls(python, never);
  hasWalls = walls.level === 'full' || walls.level === 'kernel';
});

describe.skipIf(process.platform !== 'linux')('hostile programs (Linux only: they need real walls)', () => {
  test.each(programs)('%s', { timeout: 60_000 }, async name => {
    expect(hasWalls, 'the machine has no real walls to try hostile programs in').toBe(true);
    const runner = openRunner(silentLog);
    const workspace = await mkdtemp(join(tmpdir(), 'hostile-'));
    try {
      await copyFile(join(folder, name), join(workspace, name));
      const { call, expect: wanted, options } = headerOf(readFileSync(join(folder, name), 'utf8'));
      const file = join(workspace, name);
      const probe = await probeOfFile(file, call);
      const limits = { timeoutMs: options.timeout ?? 2000, memoryMb: options.memory ?? 1024 };
      const again = async (): Promise<Run> =>
        runner.run(probe, optionsFor(python, workspace, { file, walls: 'require', ...limits }), never);
      const cold = await again();
      expect(faultsOf(cold, wanted), `in a fresh process: ${JSON.stringify(cold.outcome)}`).toEqual([]);
      const warm = await again();
      expect(faultsOf(warm, wanted), `in a fork of the loaded module: ${JSON.stringify(warm.outcome)}`).toEqual([]);
      await runner.close();
      expect(existsSync(file), 'the source is kept').toBe(true);
      expect(await strays(workspace)).toEqual([]);
      expect(escaped()).toEqual([]);
    } finally {
      await runner.close();
      await rm(workspace, { recursive: true, force: true });
    }
  });
});

/** Processes that still have the workspace as their folder. */
async function strays(workspace: string): Promise<readonly string[]> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const folders = await Promise.all(names.map(name => readlink(`/proc/${name}/cwd`).catch(() => '')));
  return names.filter((_, index) => folders[index]?.startsWith(workspace));
}

function escaped(): readonly string[] {
  return [homedir(), '/var/tmp', '/tmp'].map(each => join(each, 'called-it-escape')).filter(existsSync);
}
