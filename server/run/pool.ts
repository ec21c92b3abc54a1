/** Supervisors that wait for their next run, so that an interpreter is started once and a module is loaded once. */
import type { PythonFacts } from '../core/outcome.ts';
import type { Supervisor } from './supervisor.ts';

/** What a supervisor holds loaded. */
export interface LoadedModule {
  readonly name: string;
  /** The set-up whose effects it holds, since it would not load without; null where it loaded by itself. */
  readonly setup: string | null;
  /** Of the files that loading read. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** A supervisor with what it has loaded. */
export interface Kept {
  readonly supervisor: Supervisor;
  readonly python: PythonFacts;
  loaded: LoadedModule | null;
  /** Modules of which a fork is not what a fresh process is: those that leave threads or processes running, say. */
  readonly unfit: Set<string>;
}

const idleMs = 300_000;

export class Pool {
  readonly #idle = new Map<string, Kept[]>();
  readonly #timers = new Map<Kept, NodeJS.Timeout>();
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #closed = false;

  /** At most `slots` runs go on at a time. */
  constructor(slots: number) {
    this.#free = slots;
  }

  /** Lends a supervisor started like `key`, best the one that holds the module `name`; `start` makes one where none is idle. */
  async use<T>(key: string, name: string, start: () => Promise<Kept>, body: (kept: Kept) => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      const kept = this.#take(key, name) ?? (await start());
      try {
        return await body(kept);
      } finally {
        await this.#giveBack(key, kept);
      }
    } finally {
      this.#release();
    }
  }

  /** Ends every supervisor that is idle, and those that are lent as they come back. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#idle.values()].flat();
    this.#idle.clear();
    await Promise.all(all.map(kept => this.#end(kept)));
  }

  #take(key: string, name: string): Kept | undefined {
    const idle = this.#idle.get(key) ?? [];
    const index = Math.max(
      0,
      idle.findIndex(kept => kept.loaded?.name === name),
    );
    const [kept] = idle.splice(index, 1);
    if (kept === undefined) return undefined;
    clearTimeout(this.#timers.get(kept));
    return kept.supervisor.isAlive ? kept : this.#take(key, name);
  }

  async #giveBack(key: string, kept: Kept): Promise<void> {
    if (this.#closed || !kept.supervisor.isAlive) return this.#end(kept);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), kept]);
    const timer = setTimeout(() => void this.#expire(key, kept), idleMs);
    this.#timers.set(kept, timer.unref());
  }

  async #expire(key: string, kept: Kept): Promise<void> {
    this.#idle.set(
      key,
      (this.#idle.get(key) ?? []).filter(each => each !== kept),
    );
    await this.#end(kept);
  }

  async #end(kept: Kept): Promise<void> {
    clearTimeout(this.#timers.get(kept));
    this.#timers.delete(kept);
    await kept.supervisor.close();
  }

  async #acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
