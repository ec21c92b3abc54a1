/** The figures of a report: rates by what was asked, of whom and how; calibration; what it cost. */
import { grouped } from '../../core/group.ts';
import {
  type Bin,
  type Brier,
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
} from '../../core/score/calibration.ts';
import {
  auroc,
  coverageAtRisk,
  type RiskArea,
  type RiskPoint,
  riskArea,
  riskCoverage,
} from '../../core/score/ranking.ts';
import { mean, quantile } from '../../core/score/rate.ts';
import { type Tally, tallyOf } from '../../core/score/tally.ts';
import type { ReportCase } from './cases.ts';

export interface Group extends Tally {
  readonly name: string;
}

export interface Calibration {
  /** Which of the three confidences. */
  readonly confidence: 'stated' | 'consistency' | 'logProbability';
  readonly count: number;
  readonly accuracy: number;
  readonly meanConfidence: number;
  readonly overconfidence: number;
  readonly brier: Brier;
  readonly logLoss: number;
  readonly auroc: number | null;
  readonly risk: RiskArea;
  /** At most `mostPoints`, the last of all among them. */
  readonly riskCoverage: readonly RiskPoint[];
  /** The share that could be answered with at most one in ten wrong. */
  readonly coverageAtRisk10: number;
  /** Among those that were at least 90 % sure. */
  readonly highConfidence: { readonly count: number; readonly wrong: number };
  readonly bins: readonly Bin[];
  /** `null` below 100 judged predictions: there it is mostly noise. */
  readonly errors: {
    readonly ece10: number;
    readonly ece15: number;
    readonly adaptive10: number;
    readonly maximum: number;
    readonly rootMeanSquare: number;
  } | null;
}

export interface Spending {
  readonly latencyMs: { readonly median: number | null; readonly p95: number | null; readonly count: number };
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In US dollars; `null` where no price is known. */
  readonly cost: number | null;
}

export interface Figures {
  readonly overall: Tally;
  readonly byQuestion: readonly Group[];
  readonly byAspect: readonly Group[];
  readonly byModel: readonly Group[];
  readonly byContext: readonly Group[];
  /** Whether the code that was shown gave the answer away; none where it never did. */
  readonly byLeak: readonly Group[];
  readonly byStyle: readonly Group[];
  readonly byAnswer: readonly Group[];
  readonly byPython: readonly Group[];
  readonly noAnswers: readonly { readonly reason: string; readonly count: number }[];
  readonly calibration: readonly Calibration[];
  readonly calibrationByModel: readonly (Calibration & { readonly model: string })[];
  readonly spending: Spending;
}

/** Fewer judged predictions have no calibration error. */
export const fewestForError = 100;

export function figuresOf(cases: readonly ReportCase[], isComplete: boolean): Figures {
  const by = (key: (one: ReportCase) => string) => groupsOf(cases, key, isComplete);
  return {
    overall: tallyOf(cases, isComplete),
    byQuestion: by(one => one.question),
    byAspect: aspectGroups(cases, isComplete),
    byModel: by(one => one.model),
    byContext: by(one => one.context),
    byLeak: cases.some(one => one.leak === 'leak in context') ? by(one => one.leak) : [],
    byStyle: by(one => one.style),
    byAnswer: by(one => one.answer),
    byPython: by(one => one.python),
    noAnswers: reasonsOf(cases),
    calibration: isComplete ? calibrationsOf(cases) : [],
    calibrationByModel: isComplete ? calibrationsByModel(cases) : [],
    spending: spendingOf(cases),
  };
}

function groupsOf(
  cases: readonly ReportCase[],
  key: (one: ReportCase) => string,
  isComplete: boolean,
): readonly Group[] {
  const groups = grouped(cases, key).filter(([name]) => name !== '');
  return groups
    .map(([name, members]) => ({ name, ...tallyOf(members, isComplete) }))
    .sort((a, b) => b.asked - a.asked || (a.name < b.name ? -1 : 1));
}

