/** A real VS Code (code-server) for one scenario: its own profile, extensions, workspace and environment, all in one folder that goes with it. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { editor } from './install.mjs';
import settings from './settings.json' with { type: 'json' };

const run = promisify(execFile);
const root = process.env['CALLED_IT_ROOT'] ?? resolve(import.meta.dirname, '..');

export interface CodeServerOptions {
  /** Added to the settings of every scenario. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether the editor asks whom to trust, as it does for users. */
  readonly asksForTrust?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Stand-ins for other extensions: folders of `extensions/`. */
  readonly extensions?: readonly string[];
  /** The folder that the workspace is copied from. */
  readonly workspace?: string;
  /** Files that the workspace has besides, by their paths in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether nothing in the workspace can be written. */
  readonly isReadOnly?: boolean;
  /** Whether the machine has no walls to offer: no namespaces, no Landlock. */
  readonly isLockedDown?: boolean;
}

export interface CodeServer {
  readonly url: string;
  /** Everything of this scenario. */
  readonly folder: string;
  readonly workspace: string;
  /** Changes settings while the editor runs. */
  set(settings: Readonly<Record<string, unknown>>): void;
  stop(): Promise<void>;
}

/** The packaged extension, as `run.mjs` made it. */
export const vsix =
  process.env['CALLED_IT_TEST_VSIX'] ?? join(root, 'dist-vsix', `called-it-${process.platform}-${process.arch}.vsix`);

const startMs = 30_000;

/** Installs the extension and starts the editor on a copy of the workspace. */
export async function startCodeServer(options: CodeServerOptions = {}): Promise<CodeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-editor-'));
  const workspace = join(folder, 'workspace');
  cpSync(options.workspace ?? join(root, 'test-fixtures', 'workspace'), workspace, { recursive: true });
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'config.yaml'), 'auth: none\n');
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    writeSettings(data, { ...settings, ...options.settings, ...changed });
  set({});
  const env = environment(folder, options.env ?? {});
  const paths = [
    '--config',
    join(folder, 'config.yaml'),
    '--user-data-dir',
    data,
    '--extensions-dir',
    join(folder, 'extensions'),
  ];
  for (const name of options.extensions ?? []) {
    cpSync(join(root, 'editor-test', 'extensions', name), join(folder, 'extensions', name), { recursive: true });
  }
  await run(editor.node, [editor.codeServer, ...paths, '--install-extension', vsix], { env });
  const trust = options.asksForTrust === true ? [] : ['--disable-workspace-trust'];
  const args = [...paths, '--auth', 'none', '--bind-addr', '127.0.0.1:0', ...quiet, ...trust];
  const [program = editor.node, ...rest] = [
    ...(options.isReadOnly === true ? readOnly(workspace) : []),
    ...(options.isLockedDown === true ? ['python3', join(root, 'editor-test', 'locked_down.py')] : []),
    editor.node,
    editor.codeServer,
    ...args,
  ];
  // A group of its own, so that nothing of it is left when it ends.
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
  process.once('exit', () => signalAll(child, 'SIGKILL'));
  const url = await listening(child, join(folder, 'code-server.log'));
  return { url, folder, workspace, set, stop: () => stop(child, folder) };
}

/** Here the editor is a server: what names a program or an endpoint is read from the settings of the machine, not of the user. */
function writeSettings(data: string, all: Readonly<Record<string, unknown>>): void {
  for (const level of ['User', 'Machine']) {
    mkdirSync(join(data, level), { recursive: true });
    writeFileSync(join(data, level, 'settings.json'), JSON.stringify(all, null, 2));
  }
}

/** A command that starts another one with a workspace that nobody can write: the superuser needs a mount for that. */
function readOnly(workspace: string): readonly string[] {
  if (process.getuid?.() !== 0) {
    execFileSync('chmod', ['-R', 'a-w', workspace]);
    return [];
  }
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', mount, workspace];
}

const quiet = [
  '--disable-telemetry',
  '--disable-update-check',
  '--disable-getting-started-override',
  '--ignore-last-opened',
  '--vscode-option',
  'disable-experiments',
];

function environment(folder: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const home = join(folder, 'home');
  const own = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    TMPDIR: join(folder, 'tmp'),
  };
  for (const path of Object.values(own)) mkdirSync(path, { recursive: true });
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|PASSWORD|HASHED_PASSWORD|PORT$|VITEST)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...own, EXTENSIONS_GALLERY: '{}', ...extra };
}

function listening(child: ChildProcess, logFile: string): Promise<string> {
  const log = createWriteStream(logFile);
  return new Promise((settle, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`code-server did not start:\n${said}`)), startMs);
    const hear = (data: Buffer): void => {
      log.write(data);
      said += data.toString();
      const [, url] = /listening on (http:\/\/[\d.]+:\d+)/.exec(said) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      settle(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', code => reject(new Error(`code-server ended with ${code}:\n${said}`)));
  });
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const gone = new Promise(settle => child.once('exit', settle));
    signalAll(child, 'SIGTERM');
    const timer = setTimeout(() => signalAll(child, 'SIGKILL'), 5000);
    await gone;
    clearTimeout(timer);
  }
  signalAll(child, 'SIGKILL');
  if (process.env['CALLED_IT_KEEP'] !== '1') {
    if (process.getuid?.() !== 0) execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

/** To a process and all that it started. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All of them are gone already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
