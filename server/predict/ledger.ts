/** What was asked and spent today, and in this batch, against limits that the user set. Failed requests count: they may be billed. */

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** Limits; 0 is none. */
export interface Limits {
  readonly requests: number;
  readonly tokens: number;
  /** In US dollars. */
  readonly cost: number;
}

export interface Budget {
  readonly daily: Limits;
  /** Since the ledger was opened. */
  readonly batch: Limits;
}

export const noLimits: Limits = { requests: 0, tokens: 0, cost: 0 };
export const noBudget: Budget = { daily: noLimits, batch: noLimits };

const Spent = z.strictObject({ day: z.string(), requests: z.number(), tokens: z.number(), cost: z.number() });
type Spent = z.infer<typeof Spent>;

const names = { requests: 'requests', tokens: 'tokens', cost: 'US dollars' } as const;

/** Keeps count in a file of `folder`; without a folder, as long as it lives. */
export class Ledger {
  readonly #batch: Spent = { day: '', requests: 0, tokens: 0, cost: 0 };
  #today: Spent | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly budget: Budget,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Why no more may be asked, given what the next request may take at most; empty where it may. */
  async refusal(tokens: number, cost: number): Promise<string> {
    const today = await this.#current();
    const next = { requests: 1, tokens, cost };
    return (
      over(today, next, this.budget.daily, 'a day', 'calledIt.dailyRequests, dailyTokens or dailyCost') ||
      over(this.#batch, next, this.budget.batch, 'a batch', 'the limit of the batch')
    );
  }

  /** Books one request. */
  async book(tokens: number, cost: number): Promise<void> {
    const today = await this.#current();
    for (const spent of [today, this.#batch]) {
      spent.requests += 1;
      spent.tokens += tokens;
      spent.cost += cost;
    }
    this.#writing = this.#writing.then(() => this.#write(today));
    await this.#writing;
  }

  async #current(): Promise<Spent> {
    const day = this.now().toISOString().slice(0, 10);
    const known = this.#today ?? (await this.#read());
    this.#today ??= known?.day === day ? known : null;
    if (this.#today?.day !== day) this.#today = { day, requests: 0, tokens: 0, cost: 0 };
    return this.#today;
  }

  async #read(): Promise<Spent | null> {
    if (this.folder === '') return null;
    const text = await readFile(join(this.folder, 'spent.json'), 'utf8').catch(() => '');
    try {
      return Spent.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  async #write(spent: Spent): Promise<void> {
    if (this.folder === '') return;
    const draft = join(this.folder, `spent.${randomUUID()}.draft`);
    await mkdir(this.folder, { recursive: true })
      .then(() => writeFile(draft, JSON.stringify(spent)))
      .then(() => rename(draft, join(this.folder, 'spent.json')))
      .catch(() => undefined);
  }
}

function over(spent: Limits, next: Limits, limits: Limits, span: string, where: string): string {
  for (const kind of ['requests', 'tokens', 'cost'] as const) {
    if (limits[kind] > 0 && spent[kind] + next[kind] > limits[kind]) {
      return `The limit of ${limits[kind]} ${names[kind]} ${span} would be passed. Raise it (${where}), or wait.`;
    }
  }
  return '';
}
