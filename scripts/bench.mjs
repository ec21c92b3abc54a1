// `npm run bench [-- NAME…]`: bundles each bench/NAME.ts and runs it in a process of its own. Figures, never a pass or a fail.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
/** Long ones have a command of their own and run only when they are named. */
const long = new Set(['models', 'tables']);

const names = (await readdir(join(root, 'bench')))
  .filter(file => file.endsWith('.ts') && !file.includes('.test.'))
  .map(file => file.slice(0, -'.ts'.length));
const asked = process.argv.slice(2);
const unknown = asked.filter(name => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

const folder = await mkdtemp(join(root, '.cache-bench-'));
// The runner's program is looked for beside the bundle.
await symlink(join(root, 'server/run/runner'), join(folder, 'runner'), 'dir');
let worst = 0;
try {
  for (const name of asked.length > 0 ? asked : names.filter(each => !long.has(each))) {
    console.log(`\n── ${name}`);
    worst = Math.max(worst, await bench(name));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(worst);

async function bench(name) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(root, 'bench', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    loader: { '.md': 'text', '.py': 'text' },
    logLevel: 'warning',
  });
  const { status } = spawnSync(process.execPath, [outfile], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CALLED_IT_ROOT: root },
  });
  return status ?? 1;
}
