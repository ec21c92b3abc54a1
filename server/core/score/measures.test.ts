/** The measures against reference values that were computed elsewhere (scikit-learn agrees), and at their edges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brier,
  calibrationError,
  equalMassBins,
  equalWidthBins,
  highConfidenceErrors,
  logLoss,
  maximumCalibrationError,
  overconfidence,
  type Stated,
  squaredCalibrationError,
} from './calibration.ts';
import { mcnemar, paired } from './paired.ts';
import { auroc, coverageAtRisk, riskArea, riskCoverage } from './ranking.ts';
import { clusteredInterval, mean, passAt, quantile, wilson } from './rate.ts';

const stated = (confidences: readonly number[], rights: readonly number[]): readonly Stated[] =>
  confidences.map((confidence, index) => ({ confidence, right: rights[index] === 1 }));

const a = stated([0.95, 0.9, 0.9, 0.8, 0.8, 0.7, 0.6, 0.6, 0.5, 0.3], [1, 1, 0, 1, 1, 0, 1, 0, 1, 0]);
const b = stated([1, 1, 1, 1, 1, 1, 1, 0.9, 0.9, 0.9], [1, 1, 1, 1, 0, 0, 0, 1, 0, 0]);
const c = stated([0.5, 0.5, 0.5, 0.5], [1, 0, 1, 0]);
const d = stated([0.9, 0.8, 0.7], [1, 1, 1]);
const e = stated([0, 0.1, 0.2, 1], [0, 0, 1, 1]);

/** Equal in the digits that the reference prints (ten), or to 1e-9. */
const near = (actual: number | null | undefined, wanted: number) => expect(actual).toBeCloseTo(wanted, 9);

describe('calibration, the reference values', () => {
  test('A', () => {
    const bins = equalWidthBins(a, 10);
    near(overconfidence(a), 0.105);
    near(calibrationError(bins), 0.295);
    near(calibrationError(equalWidthBins(a, 15)), 0.295);
    near(calibrationError(equalWidthBins(a, 5)), 0.165);
    near(maximumCalibrationError(bins), 0.7);
    near(squaredCalibrationError(bins), 0.3539067674);
    expect(bins.map(bin => [Math.round(bin.to * 10), bin.count, rounded(bin.confidence), bin.accuracy])).toEqual([
      [3, 1, 0.3, 0],
      [5, 1, 0.5, 1],
      [6, 2, 0.6, 0.5],
      [7, 1, 0.7, 0],
      [8, 2, 0.8, 1],
      [9, 2, 0.9, 0.5],
      [10, 1, 0.95, 1],
    ]);
    const groups = equalMassBins(a, 5);
    near(calibrationError(groups), 0.155);
    expect(groups.map(bin => [bin.count, rounded(bin.confidence), rounded(bin.accuracy)])).toEqual([
      [2, 0.4, 0.5],
      [2, 0.6, 0.5],
      [3, 0.766667, 0.666667],
      [2, 0.9, 0.5],
      [1, 0.95, 1],
    ]);
    expectBrier(a, { score: 0.22525, reliability: 0.12525, resolution: 0.14, uncertainty: 0.24, skill: 0.0614583333 });
    near(logLoss(a), 0.658643729);
  });

  test('B', () => {
    for (const bins of [5, 10, 15]) near(calibrationError(equalWidthBins(b, bins)), 0.47);
    near(overconfidence(b), 0.47);
    near(maximumCalibrationError(equalWidthBins(b, 10)), 0.5666666667);
    near(calibrationError(equalMassBins(b, 5)), 0.47);
    expectBrier(b, {
      score: 0.463,
      reliability: 0.2249047619,
      resolution: 0.0119047619,
      uncertainty: 0.25,
      skill: -0.852,
    });
    near(logLoss(b), 10.8329258679);
  });

  test('C, D, E', () => {
    near(calibrationError(equalWidthBins(c, 10)), 0);
    near(calibrationError(equalMassBins(c, 5)), 0);
    near(brier(c)?.score, 0.25);
    near(overconfidence(d), -0.2);
    near(calibrationError(equalWidthBins(d, 10)), 0.2);
    near(maximumCalibrationError(equalWidthBins(d, 10)), 0.3);
    near(brier(d)?.score, 0.0466666667);
    expect(brier(d)?.skill).toBeNull();
    near(overconfidence(e), -0.175);
    near(calibrationError(equalWidthBins(e, 10)), 0.225);
    near(maximumCalibrationError(equalWidthBins(e, 10)), 0.8);
    near(brier(e)?.score, 0.1625);
    near(logLoss(e), 0.428699607);
  });

  test('the edges 0, 0.1, 0.3, 0.7 and 1 fall into the bins that end with them', () => {
    const edges = stated([0, 0.1, 0.3, 0.7, 1, 0.1 + 0.2], [1, 1, 1, 1, 1, 1]);
    expect(equalWidthBins(edges, 10).map(bin => [Math.round(bin.to * 10), bin.count])).toEqual([
      [1, 2],
      [3, 2],
      [7, 1],
      [10, 1],
    ]);
  });

  test('nothing, all right, all wrong, and one confidence for all', () => {
    for (const measure of [overconfidence, brier, logLoss, auroc, riskArea]) expect(measure([])).toBeNull();
    expect(calibrationError(equalWidthBins([], 10))).toBeNull();
    expect(riskCoverage([])).toEqual([]);
    expect(brier(stated([1, 1], [1, 1]))).toMatchObject({ score: 0, skill: null });
    expect(brier(stated([1, 1], [0, 0]))).toMatchObject({ score: 1, skill: null });
    expect(highConfidenceErrors(b, 0.9)).toEqual({ count: 10, wrong: 5 });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 90])('%s is no confidence', confidence => {
    expect(() => equalWidthBins([{ confidence, right: true }], 10)).toThrow(RangeError);
    expect(() => brier([{ confidence, right: true }])).toThrow(RangeError);
  });

  test("Brier's score is reliability − resolution + uncertainty", () => {
    const item = fc.record({ confidence: fc.integer({ min: 0, max: 20 }).map(n => n / 20), right: fc.boolean() });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), items => {
        const parts = brier(items);
        near((parts?.reliability ?? 0) - (parts?.resolution ?? 0) + (parts?.uncertainty ?? 0), parts?.score ?? -1);
      }),
    );
  });
});