function aspectGroups(cases: readonly ReportCase[], isComplete: boolean): readonly Group[] {
  const items = cases.flatMap(one =>
    one.aspects.map(({ aspect, kind }) => ({ aspect, samples: [kind], cluster: one.cluster })),
  );
  return grouped(items, item => item.aspect)
    .map(([name, members]) => ({ name, ...tallyOf(members, isComplete) }))
    .sort((a, b) => b.asked - a.asked || (a.name < b.name ? -1 : 1));
}

function reasonsOf(cases: readonly ReportCase[]): Figures['noAnswers'] {
  const silent = cases.filter(one => one.noAnswer !== '');
  return grouped(silent, one => one.noAnswer)
    .map(([reason, members]) => ({ reason, count: members.length }))
    .sort((a, b) => b.count - a.count);
}

const confidences = ['stated', 'consistency', 'logProbability'] as const;

function calibrationsOf(cases: readonly ReportCase[]): readonly Calibration[] {
  return confidences.flatMap(confidence => {
    const found = calibrationOf(statedOf(cases, confidence), confidence);
    return found === undefined ? [] : [found];
  });
}

function calibrationsByModel(cases: readonly ReportCase[]): Figures['calibrationByModel'] {
  const models = grouped(cases, one => one.model);
  if (models.length < 2) return [];
  return models.flatMap(([model, members]) => calibrationsOf(members).map(calibration => ({ model, ...calibration })));
}

function statedOf(cases: readonly ReportCase[], confidence: Calibration['confidence']): readonly Stated[] {
  return cases.flatMap(one => {
    const value = one.confidence[confidence];
    const isJudged = one.kind === 'right' || one.kind === 'wrong';
    return isJudged && value >= 0 ? [{ confidence: value, right: one.kind === 'right' }] : [];
  });
}

function calibrationOf(items: readonly Stated[], confidence: Calibration['confidence']): Calibration | undefined {
  const meanConfidence = mean(items.map(item => item.confidence));
  const accuracy = mean(items.map(item => Number(item.right)));
  const gap = overconfidence(items);
  const parts = brier(items);
  const loss = logLoss(items);
  const risk = riskArea(items);
  if (meanConfidence === null || accuracy === null || gap === null) return undefined;
  if (parts === null || loss === null || risk === null) return undefined;
  const bins = equalWidthBins(items, 10);
  return {
    confidence,
    count: items.length,
    accuracy,
    meanConfidence,
    overconfidence: gap,
    brier: parts,
    logLoss: loss,
    auroc: auroc(items),
    risk,
    riskCoverage: thinned(riskCoverage(items)),
    coverageAtRisk10: coverageAtRisk(items, 0.1),
    highConfidence: highConfidenceErrors(items, 0.9),
    bins,
    errors: items.length < fewestForError ? null : errorsOf(items, bins),
  };
}

/** More points of a curve than anyone could see: log-probabilities are each their own. */
const mostPoints = 500;

function thinned(points: readonly RiskPoint[]): readonly RiskPoint[] {
  const step = Math.ceil(points.length / mostPoints);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

function errorsOf(items: readonly Stated[], bins: readonly Bin[]): Calibration['errors'] {
  const ece10 = calibrationError(bins);
  const ece15 = calibrationError(equalWidthBins(items, 15));
  const adaptive10 = calibrationError(equalMassBins(items, 10));
  const maximum = maximumCalibrationError(bins);
  const rootMeanSquare = squaredCalibrationError(bins);
  if (ece10 === null || ece15 === null || adaptive10 === null || maximum === null || rootMeanSquare === null)
    return null;
  return { ece10, ece15, adaptive10, maximum, rootMeanSquare };
}

function spendingOf(cases: readonly ReportCase[]): Spending {
  const latencies = cases.flatMap(({ latencyMs }) => (latencyMs >= 0 ? [latencyMs] : []));
  const costs = cases.flatMap(({ cost }) => (cost >= 0 ? [cost] : []));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    latencyMs: { median: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), count: latencies.length },
    promptTokens: sum(cases.map(one => Math.max(0, one.promptTokens))),
    completionTokens: sum(cases.map(one => Math.max(0, one.completionTokens))),
    cost: costs.length === 0 ? null : sum(costs),
  };
}
