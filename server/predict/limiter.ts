/** How many requests go to one server at a time, and when it wants to be left alone: all samples wait together. */
import { setTimeout as wait } from 'node:timers/promises';
import { cancelled } from '../core/failure.ts';

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** One for a process: predictions that run beside each other share it. */
export class Limiter {
  readonly #lanes = new Map<string, Lane>();
  readonly #notBefore = new Map<string, number>();

  /** Runs `work` when a place at `origin` is free. Rejects where `signal` cancels the waiting. */
  async run<T>(origin: string, places: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const lane = this.#lane(origin);
    await this.#enter(lane, places, signal);
    try {
      return await work();
    } finally {
      lane.running -= 1;
      lane.waiting.shift()?.();
    }
  }

  /** Nobody asks `name` for this long, a model at a server. */
  holdOff(name: string, milliseconds: number): void {
    this.#notBefore.set(name, Math.max(this.#notBefore.get(name) ?? 0, Date.now() + milliseconds));
  }

  /**
   * Waits until `name` may be asked again. Where that is longer than `mostMs` it does not wait, and gives the milliseconds that are
   * left; else 0. Rejects where `signal` cancels the waiting.
   */
  async pause(name: string, mostMs: number, signal: AbortSignal): Promise<number> {
    const last = Date.now() + mostMs;
    for (;;) {
      const notBefore = this.#notBefore.get(name) ?? 0;
      const left = notBefore - Date.now();
      if (left <= 0) return 0;
      if (notBefore > last) return left;
      await wait(left, undefined, { signal }).catch(() => {
        throw cancelled();
      });
    }
  }

  #lane(origin: string): Lane {
    const known = this.#lanes.get(origin);
    if (known !== undefined) return known;
    const lane: Lane = { running: 0, waiting: [] };
    this.#lanes.set(origin, lane);
    return lane;
  }

  async #enter(lane: Lane, places: number, signal: AbortSignal): Promise<void> {
    while (lane.running >= places) {
      if (signal.aborted) throw cancelled();
      await new Promise<void>(resolve => {
        const go = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          lane.waiting.splice(lane.waiting.indexOf(go), 1);
          resolve();
        };
        lane.waiting.push(go);
        signal.addEventListener('abort', leave, { once: true });
      });
    }
    lane.running += 1;
  }
}
