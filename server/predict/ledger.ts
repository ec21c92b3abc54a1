/**
 * What was asked and spent today, and in this batch, against limits that the user set. What a request may take at most is held before
 * it is sent, so that requests beside each other do not pass a limit together. Failed requests count: they may be billed.
 */
import { type Amount, DayBook, least, minus, nothing, plus } from './dayBook.ts';

/** Limits; 0 is none. */
export type Limits = Amount;

export interface Budget {
  readonly daily: Limits;
  /** Since the ledger was opened. */
  readonly batch: Limits;
}

export const noLimits: Limits = nothing;
export const noBudget: Budget = { daily: noLimits, batch: noLimits };

export type Hold =
  | { readonly kind: 'refused'; readonly why: string }
  /** `settle` books what the request really took, in place of what was held; to be called in any case. */
  | { readonly kind: 'held'; settle(tokens: number, cost: number): Promise<void> };

const names = { requests: 'requests', tokens: 'tokens', cost: 'US dollars' } as const;
const daily = 'calledIt.dailyRequests, dailyTokens or dailyCost; CALLED_IT_DAILY_… for the command line';
const batch = '`--max-requests`, `--max-tokens` or `--max-cost`';

/** What was counted, for whoever counts under limits of their own. */
interface Count {
  readonly today: DayBook;
  batch: Amount;
  held: Amount;
}

/** Keeps count in files of `folder`; without a folder, as long as it lives. */
export class Ledger {
  readonly #count: Count;
  /** Room that is held for requests to come, part of what is held in all. */
  #reserved: Amount = nothing;

  constructor(
    folder: string,
    private readonly budget: Budget,
    now: () => Date = () => new Date(),
    count: Count = { today: new DayBook(folder, now), batch: nothing, held: nothing },
  ) {
    this.#count = count;
  }

  /** The same count under other limits of a day: the user may change them while requests are under way. */
  under(daily: Limits): Ledger {
    return new Ledger('', { ...this.budget, daily }, undefined, this.#count);
  }

  /** Whether money has a limit, so that a request without a known price must not be sent. */
  get limitsCost(): boolean {
    return this.budget.daily.cost > 0 || this.budget.batch.cost > 0;
  }

  /** The same count for a prediction that reserves room. */
  forPrediction(): Ledger {
    return new Ledger('', this.budget, undefined, this.#count);
  }

  /** Holds room for requests to come, which take it up one by one. Why there is none; empty where there is. */
  async reserve(amount: Amount): Promise<string> {
    const why = this.#obstacle(await this.#count.today.sum(), amount);
    if (why !== '') return why;
    this.#count.held = plus(this.#count.held, amount);
    this.#reserved = plus(this.#reserved, amount);
    return '';
  }

  /** Gives back what was reserved and not taken up. */
  release(): void {
    this.#count.held = minus(this.#count.held, this.#reserved);
    this.#reserved = nothing;
  }

  #obstacle(today: Amount, amount: Amount): string {
    const { batch: sofar, held } = this.#count;
    const next = plus(held, amount);
    return (
      over(today, next, this.budget.daily, 'a day', daily) || over(sofar, next, this.budget.batch, 'this time', batch)
    );
  }

  /** Makes room for one request that takes at most so much. */
  async hold(tokens: number, cost: number): Promise<Hold> {
    const count = this.#count;
    const today = await count.today.sum();
    const request = { requests: 1, tokens, cost };
    const reserved = least(this.#reserved, request);
    const more = minus(request, reserved);
    const why = this.#obstacle(today, more);
    if (why !== '') return { kind: 'refused', why };
    this.#reserved = minus(this.#reserved, reserved);
    count.held = plus(count.held, more);
    return {
      kind: 'held',
      settle: async (tookTokens, tookCost) => {
        const took = { requests: 1, tokens: tookTokens, cost: tookCost };
        count.batch = plus(count.batch, took);
        await count.today.add(took);
        count.held = minus(count.held, request);
      },
    };
  }
}

function over(spent: Amount, next: Amount, limits: Limits, span: string, where: string): string {
  for (const kind of ['requests', 'tokens', 'cost'] as const) {
    if (limits[kind] > 0 && spent[kind] + next[kind] > limits[kind]) {
      return `The limit of ${limits[kind]} ${names[kind]} ${span} would be passed. Raise it (${where}), or wait.`;
    }
  }
  return '';
}
