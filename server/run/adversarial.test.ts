/** The hostile programs of the judges, driven over the command line, under each Python that is here. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const check = resolve(process.env['CALLED_IT_SHARED'] ?? join(root, '../shared'), 'adversarial/check.py');
const execute = promisify(execFile);
const why = existsSync(check) ? '' : ` (skipped: no ${check})`;
let dist: string;

beforeAll(async () => {
  if (why !== '' || process.platform !== 'linux') return;
  dist = await mkdtemp(join(tmpdir(), 'adversarial-dist-'));
  await execute('node', ['scripts/build.mjs'], { cwd: root, env: { ...process.env, CALLED_IT_DIST: dist } });
});
afterAll(() => rm(dist, { recursive: true, force: true }));

/** `3.8`, `3.11`, `3.12` and `3.13` where pyenv or the system has them; all by `CALLED_IT_ALL_PYTHONS`, else oldest and newest. */
function pythons(): readonly string[] {
  const home = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const installed = existsSync(home) ? readdirSync(home) : [];
  const found = ['3.8', '3.11', '3.12', '3.13'].flatMap(version => {
    const own = installed.find(name => name.startsWith(`${version}.`));
    const paths = [...(own === undefined ? [] : [join(home, own, 'bin/python3')]), `/usr/bin/python${version}`];
    return paths.filter(existsSync).slice(0, 1);
  });
  return process.env['CALLED_IT_ALL_PYTHONS'] === undefined
    ? [...new Set([...found.slice(0, 1), ...found.slice(-1)])]
    : found;
}

describe.skipIf(why !== '' || process.platform !== 'linux')(`adversarial programs${why}`, () => {
  test.each(pythons())('all get their outcomes under %s', { timeout: 1_200_000 }, async python => {
    const done = await execute('python3', [check, '--python', python, '--command', `node ${join(dist, 'cli.mjs')}`], {
      cwd: root,
    }).catch((failed: { stdout: string }) => failed);
    expect(done.stdout).toMatch(/^\d+ passed, 0 failed\n$/);
  });
});
