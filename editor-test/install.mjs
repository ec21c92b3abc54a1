/**
 * Brings what the editor test needs: a real VS Code (code-server from npm), the Node it runs on, the debugger of Python, and Chromium.
 * Everything but Chromium goes into a cache folder outside the checkout, so that `npm ci` does not undo it.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const editorVersion = '4.139.1';
const nodeVersion = '24.21.0';
const debugpyVersion = '1.8.22';
/** The editor's own native parts that it cannot do without; its other addons come prebuilt or are not needed here. */
const addons = ['@vscode/spdlog', '@vscode/native-watchdog'];

const cache = process.env.CALLED_IT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'called-it');
const home = join(cache, `editor-${editorVersion}`);
const debugpy = join(cache, `debugpy-${debugpyVersion}`);
const nodeHome = join(home, 'node', 'node_modules', `node-${process.platform}-${process.arch}`);

/** Where the installed parts stand; `installEditor` makes sure that they do. */
export const editor = {
  node: join(nodeHome, 'bin', 'node'),
  codeServer: join(home, 'node_modules', 'code-server'),
  /** A folder for `PYTHONPATH` with the debugger of Python. */
  debugpy,
  chromium: () =>
    [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      path => path && existsSync(path),
    ),
};

/** What the user has to do by hand, in one sentence. */
export class Missing extends Error {}

/** Installs what is absent, and says what it does. Throws `Missing` with the one command to run where it may not. */
export async function installEditor() {
  await systemPackages();
  if (!existsSync(debugpy)) await installDebugpy();
  if (existsSync(join(home, 'installed'))) return;
  await rm(home, { recursive: true, force: true });
  await installNode();
  await installCodeServer();
  await run(editor.node, [editor.codeServer, '--version', '--config', join(home, 'config.yaml')]);
  await writeFile(join(home, 'installed'), `${new Date().toISOString()}\n`);
}

async function installNode() {
  const folder = join(home, 'node');
  await newPackage(folder);
  await npm(folder, [
    'install',
    '--no-save',
    '--ignore-scripts',
    `node-${process.platform}-${process.arch}@${nodeVersion}`,
  ]);
}

async function installCodeServer() {
  await newPackage(home);
  await npm(home, ['install', '--ignore-scripts', `code-server@${editorVersion}`]);
  const inner = join(editor.codeServer, 'lib', 'vscode');
  await npm(inner, ['install', '--omit=dev', '--ignore-scripts']);
  await npm(inner, ['rebuild', ...addons]);
  await npm(join(inner, 'extensions'), ['install', '--omit=dev', '--ignore-scripts']);
}

/** Whole or not at all. */
async function installDebugpy() {
  const loading = `${debugpy}.loading`;
  const what = `debugpy==${debugpyVersion}`;
  say(`pip install ${what}`);
  await rm(loading, { recursive: true, force: true });
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps'];
  const env = { ...process.env, PIP_ROOT_USER_ACTION: 'ignore' };
  await shown('python3', ['-m', 'pip', 'install', ...quiet, '--target', loading, what], { env });
  await rename(loading, debugpy);
}

async function newPackage(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
}

/** npm on the editor's own Node, with that Node's headers; its CA list may be shorter than the system's. */
async function npm(folder, args) {
  say(`npm ${args.join(' ')}`);
  const env = {
    ...process.env,
    JOBS: '2',
    NODE_USE_SYSTEM_CA: '1',
    npm_config_nodedir: nodeHome,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    PATH: `${join(nodeHome, 'bin')}${delimiter}${process.env.PATH}`,
  };
  await shown('npm', args, { cwd: folder, env });
}

async function systemPackages() {
  const wanted = [
    ...(editor.chromium() ? [] : ['chromium']),
    ...((await has('g++')) ? [] : ['g++']),
    ...((await has('make')) ? [] : ['make']),
    ...((await has('python3')) ? [] : ['python3']),
  ];
  if (wanted.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  const prefix = await aptPrefix();
  if (prefix === undefined) throw new Missing(`The editor test needs ${wanted.join(', ')}: run \`sudo ${command}\`.`);
  say(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await shown([...prefix, 'apt-get'][0], [...prefix.slice(1), ...(prefix.length ? ['apt-get'] : []), 'update', '-qq'], {
    env,
  });
  const [program, ...first] = [...prefix, ...command.split(' ')];
  await shown(program, [...first, '-qq'], { env });
}

/** How apt may be called here: directly, by password-free sudo, or not at all. */
async function aptPrefix() {
  if (!(await has('apt-get'))) return undefined;
  if (process.getuid?.() === 0) return [];
  return run('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => undefined,
  );
}

function has(program) {
  return run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

function shown(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', code =>
      code === 0 ? resolve(undefined) : reject(new Error(`${program} ${args.join(' ')} ended with ${code}`)),
    );
  });
}

function say(text) {
  process.stderr.write(`[editor] ${text}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installEditor().catch(error => {
    process.stderr.write(`${error instanceof Missing ? error.message : error.stack}\n`);
    process.exitCode = 3;
  });
}
