/** What a command may spend on models: at most so much by its own options, and so much a day by the environment. */
import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { usage } from '../core/failure.ts';
import type { Budget, Limits } from '../predict/ledger.ts';
import type { Surroundings } from './answer.ts';
import { wholeFrom } from './runOptions.ts';

export const SpendingFlags = z.object({
  maxRequests: z.int().optional(),
  maxTokens: z.int().optional(),
  maxCost: z.number().optional(),
});
export type SpendingFlags = Readonly<z.infer<typeof SpendingFlags>>;

export function addSpendingOptions(command: Command): Command {
  return command
    .option(
      '--max-requests <n>',
      'send at most this many requests to models (a day: CALLED_IT_DAILY_REQUESTS)',
      wholeFrom(1),
    )
    .option('--max-tokens <n>', 'use at most this many tokens (a day: CALLED_IT_DAILY_TOKENS)', wholeFrom(1))
    .option('--max-cost <dollars>', 'spend at most so many US dollars (a day: CALLED_IT_DAILY_COST)', dollars);
}

/** The limits of this command and of the day; 0 is none. */
export function budgetOf(flags: SpendingFlags, { environment }: Surroundings): Budget {
  const { maxRequests = 0, maxTokens = 0, maxCost = 0 } = flags;
  return { batch: { requests: maxRequests, tokens: maxTokens, cost: maxCost }, daily: dailyOf(environment) };
}

function dailyOf(environment: Surroundings['environment']): Limits {
  const read = (name: string): number => {
    const value = Number(environment[name] ?? '0');
    if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
    throw usage(`${name} is no number.`, 'Set it to what a day may take at most, or take it away.');
  };
  return {
    requests: read('CALLED_IT_DAILY_REQUESTS'),
    tokens: read('CALLED_IT_DAILY_TOKENS'),
    cost: read('CALLED_IT_DAILY_COST'),
  };
}

function dollars(text: string): number {
  const value = Number(text.replace(/^\$/, ''));
  if (text.trim() !== '' && value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new InvalidArgumentError('It must be a number of US dollars above 0.');
}
