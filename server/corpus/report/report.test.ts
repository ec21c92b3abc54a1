import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noConfidence } from '../../core/prediction.ts';
import type { CheckRecord, Provenance } from '../../core/record.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../../core/testing/examples.ts';
import type { VerdictKind } from '../../core/verdict.ts';
import { openCorpus } from '../corpus.ts';
import { exampleProvenance, exampleRecord } from '../testing/examples.ts';
import { reportPage } from './page.ts';
import { type Report, reportOn } from './report.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Check {
  readonly probe: string;
  readonly verdict: VerdictKind;
  readonly model?: string;
  readonly confidence?: number;
  readonly at?: string;
  readonly predicted?: string;
  readonly changes?: Partial<CheckRecord>;
}

function checkOf({
  probe,
  verdict,
  model = 'm',
  confidence = 0.9,
  at,
  predicted = '6',
  changes = {},
}: Check): CheckRecord {
  const prediction = examplePrediction({
    predictor: { kind: 'model', name: model, route: '' },
    confidence: { ...noConfidence, stated: confidence },
    claims: { returns: predicted, state: [] },
  });
  const [aspect] = exampleVerdict().aspects;
  const kind = verdict === 'noAnswer' ? 'undecided' : verdict;
  return exampleRecord({
    probe: exampleProbe({ id: probe, target: { ...exampleProbe().target, fingerprint: probe } }),
    prediction,
    verdict: exampleVerdict({ kind: verdict, aspects: aspect === undefined ? [] : [{ ...aspect, kind }] }),
    ...(at === undefined ? {} : { at }),
    ...changes,
  });
}

async function reportOf(checks: readonly Check[], choice = {}): Promise<Report> {
  await openCorpus(folder).append(...checks.map(checkOf));
  return reportOn(folder, { allRepeats: false, ...choice });
}

test('the latest check of a probe, predictor and prompt counts; all of them where that is asked', async () => {
  const checks: readonly Check[] = [
    { probe: 'a', verdict: 'wrong' },
    { probe: 'a', verdict: 'right' },
    { probe: 'b', verdict: 'wrong' },
    { probe: 'a', verdict: 'wrong', model: 'other' },
  ];
  const report = await reportOf(checks);
  expect([report.checks, report.repeats, report.overall.right, report.overall.wrong]).toEqual([3, 1, 1, 2]);
  const all = await reportOn(folder, { allRepeats: true });
  expect([all.checks, all.repeats, all.overall.right, all.overall.wrong]).toEqual([4, 0, 1, 3]);
});

test('rates stand by model, question, aspect, context, style, shape and Python version', async () => {
  const run = exampleRun({ python: { version: '3.13.0', executable: 'python3' } });
  const report = await reportOf([
    { probe: 'a', verdict: 'right' },
    { probe: 'b', verdict: 'noAnswer', model: 'other' },
    { probe: 'c', verdict: 'undecided', changes: { run } },
  ]);
  const names = (groups: Report['byModel']) => groups.map(({ name, asked }) => [name, asked]);
  expect(names(report.byModel)).toEqual([
    ['m', 2],
    ['other', 1],
  ]);
  expect(names(report.byQuestion)).toEqual([['outcome', 3]]);
  expect(names(report.byAspect)).toEqual([['return', 3]]);
  expect(names(report.byContext)).toEqual([['callees', 3]]);
  expect(names(report.byStyle)).toEqual([['direct', 3]]);
  expect(names(report.byAnswer)).toEqual([['json', 3]]);
  expect(names(report.byPython)).toEqual([
    ['3.11', 2],
    ['3.13', 1],
  ]);
  expect(report.overall).toMatchObject({ right: 1, wrong: 0, undecided: 1, noAnswer: 1, accuracy: 1 });
  expect(report.overall.coverage).toBeCloseTo(2 / 3, 12);
});

