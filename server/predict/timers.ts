/** How long an answer may take: until its first token, between two pieces, and altogether. The client library's own timer ends at the headers. */
export interface Timers {
  /** Headers and signs of life are no token: a server sends them while it still reads the prompt. */
  readonly firstTokenMs: number;
  readonly idleMs: number;
  /** Of a prediction with all its requests. */
  readonly totalMs: number;
}

/** Long enough for a slow machine to read a long prompt; nobody waits unasked, since every request can be cancelled. */
export const usualTimers: Timers = { firstTokenMs: 180_000, idleMs: 90_000, totalMs: 600_000 };

export type Elapsed = 'timeoutFirstToken' | 'timeoutIdle' | 'timeoutTotal';

/** Running timers. `signal` aborts when one runs out or when the outer signal does; `elapsed` says which. */
export class Watch {
  readonly signal: AbortSignal;
  elapsed: Elapsed | null = null;
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  #wait: NodeJS.Timeout;

  constructor(
    private readonly timers: Timers,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#total = setTimeout(() => this.#expire('timeoutTotal'), timers.totalMs);
    this.#wait = setTimeout(() => this.#expire('timeoutFirstToken'), timers.firstTokenMs);
  }

  /** The answer has begun or goes on: the idle timer starts anew. */
  piece(): void {
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => this.#expire('timeoutIdle'), this.timers.idleMs);
  }

  stop(): void {
    clearTimeout(this.#wait);
    clearTimeout(this.#total);
  }

  #expire(elapsed: Elapsed): void {
    this.elapsed ??= elapsed;
    this.#controller.abort();
  }
}

/** What came of waiting too long, after who was waited for: `did not begin to answer within 180 s`. */
export function waitedText(elapsed: Elapsed, { firstTokenMs, idleMs, totalMs }: Timers): string {
  switch (elapsed) {
    case 'timeoutFirstToken':
      return `did not begin to answer within ${seconds(firstTokenMs)}`;
    case 'timeoutIdle':
      return `stopped in the middle of its answer for ${seconds(idleMs)}`;
    case 'timeoutTotal':
      return `was not done after ${seconds(totalMs)}`;
  }
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