describe('ranking, the reference values', () => {
  test('AUROC', () => {
    near(auroc(a), 0.6666666667);
    near(auroc(b), 0.6);
    near(auroc(c), 0.5);
    expect(auroc(d)).toBeNull();
    near(auroc(e), 1);
  });

  test('risk and coverage', () => {
    expect(riskCoverage(a).map(point => [rounded(point.coverage), rounded(point.risk)])).toEqual([
      [0.1, 0],
      [0.3, 0.333333],
      [0.5, 0.2],
      [0.6, 0.333333],
      [0.8, 0.375],
      [0.9, 0.333333],
      [1, 0.4],
    ]);
    near(coverageAtRisk(a, 0.34), 0.9);
    expect(riskCoverage(b).map(point => [rounded(point.coverage), rounded(point.risk)])).toEqual([
      [0.7, 0.428571],
      [1, 0.5],
    ]);
  });

  test.each([
    ['A', a, 0.2832142857, 0.1126190476, 0.18],
    ['B', b, 0.4439814815, 0.1771825397, 0.25],
    ['D', d, 0, 0, 0],
    ['E', e, 0.2083333333, 0.2083333333, 0.1875],
  ])('the areas of %s', (_, items, area, optimal, generalised) => {
    const risk = riskArea(items);
    near(risk?.area, area);
    near(risk?.optimal, optimal);
    near(risk?.generalised, generalised);
    near(risk?.excess, area - optimal);
  });

  test('the areas of C, all ties', () => {
    near(riskArea(c)?.area, 0.5);
    near(riskArea(c)?.generalised, 0.3125);
  });

  test('AUROC is the share of pairs in order, by the definition', () => {
    const item = fc.record({ confidence: fc.integer({ min: 0, max: 5 }).map(n => n / 5), right: fc.boolean() });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), items => {
        const [right, wrong] = [items.filter(i => i.right), items.filter(i => !i.right)];
        const pairs = right.flatMap(r =>
          wrong.map(w => (r.confidence > w.confidence ? 1 : r.confidence === w.confidence ? 0.5 : 0)),
        );
        if (pairs.length === 0) expect(auroc(items)).toBeNull();
        else near(auroc(items), mean(pairs) ?? -1);
      }),
    );
  });
});

