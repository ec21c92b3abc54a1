/** The table of verdicts: what was claimed, what happened, and every aspect of the verdict. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { judge, rulesVersion } from './judge.ts';
import { readLiteral } from './literal.ts';
import { Alias, Outcome, Raised, StateEntry } from './outcome.ts';
import { Claims } from './prediction.ts';
import { fullScope, type Question, Scope } from './probe.ts';
import { outcomeQuestion, predictionWith, probeWith, returned, runWith } from './testing/judging.ts';
import { Value } from './value.ts';
import { type Aspect, Flags, Grade, Policy, Verdict, VerdictKind } from './verdict.ts';

const ExpectedAspect = z.strictObject({
  aspect: z.string(),
  kind: z.enum(['right', 'wrong', 'undecided']),
  grade: Grade,
  flags: Flags.default({}),
  first: z.string().default(''),
  reason: z.string().default(''),
  notAsked: z.literal(true).optional(),
  /** Compared only where a case names them. */
  predicted: z.string().optional(),
  actual: z.string().optional(),
});
type ExpectedAspect = z.infer<typeof ExpectedAspect>;

/** The values of a state are written as literals; `gone` after the call where it says so. */
const Change = StateEntry.pick({ target: true, role: true, changed: true, before: true, after: true }).extend({
  gone: z.literal(true).optional(),
  beforeValue: Value.optional(),
  afterValue: Value.optional(),
});

const Case = z.strictObject({
  name: z.string(),
  claims: Claims.partial(),
  /** What happened: one of these. */
  returns: z.string().optional(),
  described: Value.optional(),
  repr: z.string().default(''),
  raises: Raised.pick({ type: true, message: true, bases: true, messageFailed: true }).optional(),
  ends: Outcome.optional(),
  state: z.array(Change).default([]),
  aliases: z.array(Alias).default([]),
  stdout: z.string().default(''),
  cut: z.array(z.string()).default([]),
  varied: z.array(z.string()).default([]),
  causes: z.array(z.string()).default([]),
  scope: Scope.default(fullScope),
  wanted: z.string().optional(),
  policy: Policy.default('strict'),
  unquoted: z.boolean().default(false),
  reason: z.string().optional(),
  expect: z.strictObject({ kind: VerdictKind, grade: Grade, equal: z.boolean(), aspects: z.array(ExpectedAspect) }),
});
type Case = z.infer<typeof Case>;

function literalOf(text: string): Value {
  const literal = readLiteral(text);
  if (literal.kind !== 'value') throw new Error(`no literal: ${text}`);
  return literal.value;
}

function outcomeOf(row: Case): Outcome {
  if (row.ends !== undefined) return row.ends;
  if (row.described !== undefined) return returned(row.described, row.repr);
  if (row.raises !== undefined) {
    return { kind: 'raised', exception: { ...row.raises, chain: [], notes: [], frames: [] } };
  }
  return returned(literalOf(row.returns ?? ''), row.returns ?? '');
}

function questionOf({ wanted, scope }: Case): Question {
  return wanted === undefined ? { ...outcomeQuestion, scope } : { kind: 'input', scope, wanted };
}

function verdictOf(row: Case): Verdict {
  const run = runWith(outcomeOf(row), {
    state: row.state.map(({ gone, ...change }) => ({
      ...change,
      ...(gone === true || change.afterValue !== undefined ? {} : { afterValue: literalOf(change.after) }),
    })),
    aliases: row.aliases,
    stdout: row.stdout,
    cut: row.cut,
    certificate: { runs: 2, stable: row.varied.length === 0, varied: row.varied, causes: row.causes, hashSeeds: [] },
  });
  const options = { unquoted: row.unquoted };
  return judge(probeWith(questionOf(row)), predictionWith(row.claims), run, row.policy, options);
}

function shown(aspect: Aspect, expected: ExpectedAspect | undefined): ExpectedAspect {
  const { firstDifference: first, predicted, actual, equal: _, ...rest } = aspect;
  return {
    ...rest,
    first,
    ...(expected?.predicted === undefined ? {} : { predicted }),
    ...(expected?.actual === undefined ? {} : { actual }),
  };
}

const table = readFileSync(resolve(import.meta.dirname, '../../test-fixtures/comparison/verdicts.jsonl'), 'utf8');
const cases = table
  .split('\n')
  .filter(line => line !== '')
  .map(line => Case.parse(JSON.parse(line)));

describe('verdicts', () => {
  test.each(cases.map(row => [row.name, row] as const))('%s', (_, row) => {
    const verdict = verdictOf(row);
    const { kind, grade, equal } = verdict;
    const aspects = verdict.aspects.map((aspect, index) => shown(aspect, row.expect.aspects[index]));
    expect({ kind, grade, equal, aspects }).toEqual(row.expect);
    expect(Verdict.parse(verdict)).toEqual(verdict);
    expect([verdict.policy, verdict.rules]).toEqual([row.policy, rulesVersion]);
    if (row.reason !== undefined) expect(verdict.reason).toBe(row.reason);
    expect(verdict.reason === '').toBe(kind === 'right' || kind === 'wrong');
  });

  test('a prediction that did not come has no aspects, and says why', () => {
    const absent = { ...predictionWith({}), kind: 'notAsked', reason: 'network', explanation: 'No route.' } as const;
    const verdict = judge(probeWith(outcomeQuestion), absent, runWith(returned(1, '1')), 'strict');
    expect([verdict.kind, verdict.aspects, verdict.reason]).toEqual(['noAnswer', [], 'No route.']);
  });
});
