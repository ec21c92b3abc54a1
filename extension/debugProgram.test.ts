import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { debugProgram } from './debugProgram.ts';
import { shownCheck } from './testing/shownChecks.ts';

const run = promisify(execFile);
const workspace = resolve(import.meta.dirname, '..', 'test-fixtures', 'workspace');
const folder = mkdtempSync(join(tmpdir(), 'called-it-debug-'));
afterAll(() => rmSync(folder, { recursive: true }));

const calls: readonly [string, string, string][] = [
  ['total([1, 2], k=3)', '', '9'],
  ["Cart.of('ann', tea=3).cents", '', '3'],
  ['total([x], k=2)', 'x = len("a\\"b")', '6'],
  ['later(total([5]))', 'async def later(value): return value', '5'],
];

test.each(calls)('%s runs in the namespace of its package, after its set-up', async (expression, setup, printed) => {
  const { probe } = shownCheck();
  const file = join(folder, 'debug.py');
  writeFileSync(file, debugProgram({ ...probe, call: { expression, setup } }, workspace));
  const env = { ...process.env, PYTHONBREAKPOINT: '0', PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await run('python3', [file], { env });
  expect(stdout.trim()).toBe(printed);
});
