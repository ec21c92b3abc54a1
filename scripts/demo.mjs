// `npm run demo [-- OPTIONS]`: builds the command where it is missing or older than its sources, then runs its demo.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bundle = join(root, 'dist', 'cli.mjs');

if (!isFresh()) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const { status } = spawnSync(process.execPath, [bundle, 'demo', ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
});
process.exit(status ?? 130);

function isFresh() {
  const built = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true });
  return sources.every(entry => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= built);
}
