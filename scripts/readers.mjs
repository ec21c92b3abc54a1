// Makes the Python environments in which tests read our files with the real tools (server/corpus/testing/readers.json). Each is made
// once, in the user's cache folder. Where one cannot be made, the tests that need it say that they were skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const environments = JSON.parse(readFileSync(join(root, 'server/corpus/testing/readers.json'), 'utf8'));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'called-it', 'readers');

for (const [name, packages] of Object.entries(environments)) {
  const folder = join(cache, name);
  const mark = join(folder, 'packages.txt');
  const wanted = `${packages.join('\n')}\n`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) continue;
  console.log(`readers: making ${name} (${packages.join(', ')})`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = (command, words) =>
    spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 1_200_000 }).status === 0;
  const python = join(folder, 'bin', 'python');
  if (run('python3', ['-m', 'venv', folder]) && run(python, ['-m', 'pip', 'install', '--quiet', ...packages])) {
    writeFileSync(mark, wanted);
  } else {
    console.log(`readers: ${name} could not be made; the tests that need it are skipped.`);
  }
}
