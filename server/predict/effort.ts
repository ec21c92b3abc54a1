/** What the requests of one prediction have in common: the time that they may take together, and what keeps the rest of them from being sent. */
import type { Trouble } from './trouble.ts';

/** Lives as long as one prediction. */
export class Effort {
  /** A trouble that every further request would meet too. */
  ended: Trouble | null = null;
  #refusals = 0;
  #refusedAt = 0;
  #spentMs = 0;
  #underWay = 0;
  #since = 0;

  /** @param totalMs what all may take together; waiting for a place at the server does not count, since others take that time. */
  constructor(readonly totalMs: number) {}

  get leftMs(): number {
    const running = this.#underWay === 0 ? 0 : performance.now() - this.#since;
    return Math.max(0, this.totalMs - this.#spentMs - running);
  }

  /**
   * Counts a refusal of a request that was sent at `sentAt`. Requests beside each other are refused together, which counts once.
   * Gives how often that was so since the last answer.
   */
  refused(sentAt: number): number {
    if (sentAt >= this.#refusedAt) this.#refusals += 1;
    this.#refusedAt = performance.now();
    return this.#refusals;
  }

  answered(): void {
    this.#refusals = 0;
  }

  /** Work that takes of the time; what is done beside each other takes it once. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#spentMs += performance.now() - this.#since;
    }
  }
}
