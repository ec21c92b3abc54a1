/** The tables of the comparison: a real Python value, a predicted text, and all that must come of them. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compareValues } from './compare.ts';
import { judge } from './judge.ts';
import { readLiteral } from './literal.ts';
import { outcomeQuestion, predictionWith, probeWith, returned, runWith } from './testing/judging.ts';
import { Answers, type Described, pythonForTests } from './testing/python.ts';
import { classesOf } from './value/typeName.ts';
import { Flags, Grade, VerdictKind } from './verdict.ts';

const Case = z.strictObject({
  real: z.string(),
  predicted: z.string(),
  grade: Grade,
  equal: z.boolean(),
  flags: Flags.default({}),
  first: z.string().default(''),
  /** Why the text cannot be read. */
  reason: z.string().default(''),
  verdict: VerdictKind,
  underEqual: VerdictKind,
});
type Case = z.infer<typeof Case>;
/** A case of one of the known pitfalls of comparing runtime values. */
const Pitfall = Case.extend({ pitfall: z.string() });
const Short = z.strictObject({ real: z.string(), predicted: z.string(), grade: Grade });

const fixtures = resolve(import.meta.dirname, '../../test-fixtures/comparison');
const given = resolve(process.env['CALLED_IT_SHARED'] ?? resolve(import.meta.dirname, '../../../shared'), 'comparison');

function rows<T>(schema: z.ZodType<T>, path: string): readonly T[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => schema.parse(JSON.parse(line)));
}

const python = pythonForTests();
const whyNot = python === null ? ' (skipped: no Python 3.8 or newer)' : '';
const answers = python === null ? null : new Answers(python);
afterAll(() => answers?.close());

async function described(setup: string, expressions: readonly string[]): Promise<readonly Described[]> {
  return (await answers?.values({ setup: readFileSync(setup, 'utf8'), expressions })) ?? [];
}

/** Everything that a case can show, in the shape in which cases are written. */
function judged({ real, predicted }: { readonly real: string; readonly predicted: string }, actual: Described): Case {
  const literal = readLiteral(predicted, { known: classesOf(actual.value) });
  const comparison = literal.kind === 'value' ? compareValues(literal.value, actual.value) : null;
  const run = runWith(returned(actual.value, actual.repr));
  const prediction = predictionWith({ returns: predicted });
  return {
    real,
    predicted,
    grade: comparison?.grade ?? 'unreadable',
    equal: comparison?.equal ?? false,
    flags: comparison?.flags ?? {},
    first: comparison?.firstDifference ?? '',
    reason: literal.kind === 'unreadable' ? literal.reason : '',
    verdict: judge(probeWith(outcomeQuestion), prediction, run, 'strict').kind,
    underEqual: judge(probeWith(outcomeQuestion), prediction, run, 'equal').kind,
  };
}

const values = rows(Case, resolve(fixtures, 'values.jsonl'));
const pitfalls = rows(Pitfall, resolve(fixtures, 'pitfalls.jsonl'));
const cases = [...values, ...pitfalls.map(({ pitfall: _, ...row }) => row)];

describe.skipIf(answers === null)(`values${whyNot}`, () => {
  let actual: readonly Described[] = [];
  beforeAll(async () => {
    actual = await described(
      resolve(fixtures, 'setup.py'),
      cases.map(({ real }) => real),
    );
  });

  test.each(cases.map((row, index) => [`${row.real} ← ${row.predicted}: ${row.grade}`, row, index] as const))(
    '%s',
    (_, row, index) => {
      const real = actual[index];
      if (real === undefined) throw new Error('Python did not answer');
      expect(judged(row, real)).toEqual(row);
    },
  );
});

test.skipIf(answers === null)(`what repr prints is never wrong, near or unreadable${whyNot}`, async () => {
  const expressions = [...new Set(values.map(({ real }) => real))];
  const actual = await described(resolve(fixtures, 'setup.py'), expressions);
  const grades = actual.map(({ repr, value }, index) => {
    const literal = readLiteral(repr, { known: classesOf(value) });
    return [expressions[index], literal.kind === 'value' ? compareValues(literal.value, value).grade : literal.reason];
  });
  const good = new Set(['exact', 'order', 'type', 'partial', 'undecidable']);
  expect(grades.filter(([, grade]) => !good.has(grade ?? ''))).toEqual([]);
  expect(grades.filter(([, grade]) => grade === 'type').map(([real]) => real)).toEqual([
    "S('abc')",
    'L([1, 2])',
    'M(a=1)',
  ]);
});

test('every known pitfall of values and of comparing has a case', () => {
  const verdicts = readFileSync(resolve(fixtures, 'verdicts.jsonl'), 'utf8').match(/"name": "[VC]\d+/g) ?? [];
  const cuts = readFileSync(resolve(import.meta.dirname, 'compare.cut.test.ts'), 'utf8').match(/'[VC]\d+/g) ?? [];
  const found = new Set([
    ...pitfalls.map(({ pitfall }) => pitfall),
    ...[...verdicts, ...cuts].map(name => name.replace(/^.*'|.*"/, '')),
  ]);
  const known = [
    ...Array.from({ length: 13 }, (_, index) => `V${index + 1}`),
    ...Array.from({ length: 16 }, (_, index) => `C${index + 1}`),
  ];
  expect(known.filter(pitfall => !found.has(pitfall))).toEqual([]);
});

const isGiven = existsSync(resolve(given, 'cases.jsonl'));
const whyNotGiven = isGiven ? whyNot : ' (skipped: the folder of given cases is not beside the checkout)';

describe.skipIf(answers === null || !isGiven)(`given cases${whyNotGiven}`, () => {
  test('have the grades that they name', async () => {
    const cases = rows(Short, resolve(given, 'cases.jsonl'));
    const actual = await described(
      resolve(given, 'setup.py'),
      cases.map(({ real }) => real),
    );
    const found = cases.map((row, index) => {
      const real = actual[index];
      return real === undefined ? row : { ...row, grade: judged(row, real).grade };
    });
    expect(found).toEqual(cases);
  });
});
