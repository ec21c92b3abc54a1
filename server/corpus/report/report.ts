/** A report on a corpus: which checks count, their figures, and what differs between two models or two dates. */
import { type Paired, paired } from '../../core/score/paired.ts';
import type { Policy } from '../../core/verdict.ts';
import { placeOf } from '../place.ts';
import { type ReportCase, type Rule, readCases } from './cases.ts';
import { type Figures, figuresOf } from './figures.ts';

export interface ReportChoice {
  /** Count every check, not the latest alone of each probe, predictor and prompt. */
  readonly allRepeats: boolean;
  /** Two models, or two dates. */
  readonly compare?: readonly [string, string] | undefined;
  /** Each check as it was judged, where nothing is said. */
  readonly policy?: Policy | undefined;
}

export interface Report extends Figures {
  readonly corpus: string;
  readonly policy: Rule;
  /** Checks that count. */
  readonly checks: number;
  /** Earlier checks of the same probe, predictor and prompt. */
  readonly repeats: number;
  readonly deleted: number;
  readonly disputed: number;
  readonly broken: number;
  readonly kept: 'all' | 'mismatches';
  readonly from: string;
  readonly to: string;
  /** The surest of the wrong ones. */
  readonly surestWrong: readonly ReportCase[];
  readonly comparison: Comparison | null;
}

export interface Comparison extends Paired {
  readonly first: string;
  readonly second: string;
  /** Whether two models are compared, on the probes that both were asked, or two dates, on the same questions. */
  readonly by: 'model' | 'date';
  /** Pairs in which one or both were not decided: in no cell of the table. */
  readonly undecided: number;
  readonly flips: readonly Flip[];
}

export interface Flip {
  readonly name: string;
  readonly expression: string;
  readonly actual: string;
  readonly predicted: readonly [string, string];
  readonly right: 'first' | 'second';
}

const mostShown = 50;

export async function reportOn(corpus: string, choice: ReportChoice): Promise<Report> {
  const policy = choice.policy ?? 'asJudged';
  const { cases: all, deleted, disputed, broken } = await readCases(placeOf(corpus).file, policy);
  const cases = choice.allRepeats ? all : latestOf(all, one => one.key);
  const isComplete = all.every(one => one.kept !== 'mismatches');
  const times = all.map(({ at }) => at).sort();
  return {
    corpus,
    policy,
    checks: cases.length,
    repeats: all.length - cases.length,
    deleted,
    disputed,
    broken,
    kept: isComplete ? 'all' : 'mismatches',
    from: times[0] ?? '',
    to: times.at(-1) ?? '',
    ...figuresOf(cases, isComplete),
    surestWrong: surestWrongOf(cases),
    comparison: choice.compare === undefined ? null : comparisonOf(all, choice.compare),
  };
}

/** The last of each key, in the order of these. */
function latestOf(cases: readonly ReportCase[], key: (one: ReportCase) => string): readonly ReportCase[] {
  const latest = new Map<string, ReportCase>();
  for (const one of cases) {
    latest.delete(key(one));
    latest.set(key(one), one);
  }
  return [...latest.values()];
}

function surestWrongOf(cases: readonly ReportCase[]): readonly ReportCase[] {
  return cases
    .filter(one => one.kind === 'wrong' && one.confidence.stated >= 0)
    .sort((a, b) => b.confidence.stated - a.confidence.stated)
    .slice(0, mostShown);
}

function comparisonOf(cases: readonly ReportCase[], [first, second]: readonly [string, string]): Comparison {
  const by = isDate(first) && isDate(second) ? 'date' : 'model';
  const pairs = by === 'date' ? pairsByDate(cases, first, second) : pairsByModel(cases, first, second);
  const decided = pairs.filter(pair => pair.every(one => one.kind === 'right' || one.kind === 'wrong'));
  const flips = decided.filter(([a, b]) => a.kind !== b.kind);
  return {
    first,
    second,
    by,
    ...paired(decided.map(([a, b]) => [a.kind === 'right', b.kind === 'right'])),
    undecided: pairs.length - decided.length,
    flips: flips.map(flipOf),
  };
}

type Pair = readonly [ReportCase, ReportCase];

function pairsByModel(cases: readonly ReportCase[], first: string, second: string): readonly Pair[] {
  const of = (model: string) =>
    byKey(
      latestOf(
        cases.filter(one => one.model === model),
        one => one.probe,
      ),
      one => one.probe,
    );
  return pairsOf(of(first), of(second));
}

/** What the corpus said at the end of the one date and of the other. */
function pairsByDate(cases: readonly ReportCase[], first: string, second: string): readonly Pair[] {
  const until = (date: string) => cases.filter(({ at }) => at.slice(0, date.length) <= date);
  const of = (date: string) =>
    byKey(
      latestOf(until(date), one => one.key),
      one => one.key,
    );
  return pairsOf(of(first), of(second));
}

function byKey(cases: readonly ReportCase[], key: (one: ReportCase) => string): ReadonlyMap<string, ReportCase> {
  return new Map(cases.map(one => [key(one), one]));
}

function pairsOf(first: ReadonlyMap<string, ReportCase>, second: ReadonlyMap<string, ReportCase>): readonly Pair[] {
  return [...first].flatMap(([key, one]) => {
    const other = second.get(key);
    return other === undefined ? [] : [[one, other] as const];
  });
}

const isDate = (text: string) => /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?$/.test(text);

function flipOf([a, b]: Pair): Flip {
  return {
    name: a.name,
    expression: a.expression,
    actual: a.actual,
    predicted: [a.predicted, b.predicted],
    right: a.kind === 'right' ? 'first' : 'second',
  };
}
