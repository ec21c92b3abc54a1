/** The built command in a process of its own, as a shell would start it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..', '..');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when it runs: to send a signal, or to close its output. */
  readonly meanwhile?: (child: ReturnType<typeof spawn>) => void;
}

export interface BuiltCommand {
  run(words: readonly string[], start?: Start): Promise<Ended>;
  remove(): void;
}

/** Builds the command into a folder of its own within the checkout, where its packages are found. */
export function buildCommand(): BuiltCommand {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const dist = mkdtempSync(join(root, '.cache', 'test-dist-'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    env: { ...process.env, CALLED_IT_DIST: dist },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
  return {
    run: (words, start = {}) => run(join(dist, 'cli.mjs'), words, start),
    remove: () => rmSync(dist, { recursive: true, force: true }),
  };
}

function run(bundle: string, words: readonly string[], { cwd = root, env = {}, meanwhile }: Start): Promise<Ended> {
  const child = spawn(process.execPath, [bundle, ...words], { cwd, env: { ...cleanEnvironment(), ...env } });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => stdout.push(part));
  child.stderr.on('data', (part: Buffer) => stderr.push(part));
  child.stdin.end();
  meanwhile?.(child);
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', status =>
      done({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
  });
}

/** Without what a developer may have set for their own checks. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(CALLED_IT_|VIRTUAL_ENV$|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
