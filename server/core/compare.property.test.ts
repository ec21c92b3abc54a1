/** What must hold of every comparison. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { mostFindings } from './compare/match.ts';
import { compareValues, matchValues } from './compare.ts';
import { differencesOf } from './difference.ts';
import { judge } from './judge.ts';
import { readLiteral } from './literal.ts';
import { outcomeQuestion, predictionWith, probeWith, returned, runWith } from './testing/judging.ts';
import { literalText, mutatedText } from './testing/literalTexts.ts';
import { anyValue, changedValue } from './testing/values.ts';
import { textOf } from './text.ts';
import { Value } from './value.ts';
import { Flags, Verdict } from './verdict.ts';

const runs = { numRuns: 500 };

describe('every comparison', () => {
  test('of a value with itself is exact', () => {
    fc.assert(
      fc.property(anyValue, value => {
        expect(Value.parse(value)).toEqual(value);
        expect(compareValues(value, structuredClone(value))).toMatchObject({
          grade: 'exact',
          firstDifference: '',
          flags: {},
        });
      }),
      runs,
    );
  });

  test('finds one changed leaf, and its path', () => {
    fc.assert(
      fc.property(changedValue, ({ before, after, path }) => {
        fc.pre(canonicalJson(before) !== canonicalJson(after));
        const comparison = compareValues(before, after);
        expect([comparison.grade, comparison.firstDifference, comparison.equal]).toEqual(['wrong', path, false]);
        expect(differencesOf(before, after).map(difference => difference.path)).toEqual([path]);
      }),
      runs,
    );
  });

  test('gives the same grade both ways round', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (one, other) => {
        const [there, back] = [compareValues(one, other), compareValues(other, one)];
        expect([back.grade, back.equal]).toEqual([there.grade, there.equal]);
      }),
      runs,
    );
  });

  test('gives the same grade both ways round of near values', () => {
    fc.assert(
      fc.property(changedValue, ({ before, after }) => {
        const [there, back] = [matchValues(before, after), matchValues(after, before)];
        expect([back.grade, back.equal]).toEqual([there.grade, there.equal]);
        expect(back.findings.map(({ path }) => path)).toEqual(there.findings.map(({ path }) => path));
      }),
      runs,
    );
  });

  test('has an end and a shape, whatever is compared', () => {
    fc.assert(
      fc.property(literalText, literalText, (one, other) => {
        const [left, right] = [readLiteral(one), readLiteral(other)];
        fc.pre(left.kind === 'value' && right.kind === 'value');
        if (left.kind !== 'value' || right.kind !== 'value') return;
        const comparison = compareValues(left.value, right.value);
        expect(Flags.parse(comparison.flags)).toEqual(comparison.flags);
        expect(matchValues(left.value, right.value).findings.length).toBeLessThanOrEqual(mostFindings + 1);
        const isSame = canonicalJson(left.value) === canonicalJson(right.value);
        if (isSame) expect(comparison.grade).toBe('exact');
      }),
      runs,
    );
  });

  test('is judged, whatever the text is', () => {
    const text = fc.oneof(
      literalText,
      mutatedText,
      fc.string({ unit: 'binary', maxLength: 40 }),
      anyValue.map(value => textOf(value)),
    );
    fc.assert(
      fc.property(text, anyValue, fc.constantFrom('strict', 'equal'), (returns, value, policy) => {
        const claims = { returns, state: [{ target: 'xs', text: returns }], input: returns };
        const state = [
          { target: 'xs', role: 'argument', changed: true, before: '', after: textOf(value), afterValue: value },
        ] as const;
        const run = runWith(returned(value, textOf(value)), { state: [...state] });
        for (const question of [outcomeQuestion, { ...outcomeQuestion, kind: 'input', wanted: returns } as const]) {
          const verdict = judge(probeWith(question), predictionWith(claims), run, policy);
          expect(Verdict.parse(verdict)).toEqual(verdict);
        }
      }),
      runs,
    );
  });

  test('of a value with its own text is never wrong', () => {
    fc.assert(
      fc.property(anyValue, value => {
        const literal = readLiteral(textOf(value));
        fc.pre(literal.kind === 'value');
        if (literal.kind !== 'value') return;
        expect(['exact', 'partial']).toContain(compareValues(literal.value, value).grade);
      }),
      runs,
    );
  });
});
