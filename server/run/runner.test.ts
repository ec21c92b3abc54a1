/** Runs the runner's own Python tests under every interpreter that is here, and holds its descriptions to the schema and the digest rule. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { digestOf } from '../core/canonical.ts';
import { compareValues } from '../core/compare.ts';
import { Value } from '../core/value.ts';
import { interpreterOf } from './testing/interpreters.ts';

/** A value described whole, described within narrow limits, and its digest where it has one. */
const Row = z.tuple([Value, Value, z.string().nullable()]);

const folder = join(import.meta.dirname, 'runner');
const versions = ['3.8', '3.11', '3.12', '3.13', '3.14'] as const;

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

function run(python: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(python, ['-B', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = { output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', chunk => (chunks.output += chunk));
    child.stderr.setEncoding('utf8').on('data', chunk => (chunks.errors += chunk));
    child.on('error', reject);
    child.on('close', status => resolve({ status, ...chunks }));
  });
}

for (const version of versions) {
  const python = interpreterOf(version);
  const title = python === undefined ? `Python ${version} (skipped: it is not installed here)` : `Python ${version}`;

  describe.skipIf(python === undefined)(title, () => {
    test("the runner's own tests pass", async () => {
      const ended = await run(python ?? '', ['-m', 'unittest', 'discover', '-q', '-p', 'test_*.py']);
      expect(ended.errors).toMatch(/^OK\b/m);
      expect(ended.status).toBe(0);
    }, 120_000);

    test('every generated value fits the schema and equals itself', async () => {
      const { output } = await run(python ?? '', ['test_describe.py', 'generate', '400']);
      const rows = output
        .trimEnd()
        .split('\n')
        .map(line => Row.parse(JSON.parse(line)));
      expect(rows).toHaveLength(400);
      expect(rows.filter(([whole]) => compareValues(whole, whole).grade !== 'exact')).toEqual([]);
      const decided = ['exact', 'undecidable'];
      expect(rows.filter(([, cut]) => !decided.includes(compareValues(cut, cut).grade))).toEqual([]);
      expect(rows.filter(([whole, , digest]) => digest !== null && digestOf(whole) !== digest)).toEqual([]);
      expect(rows.filter(([, , digest]) => digest !== null).length).toBeGreaterThan(350);
    }, 60_000);
  });
}
