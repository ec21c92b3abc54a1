/** One Python supervisor process: started for an interpreter, asked for one run at a time, ended with everything below it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { receiveJson } from '../core/door.ts';
import { cancelled, pythonBroken, pythonTooOld } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import type { PythonFacts } from '../core/outcome.ts';
import { lineReader } from './lines.ts';
import { type Ran, Reply } from './reply.ts';

/** The request of one run, as the runner reads it, besides `levels`, `warm` and `reload`. */
export interface Request {
  /** The text of the module where it is not what the file holds; else null. */
  readonly code: string | null;
  readonly file: string;
  readonly cwd: string;
  readonly expression: string;
  readonly setup: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly items: number;
  readonly allState: boolean;
  readonly trace: boolean;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a request is to be run: behind which walls, and in a fork of which loaded module. */
export interface Manner {
  readonly levels: readonly string[];
  /** The name of the loaded module to run in; empty for a fresh process. */
  readonly warm: string;
  /** Whether it must be loaded again, since something that it read has changed. */
  readonly reload: boolean;
}

/** How a process of a run comes to be: as the system allows it best, or always by being started, as where there is no fork. */
export type Route = 'usual' | 'spawn';

const graceMs = 2000;
const startMs = 30_000;
const longestStderr = 4000;

/** The runner's folder: beside the bundle, above its chunks, or in the source tree. */
export function runnerFolder(): string {
  const here = import.meta.dirname;
  const found = [join(here, 'runner'), join(here, '..', 'runner')].find(folder => existsSync(join(folder, 'serve.py')));
  if (found === undefined) throw new Error(`no runner beside ${here}`);
  return found;
}

export class Supervisor {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #ended: Promise<string>;
  #waiting: { readonly resolve: (reply: Reply) => void; readonly reject: (cause: Error) => void } | null = null;
  #early: Reply[] = [];
  #stderr = '';
  #nextId = 1;

  private constructor(
    python: readonly string[],
    route: Route,
    environment: Readonly<Record<string, string>>,
    log: Log,
  ) {
    const [executable = '', ...leading] = python;
    this.#name = python.join(' ');
    const words = route === 'usual' ? [] : [route];
    this.#child = spawn(executable, [...leading, runnerFolder(), ...words], {
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    this.#ended = this.#listen(log);
  }

  /** Starts a supervisor and waits until it says which Python it is. Throws a failure where it cannot be one. */
  static async start(
    python: readonly string[],
    route: Route,
    environment: Readonly<Record<string, string>>,
    log: Log,
    signal: AbortSignal,
  ): Promise<{ readonly supervisor: Supervisor; readonly python: PythonFacts }> {
    const supervisor = new Supervisor(python, route, environment, log);
    try {
      const reply = await supervisor.#reply(startMs, signal);
      if (reply.kind === 'ready') return { supervisor, python: reply.python };
      throw reply.kind === 'tooOld'
        ? pythonTooOld(reply.executable, reply.version)
        : pythonBroken(supervisor.#name, 'it spoke out of turn.');
    } catch (cause) {
      supervisor.kill();
      throw cause;
    }
  }

  /** Whether the process is still there to be asked. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Runs one request. Cancelled, the run is ended with its whole tree before this throws. */
  async run(request: Request & Manner, longestMs: number, signal: AbortSignal): Promise<Ran> {
    const id = this.#nextId++;
    this.#write({ ...request, kind: 'run', id });
    for (;;) {
      const reply = await this.#cancellable(longestMs, signal);
      if (reply.kind === 'ran' && reply.id === id) return reply;
    }
  }

  /** Ends the process and all below it; resolves when it is gone. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.#ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Waits for a reply; on cancellation asks the supervisor to end the run, and insists after a while. */
  async #cancellable(longestMs: number, signal: AbortSignal): Promise<Reply> {
    try {
      return await this.#reply(longestMs, signal);
    } catch (cause) {
      if (this.isAlive) await this.close();
      throw cause;
    }
  }

  #write(message: unknown): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #listen(log: Log): Promise<string> {
    const read = lineReader();
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#take(() => read(chunk), log));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-longestStderr);
    });
    this.#child.stdin?.on('error', error => log.trace(`the supervisor does not listen: ${error.message}`));
    const ended = new Promise<string>(resolve => {
      this.#child.on('error', error => resolve(error.message));
      this.#child.on('close', (code, killer) => resolve(this.#whyEnded(code, killer)));
    });
    void ended.then(why => this.#waiting?.reject(pythonBroken(this.#name, why)));
    return ended;
  }

  #take(read: () => readonly string[], log: Log): void {
    try {
      for (const text of read()) this.#deliver(receiveJson(Reply, text, 'the runner'));
    } catch (cause) {
      log.error(`the runner's reply was refused: ${cause instanceof Error ? cause.message : String(cause)}`);
      this.#stderr = cause instanceof Error ? cause.message : String(cause);
      this.kill();
    }
  }

  #deliver(reply: Reply): void {
    if (this.#waiting === null) this.#early.push(reply);
    else this.#waiting.resolve(reply);
  }

  #whyEnded(code: number | null, killer: string | null): string {
    const said = this.#stderr.trim().split('\n').slice(-3).join(' ');
    const how = killer === null ? `it ended with status ${code}` : `it was killed by ${killer}`;
    return said === '' ? `${how}.` : `${said} (${how})`;
  }

  async #reply(longestMs: number, signal: AbortSignal): Promise<Reply> {
    if (signal.aborted) throw cancelled();
    const early = this.#early.shift();
    if (early !== undefined) return early;
    if (!this.isAlive) throw pythonBroken(this.#name, await this.#ended);
    return new Promise<Reply>((resolve, reject) => {
      const settle = (): void => {
        this.#waiting = null;
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
      };
      const fail = (cause: Error): void => {
        settle();
        reject(cause);
      };
      const stop = (): void => fail(cancelled());
      const timer = setTimeout(() => fail(pythonBroken(this.#name, 'it does not answer.')), longestMs);
      signal.addEventListener('abort', stop, { once: true });
      const succeed = (reply: Reply): void => {
        settle();
        resolve(reply);
      };
      this.#waiting = { resolve: succeed, reject: fail };
    });
  }
}