test('rates stand by whether the code that was shown gave the answer away, where it did once', async () => {
  const { asked } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  const context = { ...asked.context, leaks: ['doctestOfThisCall'] };
  const prediction = examplePrediction({ asked: { ...asked, context } });
  const plain = await reportOf([
    { probe: 'a', verdict: 'wrong' },
    { probe: 'own', verdict: 'right', changes: { prediction: examplePrediction({ asked: null }) } },
  ]);
  expect(plain.byLeak).toEqual([]);
  const { byLeak } = await reportOf([
    { probe: 'b', verdict: 'right', changes: { prediction } },
    { probe: 'c', verdict: 'wrong' },
  ]);
  expect(byLeak.map(({ name, right, wrong }) => [name, right, wrong])).toEqual([
    ['no leak', 0, 2],
    ['leak in context', 1, 0],
  ]);
});

test('state is one aspect, whatever its targets are called', async () => {
  const [aspect] = exampleVerdict().aspects;
  const aspects =
    aspect === undefined ? [] : ['state:xs', 'state:self.total'].map(name => ({ ...aspect, aspect: name }));
  const report = await reportOf([{ probe: 'a', verdict: 'right', changes: { verdict: exampleVerdict({ aspects }) } }]);
  expect(report.byAspect.map(({ name, asked }) => [name, asked])).toEqual([['state', 2]]);
});

test('calibration is there from the first check on, its error from a hundred on', async () => {
  const check = (number: number): Check => ({
    probe: `p${number}`,
    verdict: number % 2 === 0 ? 'right' : 'wrong',
    confidence: 0.75,
  });
  const few = await reportOf(Array.from({ length: 99 }, (_, number) => check(number)));
  expect(few.calibration.map(({ confidence, count, errors }) => [confidence, count, errors])).toEqual([
    ['stated', 99, null],
  ]);
  const enough = await reportOf([check(99)]);
  expect(enough.calibration[0]?.errors?.ece10).toBeCloseTo(0.25, 12);
  expect(enough.calibration[0]?.overconfidence).toBeCloseTo(0.25, 12);
  expect(enough.calibration[0]?.bins.map(({ to, count }) => [Math.round(to * 10), count])).toEqual([[8, 100]]);
});

test('a corpus of mismatches has counts, but no rate and no calibration', async () => {
  const provenance: Provenance = { ...exampleProvenance, kept: 'mismatches' };
  const report = await reportOf([{ probe: 'a', verdict: 'wrong', changes: { provenance } }]);
  expect([report.kept, report.overall.wrong, report.overall.accuracy, report.calibration]).toEqual([
    'mismatches',
    1,
    null,
    [],
  ]);
  expect(reportPage(report)).toContain('mismatches only');
});

test('what was deleted, disputed or not readable is in no rate, and said', async () => {
  await openCorpus(folder).append(
    ...['a', 'b', 'c'].map(probe => checkOf({ probe, verdict: 'wrong', changes: { id: `id of ${probe}` } })),
  );
  await openCorpus(folder).remove('id of a');
  await openCorpus(folder).remark('id of b', 'comparisonWrong', 'equal by our rules');
  const report = await reportOn(folder, { allRepeats: false });
  expect([report.checks, report.deleted, report.disputed, report.overall.wrong]).toEqual([1, 1, 1, 1]);
});

test('two models are compared on the probes that both were asked', async () => {
  const pair = (probe: string, first: VerdictKind, second: VerdictKind): readonly Check[] => [
    { probe, verdict: first, model: 'a' },
    { probe, verdict: second, model: 'b', predicted: '7' },
  ];
  const report = await reportOf(
    [
      ...pair('1', 'right', 'wrong'),
      ...pair('2', 'right', 'wrong'),
      ...pair('3', 'wrong', 'right'),
      ...pair('4', 'right', 'right'),
      ...pair('5', 'wrong', 'noAnswer'),
      { probe: '6', verdict: 'right', model: 'a' },
    ],
    { compare: ['a', 'b'] },
  );
  expect(report.comparison).toMatchObject({
    by: 'model',
    bothRight: 1,
    onlyFirst: 2,
    onlySecond: 1,
    bothWrong: 0,
    undecided: 1,
    probability: 1,
  });
  expect(report.comparison?.flips.map(({ right, predicted }) => [right, ...predicted])).toEqual([
    ['first', '6', '7'],
    ['first', '6', '7'],
    ['second', '6', '7'],
  ]);
});

