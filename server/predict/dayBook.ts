/** What this machine spent on models today: a file that every process adds lines to, so that a limit of the day holds over all of them. */
import { appendFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

export const Amount = z.strictObject({
  requests: z.number(),
  tokens: z.number(),
  /** In US dollars. */
  cost: z.number(),
});
export type Amount = Readonly<z.infer<typeof Amount>>;

export const nothing: Amount = { requests: 0, tokens: 0, cost: 0 };

export function plus(one: Amount, other: Amount): Amount {
  return {
    requests: one.requests + other.requests,
    tokens: one.tokens + other.tokens,
    cost: one.cost + other.cost,
  };
}

export function minus(one: Amount, other: Amount): Amount {
  return plus(one, { requests: -other.requests, tokens: -other.tokens, cost: -other.cost });
}

/** Of each kind the less. */
export function least(one: Amount, other: Amount): Amount {
  return {
    requests: Math.min(one.requests, other.requests),
    tokens: Math.min(one.tokens, other.tokens),
    cost: Math.min(one.cost, other.cost),
  };
}

/** Without a folder, what this object was told. A folder that cannot be written is one without. */
export class DayBook {
  #day = '';
  #sum: Amount = nothing;
  /** How far the file of the day was read; what stands there is in `#sum`. */
  #read = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
  ) {}

  /** What was spent today until now, by whichever process. */
  async sum(): Promise<Amount> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      return this.#sum;
    });
  }

  async add(amount: Amount): Promise<void> {
    await this.#inTurn(async () => {
      await this.#catchUp();
      if (!(await this.#written(amount))) this.#sum = plus(this.#sum, amount);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  get #path(): string {
    return join(this.folder, 'spent', `${this.#day}.jsonl`);
  }

  async #catchUp(): Promise<void> {
    const day = dayOf(this.now());
    if (day !== this.#day) {
      this.#day = day;
      this.#sum = nothing;
      this.#read = 0;
    }
    const text = this.folder === '' ? '' : await this.#unread();
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#read += Buffer.byteLength(whole);
    this.#sum = whole.split('\n').flatMap(amountOf).reduce(plus, this.#sum);
  }

  async #unread(): Promise<string> {
    const file = await open(this.#path, 'r').catch(() => null);
    if (file === null) return '';
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.max(0, size - this.#read));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#read);
      return bytes.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** Whether the line stands in the file, from where the next look reads it. */
  async #written(amount: Amount): Promise<boolean> {
    if (this.folder === '') return false;
    try {
      if (this.#read === 0) await this.#begin();
      // A line feed first, too: a line that a process left half written must not spoil ours.
      await appendFile(this.#path, `\n${JSON.stringify(amount)}\n`);
      return true;
    } catch {
      return false;
    }
  }

  /** The first of a day takes the files of other days away. */
  async #begin(): Promise<void> {
    const folder = join(this.folder, 'spent');
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      if (name !== `${this.#day}.jsonl`) await rm(join(folder, name), { force: true });
    }
  }
}

/** The day that a user's clock shows, such as `2026-05-01`. */
function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map(part => String(part).padStart(2, '0')).join('-');
}

/** A line that is none of ours is passed over. */
function amountOf(line: string): readonly Amount[] {
  try {
    const { data } = Amount.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch {
    return [];
  }
}
