/** What may be spent holds: requests, tokens and money, of a day and of a batch, over samples and processes. */
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { Ledger, noBudget, noLimits } from './ledger.ts';
import { type MeansRequest, openMeans } from './means.ts';
import { startingProfile } from './profile.ts';
import { endpointAt, predictAt, rightJson } from './testing/asking.ts';
import { answers, type FakeServer, hangs, openFakeServer } from './testing/fakeServer.ts';
import { withinBudget } from './withinBudget.ts';

let server: FakeServer;
let folder = '';
const usage = { prompt_tokens: 5000, completion_tokens: 100 };
const right = answers(200, { choices: [{ message: { content: rightJson }, finish_reason: 'stop' }], usage });
const prices = [{ model: 'm', input: 1, output: 2 }];

beforeEach(async () => {
  server = await openFakeServer(right);
  folder = mkdtempSync(join(tmpdir(), 'called-it-spent-'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Asks one after the other with the same means, until nothing is sent any more. */
async function askedUntilRefused(request: MeansRequest): Promise<{ readonly sent: number; readonly said: string }> {
  const means = { ...openMeans(request), close: async () => undefined };
  for (let round = 0; round < 5; round += 1) {
    const prediction = await predictAt(endpointAt(server.baseUrl), { means });
    if (prediction.reason === 'budgetExceeded') return { sent: server.seen.length, said: prediction.explanation };
  }
  return { sent: server.seen.length, said: '' };
}

describe('a limit of', () => {
  test.each([
    ['requests', { requests: 2, tokens: 0, cost: 0 }, 2],
    ['tokens', { requests: 0, tokens: 10_500, cost: 0 }, 2],
    ['money', { requests: 0, tokens: 0, cost: 0.012 }, 2],
  ] as const)('%s holds for a day and for a batch', async (_, limits, sent) => {
    for (const budget of [
      { daily: limits, batch: noLimits },
      { daily: noLimits, batch: limits },
    ]) {
      await server.close();
      server = await openFakeServer(right);
      const asked = await askedUntilRefused({ budget, prices });
      expect(asked).toMatchObject({ sent, said: expect.stringContaining('Raise it') });
    }
  });

  test('nothing is none', async () => {
    expect(await askedUntilRefused({ budget: noBudget })).toEqual({ sent: 5, said: '' });
  });

  test.each([
    ['requests', { requests: 3, tokens: 0, cost: 0 }],
    ['tokens', { requests: 0, tokens: 4000, cost: 0 }],
    ['money', { requests: 0, tokens: 0, cost: 0.006 }],
  ] as const)('%s is looked at before the first sample of a prediction, not in the middle', async (_, batch) => {
    const means = { ...openMeans({ prices, budget: { daily: noLimits, batch } }), close: async () => undefined };
    const prediction = await predictAt(endpointAt(server.baseUrl), { means, samples: 4, everySample: true });
    expect(prediction).toMatchObject({ kind: 'notAsked', reason: 'budgetExceeded' });
    expect(prediction.explanation).toMatch(
      /^The whole prediction may take up to 4 requests\. The limit of .* Raise it/,
    );
    expect(server.seen).toHaveLength(0);
    expect(await predictAt(endpointAt(server.baseUrl), { means, samples: 1 })).toMatchObject({ kind: 'answered' });
  });

  test('requests counts the questions after the answer, too', async () => {
    const ask = (requests: number) => {
      const means = openMeans({ budget: { daily: noLimits, batch: { requests, tokens: 0, cost: 0 } } });
      return predictAt(endpointAt(server.baseUrl), { means, answer: 'session' });
    };
    expect(await ask(1)).toMatchObject({ reason: 'budgetExceeded', latency: null });
    expect(server.seen).toHaveLength(0);
    expect((await ask(2)).reason).not.toBe('budgetExceeded');
  });

  test.each([
    ['json', 2, 2],
    ['session', 4, 4],
    ['session', 5, 4],
  ] as const)(
    'requests is not passed by predictions beside each other, and none of them is broken off: %s, %i',
    async (answer, requests, sent) => {
      const budget = { daily: noLimits, batch: { requests, tokens: 0, cost: 0 } };
      const means = { ...openMeans({ budget, concurrency: 4 }), close: async () => undefined };
      const asked = Array.from({ length: 4 }, () => predictAt(endpointAt(server.baseUrl), { means, answer }));
      const reasons = (await Promise.all(asked)).map(({ reason }) => reason);
      expect(server.seen).toHaveLength(sent);
      expect(reasons.filter(reason => reason === 'budgetExceeded')).toHaveLength(2);
    },
  );

  test('what was reserved and not taken is there again', async () => {
    const budget = { daily: noLimits, batch: { requests: 4, tokens: 0, cost: 0 } };
    const means = { ...openMeans({ budget }), close: async () => undefined };
    await server.close();
    server = await openFakeServer(answers(401, { error: { message: 'bad key' } }), right);
    const several = { means, samples: 3, everySample: true };
    expect(await predictAt(endpointAt(server.baseUrl), several)).toMatchObject({ reason: 'auth' });
    expect(await predictAt(endpointAt(server.baseUrl), several)).toMatchObject({ kind: 'answered' });
    expect(await predictAt(endpointAt(server.baseUrl), { means })).toMatchObject({ reason: 'budgetExceeded' });
  });
});

test('a request that was given up before its answer began counts as read', async () => {
  await server.close();
  server = await openFakeServer(hangs);
  const budget = { daily: noLimits, batch: { requests: 0, tokens: 1500, cost: 0 } };
  const means = { ...openMeans({ budget, timers: { firstTokenMs: 100 } }), close: async () => undefined };
  expect(await predictAt(endpointAt(server.baseUrl), { means })).toMatchObject({ reason: 'timeoutFirstToken' });
  expect(await predictAt(endpointAt(server.baseUrl), { means })).toMatchObject({ reason: 'budgetExceeded' });
});

describe('the count of a day', () => {
  const budget = { daily: { requests: 2, tokens: 0, cost: 0 }, batch: noLimits };
  const at = (day: string) => () => new Date(`2026-05-${day}T12:00:00`);
  async function take(ledger: Ledger): Promise<boolean> {
    const hold = await ledger.hold(10, 0);
    if (hold.kind === 'held') await hold.settle(10, 0);
    return hold.kind === 'held';
  }

  test('is one for all processes, and begins anew the next day', async () => {
    const [one, other] = [new Ledger(folder, budget, at('01')), new Ledger(folder, budget, at('01'))];
    expect([await take(one), await take(other), await take(one), await take(other)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await take(new Ledger(folder, budget, at('02')))).toBe(true);
    expect(readdirSync(join(folder, 'spent'))).toEqual(['2026-05-02.jsonl']);
  });

  test("begins at the midnight of the user's clock", async () => {
    const nearly = new Ledger(folder, budget, () => new Date(2026, 4, 1, 23, 59));
    expect([await take(nearly), await take(nearly), await take(nearly)]).toEqual([true, true, false]);
    expect(await take(new Ledger(folder, budget, () => new Date(2026, 4, 1, 0, 1)))).toBe(false);
    expect(await take(new Ledger(folder, budget, () => new Date(2026, 4, 2, 0, 1)))).toBe(true);
  });

  test('is one under whichever limits', async () => {
    const ledger = new Ledger(folder, budget, at('01'));
    const wide = ledger.under({ ...budget.daily, requests: 3 });
    expect([await take(ledger), await take(wide), await take(ledger), await take(wide), await take(wide)]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  test('goes on where a line is broken or half written', async () => {
    await take(new Ledger(folder, budget, at('01')));
    const file = join(folder, 'spent', '2026-05-01.jsonl');
    appendFileSync(file, 'no line of ours\n{"requests":');
    const ledger = new Ledger(folder, budget, at('01'));
    expect([await take(ledger), await take(ledger)]).toEqual([true, false]);
  });

  test('is kept in memory where the folder cannot be written', async () => {
    const ledger = new Ledger(join(folder, 'no\0folder'), budget, at('01'));
    expect([await take(ledger), await take(ledger), await take(ledger)]).toEqual([true, true, false]);
  });
});

describe('a model without a price', () => {
  const limited = { budget: { daily: { requests: 0, tokens: 0, cost: 1 }, batch: noLimits } };

  test('costs what nobody knows, never nothing', async () => {
    expect((await predictAt(endpointAt(server.baseUrl), { means: openMeans({}) })).usage?.cost).toBeNull();
  });

  test.each([
    ['far away is not asked where money has a limit', 'https://models.example.com/v1', false],
    ['on this machine takes no money', 'http://127.0.0.1:1/v1', true],
    ['of a server that tells what it takes is asked', 'https://openrouter.ai/api/v1', true],
  ])('%s', async (_, baseUrl, isSent) => {
    const reading = readAddress(baseUrl, 'm', '');
    if (reading.kind === 'invalid') throw new Error(reading.explanation);
    const { address } = reading;
    const wish = { model: 'm', turns: [], maxTokens: 1, temperature: 0, seed: null, logprobs: false, json: null };
    const means = openMeans(limited);
    const profile = startingProfile(address, 'm', new Date());
    let sent = false;
    const called = await withinBudget({ means, address, wish, profile }, async () => {
      sent = true;
      throw new Error('sent');
    }).catch(() => null);
    await means.close();
    expect(sent).toBe(isSent);
    if (!isSent && called?.kind === 'trouble') expect(called.trouble.explanation).toContain('no price of m is known');
  });
});