test('two dates are compared on what the corpus said at the end of each', async () => {
  const report = await reportOf(
    [
      { probe: 'a', verdict: 'wrong', at: '2026-01-05T10:00:00.000Z' },
      { probe: 'b', verdict: 'right', at: '2026-01-05T10:00:00.000Z' },
      { probe: 'a', verdict: 'right', at: '2026-02-01T10:00:00.000Z' },
      { probe: 'c', verdict: 'right', at: '2026-02-01T10:00:00.000Z' },
    ],
    { compare: ['2026-01-05', '2026-02-01'] },
  );
  expect(report.comparison).toMatchObject({ by: 'date', bothRight: 1, onlyFirst: 0, onlySecond: 1, bothWrong: 0 });
});

test('samples are counted each', async () => {
  const kinds: readonly VerdictKind[] = ['right', 'wrong', 'wrong', 'noAnswer'];
  const sampleVerdicts = kinds.map(kind => ({ kind, grade: 'exact' as const, equal: true }));
  const report = await reportOf([{ probe: 'a', verdict: 'wrong', changes: { sampleVerdicts } }]);
  expect(report.overall).toMatchObject({ probes: 1, asked: 4, right: 1, wrong: 2, noAnswer: 1, passAt1: 0.25 });
});

test('a curve of many confidences is thinned, and keeps its end', async () => {
  const checks = Array.from({ length: 1100 }, (_, index) => ({
    probe: `p${index}`,
    verdict: index % 2 === 0 ? ('right' as const) : ('wrong' as const),
    confidence: index / 1100,
  }));
  const [calibration] = (await reportOf(checks)).calibration;
  expect(calibration?.riskCoverage.length).toBe(367);
  expect(calibration?.riskCoverage.at(-1)).toMatchObject({ coverage: 1, confidence: 0 });
});

test('by the other policy checks and samples are judged anew from their grades; what was no answer stays', async () => {
  const [aspect] = exampleVerdict().aspects;
  const ofType = (kind: 'right' | 'wrong', policy: 'strict' | 'equal') =>
    exampleVerdict({
      kind,
      policy,
      grade: 'type',
      equal: true,
      aspects: aspect === undefined ? [] : [{ ...aspect, kind, grade: 'type', equal: true }],
    });
  const byAll = async (policy?: 'strict' | 'equal') => {
    const { overall, byAspect } = await reportOn(folder, { allRepeats: false, policy });
    return [overall.right, overall.wrong, overall.noAnswer, byAspect[0]?.right];
  };
  const sampleVerdicts = [{ kind: 'wrong', grade: 'type', equal: true }] as const;
  await reportOf([
    {
      probe: 'a',
      verdict: 'wrong',
      changes: { verdict: ofType('wrong', 'strict'), sampleVerdicts: [...sampleVerdicts] },
    },
    { probe: 'b', verdict: 'right', changes: { verdict: ofType('right', 'equal') } },
    { probe: 'c', verdict: 'noAnswer', changes: { verdict: exampleVerdict({ kind: 'noAnswer', aspects: [] }) } },
  ]);
  expect(await byAll()).toEqual([1, 1, 1, 1]);
  expect(await byAll('equal')).toEqual([2, 0, 1, 2]);
  expect(await byAll('strict')).toEqual([0, 2, 1, 0]);
});

test('the page is whole, loads nothing, runs nothing, and shows hostile texts as texts', async () => {
  const hostile = '<script>alert(1)</script>\u202e"\'&';
  const report = await reportOf([
    { probe: 'a', verdict: 'wrong', predicted: hostile, model: '<b>m</b>' },
    { probe: 'b', verdict: 'right' },
  ]);
  const page = reportPage({ ...report, corpus: '<i>corpus</i>' });
  expect(page).not.toContain('<script');
  expect(page).not.toContain('\u202e');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u202e&quot;&#39;&amp;');
  expect(page).not.toMatch(/<b>m<\/b>|<i>corpus/);
  expect(page).not.toMatch(/\b(?:src|href)=["'](?!#)/);
  expect(page).toContain('@media print');
  expect(page).toContain('<svg role="img"');
  expect(balanced(page)).toEqual([]);
});

/** Elements that are opened and not closed, or the reverse. */
function balanced(page: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = '', closed] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g)) {
    if (['meta', 'br'].includes(name) || closed === '/') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...open, ...wrong];
}
