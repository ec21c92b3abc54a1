// Formats and types of the Python that ships: ruff and mypy, pinned, in an environment of their own under .cache.
// `--write` formats in place. Where pip cannot bring them, it says so and checks nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const tools = { ruff: '0.17.6', mypy: '2.4.1' };
const home = join(root, '.cache', `python-tools-${Object.values(tools).join('-')}`);
const bin = join(home, process.platform === 'win32' ? 'Scripts' : 'bin');
const sources = ['server/run/runner', 'server/predict/local'].filter(folder => existsSync(join(root, folder)));

if (!existsSync(join(bin, 'done')) && !install()) {
  console.log('python: not checked, since ruff and mypy could not be installed with pip');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const write = process.argv.includes('--write');
const codes = [
  tool('ruff', ['format', ...(write ? [] : ['--check']), '--quiet', ...sources]),
  tool('ruff', ['check', ...(write ? ['--fix'] : []), '--quiet', ...sources]),
  ...sources.map(folder => tool('mypy', ['--config-file', 'mypy.ini', folder])),
];
process.exit(Math.max(...codes));

function install() {
  const python = process.platform === 'win32' ? 'py' : 'python3';
  const packages = Object.entries(tools).map(([name, version]) => `${name}==${version}`);
  const made =
    run(python, ['-m', 'venv', home]) === 0 &&
    run(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]) === 0;
  return made && run(join(bin, 'python'), ['-c', `open(${JSON.stringify(join(bin, 'done'))}, 'w').close()`]) === 0;
}

function tool(name, args) {
  return run(join(bin, name), args);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}
