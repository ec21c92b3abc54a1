/** How many requests go to one server at a time, and when it wants to be left alone: all samples wait together. */
import { setTimeout as wait } from 'node:timers/promises';
import { cancelled } from '../core/failure.ts';

interface Lane {
  running: number;
  notBefore: number;
  readonly waiting: (() => void)[];
}

/** One for a process: predictions that run beside each other share it. */
export class Limiter {
  readonly #lanes = new Map<string, Lane>();

  /** Runs `work` when a place at `origin` is free. Rejects where `signal` cancels the waiting. */
  async run<T>(origin: string, places: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const lane = this.#lane(origin);
    await this.#enter(lane, places, signal);
    try {
      await this.#pause(lane, signal);
      return await work();
    } finally {
      lane.running -= 1;
      lane.waiting.shift()?.();
    }
  }

  /** Nobody asks `origin` for this long. */
  holdOff(origin: string, milliseconds: number): void {
    const lane = this.#lane(origin);
    lane.notBefore = Math.max(lane.notBefore, Date.now() + milliseconds);
  }

  #lane(origin: string): Lane {
    const known = this.#lanes.get(origin);
    if (known !== undefined) return known;
    const lane: Lane = { running: 0, notBefore: 0, waiting: [] };
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

  async #pause(lane: Lane, signal: AbortSignal): Promise<void> {
    for (let left = lane.notBefore - Date.now(); left > 0; left = lane.notBefore - Date.now()) {
      await wait(left, undefined, { signal }).catch(() => {
        throw cancelled();
      });
    }
  }
}
