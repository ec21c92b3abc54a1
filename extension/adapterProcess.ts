/** The process of the debug adapter: started by the first need of it, again after it died, and gone with the editor. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { receive } from '../server/core/door.ts';
import { adapterEnded, cancelled, Failure, failureCodes } from '../server/core/failure.ts';
import type { Log } from '../server/core/log.ts';
import { DebugReady, machine } from '../server/core/messages.ts';

type Reply = z.infer<(typeof machine)['reply']>;
/** What a machine allows: a working interpreter and the walls around it. */
export type Machine = Extract<Reply, { kind: 'machine' }>;

interface Running {
  readonly child: ChildProcess;
  readonly pipe: string;
}

const door = 'the debug adapter';

export class AdapterProcess {
  private running: Promise<Running> | undefined;
  private readonly answers = new Map<number, (reply: Reply) => void>();
  private asked = 0;

  constructor(
    private readonly module: string,
    private readonly log: Log,
    private readonly onEnd: () => void,
  ) {}

  /** Where the adapter listens, once it does. */
  async pipe(): Promise<string> {
    return (await this.start()).pipe;
  }

  /** Which of the interpreters works, and which walls hold around it. */
  async machine(candidates: readonly (readonly string[])[], signal: AbortSignal): Promise<Machine> {
    const { child } = await this.start();
    const id = this.asked++;
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.answers.set(id, resolve);
      signal.addEventListener('abort', () => reject(cancelled()), { once: true });
      child.once('exit', () => reject(adapterEnded()));
      child.send({ kind: 'machine', id, candidates });
    }).finally(() => this.answers.delete(id));
    if (reply.kind === 'failed') throw failureOf(reply);
    return reply;
  }

  dispose(): void {
    void this.running?.then(
      ({ child }) => child.disconnect(),
      () => undefined,
    );
  }

  private start(): Promise<Running> {
    this.running ??= this.spawn();
    return this.running;
  }

  private spawn(): Promise<Running> {
    const child = fork(this.module, [], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      silent: true,
    });
    if (child.stderr !== null) createInterface(child.stderr).on('line', line => this.report(line));
    child.stdout?.resume();
    return new Promise((resolve, reject) => {
      child.on('message', message => this.heard(message, pipe => resolve({ child, pipe })));
      child.once('error', reject);
      child.once('exit', code => {
        this.running = undefined;
        this.log.info(`The debug adapter ended with ${code}.`);
        this.onEnd();
        reject(adapterEnded());
      });
    });
  }

  private heard(message: unknown, onReady: (pipe: string) => void): void {
    const ready = DebugReady.safeParse(message);
    if (ready.success) {
      onReady(ready.data.pipe);
      return;
    }
    try {
      const reply = receive(machine.reply, message, door);
      this.answers.get(reply.id)?.(reply);
    } catch (error) {
      this.log.error(String(error));
    }
  }

  private report(line: string): void {
    const [, level = 'info', text = line] = /^(trace|info|warn|error) (.*)$/.exec(line) ?? [];
    if (level === 'error') this.log.error(`[debug] ${text}`);
    else if (level === 'warn') this.log.warn(`[debug] ${text}`);
    else if (level === 'trace') this.log.trace(`[debug] ${text}`);
    else this.log.info(`[debug] ${text}`);
  }
}

/** A failure of the adapter as it was thrown there. */
export function failureOf(told: { readonly code: string; readonly message: string; readonly next: string }): Failure {
  const code = failureCodes.find(each => each === told.code) ?? 'bug';
  return new Failure(code, told.message, told.next);
}