describe('rates', () => {
  test.each([
    [6, 10, 0.3126737697, 0.8318196703],
    [2, 4, 0.1500389892, 0.8499610108],
    [3, 3, 0.4385029682, 1],
  ])('Wilson of %i in %i', (right, total, low, high) => {
    near(wilson(right, total)?.[0], low);
    near(wilson(right, total)?.[1], high);
  });

  test.each([
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
    [0, 1, 0, 0.793451],
    [1, 1, 0.206549, 1],
    [5, 10, 0.236593, 0.763407],
    [8, 10, 0.490162, 0.943318],
    [8, 8, 0.675592, 1],
    [60, 100, 0.502003, 0.690599],
    [81, 100, 0.722212, 0.874852],
  ])('Wilson of %i in %i, to six digits', (right, total, low, high) => {
    expect(wilson(right, total)?.map(rounded)).toEqual([low, high]);
  });

  test('Wilson of nothing is nothing', () => expect(wilson(0, 0)).toBeNull());

  test.each([
    [10, 3, 1, 0.3],
    [10, 3, 5, 0.9166666667],
    [5, 2, 3, 0.9],
    [10, 0, 5, 0],
    [10, 6, 5, 1],
  ])('pass@k of n %i, c %i, k %i', (n, right, k, wanted) => near(passAt(n, right, k), wanted));

  test('pass@k of too few samples is nothing', () => expect(passAt(4, 4, 5)).toBeNull());

  test('with one check a target, the clustered interval is about Wilson’s; with alike checks, it is that of the targets', () => {
    const single = Array.from({ length: 40 }, (_, i) => ({ right: i % 4 !== 0, cluster: `t${i}` }));
    near(clusteredInterval(single)?.[0], wilson(30 * (39 / 40), 39)?.[0] ?? 0);
    const alike = single.flatMap(check => Array.from({ length: 10 }, () => check));
    near(clusteredInterval(alike)?.[0], wilson(30 * (39 / 40), 39)?.[0] ?? 0);
    expect(clusteredInterval(single.slice(0, 1))).toBeNull();
    const allRight = ['a', 'a', 'b', 'c'].map(cluster => ({ right: true, cluster }));
    expect(clusteredInterval(allRight)).toEqual(wilson(3, 3));
  });

  test('quantiles are values that occur', () => {
    expect(quantile([5, 1, 3], 0.5)).toBe(3);
    expect(quantile([5, 1, 3], 0.95)).toBe(5);
    expect(quantile([], 0.5)).toBeNull();
  });
});

describe('pairs', () => {
  test("McNemar's exact test, by the binomial", () => {
    near(mcnemar(0, 0), 1);
    near(mcnemar(1, 0), 1);
    near(mcnemar(6, 0), 0.03125);
    near(mcnemar(8, 2), 0.109375);
    near(mcnemar(5, 5), 1);
    near(mcnemar(10, 2), 0.03857421875);
    expect(mcnemar(5000, 4000)).toBeLessThan(1e-20);
    near(mcnemar(2, 8), mcnemar(8, 2));
  });

  test('what flips', () => {
    const table = paired([
      [true, true],
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(table).toEqual({ bothRight: 1, onlyFirst: 2, onlySecond: 1, bothWrong: 1, probability: 1 });
  });
});

function rounded(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}

function expectBrier(items: readonly Stated[], wanted: Record<string, number>): void {
  const parts = new Map(Object.entries(brier(items) ?? {}));
  for (const [name, value] of Object.entries(wanted)) near(parts.get(name), value);
}

test('as many different confidences as there are predictions are no trouble', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => ({ confidence: index / 200_000, right: index >= 20_000 }));
  near(coverageAtRisk(many, 0.1), 1);
  near(coverageAtRisk(many, 0), 0.9);
  near(auroc(many), 1);
  expect(equalMassBins(many, 10).map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 20_000));
});
