/** The report for a terminal: tables of rates side by side, then calibration, and what flips. */
import type { Calibration, Group } from '../corpus/report/figures.ts';
import { fewestForError } from '../corpus/report/figures.ts';
import { decimal, intervalText, milliseconds, percent, points, probability, shown } from '../corpus/report/format.ts';
import type { Comparison, Report } from '../corpus/report/report.ts';
import type { Paint } from './terminal.ts';

export function reportText(report: Report, paint: Paint): string {
  const parts = [
    heading(report, paint),
    ...groupTables(report, paint),
    noAnswers(report),
    ...report.calibration.map(one => calibrationText(one, paint)),
    report.comparison === null ? '' : comparisonText(report.comparison, paint),
    spendingText(report),
  ];
  return parts.filter(part => part !== '').join('\n\n');
}

function heading(report: Report, paint: Paint): string {
  const { overall, checks, repeats, deleted, disputed, broken, policy } = report;
  const aside: readonly (readonly [number, string])[] = [
    [repeats, 'earlier repeats left out'],
    [disputed, 'disputed'],
    [deleted, 'deleted'],
    [broken, 'lines not readable'],
  ];
  const said = aside.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const rule = policy === 'asJudged' ? '' : `, judged by the policy ${policy}`;
  const first = `${shown(report.corpus)}: ${checks} checks${rule}${said.length === 0 ? '' : ` (${said.join(', ')})`}`;
  if (overall.accuracy === null) return `${first}\n${paint.doubtful(overall.warning || 'Nothing was judged.')}`;
  const judged = overall.right + overall.wrong;
  return `${first}\n${paint.strong(percent(overall.accuracy))} right of ${judged} judged, ${intervalText(overall.interval)} (by target ${intervalText(overall.clusteredInterval)}), coverage ${percent(overall.coverage)}`;
}

function groupTables(report: Report, paint: Paint): readonly string[] {
  const groups: readonly (readonly [string, readonly Group[]])[] = [
    ['model', report.byModel],
    ['question', report.byQuestion],
    ['aspect', report.byAspect],
    ['context', report.byContext],
    ['answer given', report.byLeak],
    ['style', report.byStyle],
    ['answer', report.byAnswer],
    ['Python', report.byPython],
  ];
  return groups.filter(([, rows]) => rows.length > 0).map(([name, rows]) => groupTable(name, rows, paint));
}

const columnNames = [
  'right',
  'wrong',
  'undecided',
  'no answer',
  'accuracy',
  'Wilson',
  'by target',
  'coverage',
  'pass@1',
];

/** Rates by what the groups have in common; `name` says what that is. */
export function groupTable(name: string, groups: readonly Group[], paint: Paint): string {
  const rows = groups.map(group => [
    clipped(shown(group.name)),
    String(group.right),
    String(group.wrong),
    String(group.undecided),
    group.notAsked === 0 ? String(group.noAnswer) : `${group.noAnswer} (+${group.notAsked} not asked)`,
    percent(group.accuracy),
    intervalText(group.interval),
    intervalText(group.clusteredInterval),
    percent(group.coverage),
    percent(group.passAt1),
  ]);
  const [head = '', ...lines] = aligned([[name, ...columnNames], ...rows]);
  return [paint.faint(head), ...lines].join('\n');
}

const clipped = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** The first column to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function noAnswers({ noAnswers: reasons }: Report): string {
  if (reasons.length === 0) return '';
  return `No answer: ${reasons.map(({ reason, count }) => `${reason} ${count}`).join(', ')}`;
}

const names = {
  stated: 'Stated confidence',
  consistency: 'Agreement of samples',
  logProbability: 'Log-probability',
} as const;

function calibrationText(one: Calibration, paint: Paint): string {
  const { brier, highConfidence, errors } = one;
  const bins = one.bins.map(bin => [
    `  ${percent(bin.from)} – ${percent(bin.to)}`,
    String(bin.count),
    percent(bin.confidence),
    percent(bin.accuracy),
    intervalText(bin.interval),
  ]);
  const [head = '', ...lines] = aligned([['  confidence', 'n', 'mean', 'accuracy', 'Wilson'], ...bins]);
  const error =
    errors === null
      ? `no calibration error below ${fewestForError} judged predictions`
      : `ECE ${decimal(errors.ece10)} (10 bins), ${decimal(errors.ece15)} (15), ${decimal(errors.adaptive10)} (equal size)`;
  return [
    `${paint.strong(names[one.confidence])}: ${one.count} judged, mean ${percent(one.meanConfidence)}, right ${percent(one.accuracy)}, overconfidence ${points(one.overconfidence)}`,
    `  at least 90 % sure: ${highConfidence.wrong} of ${highConfidence.count} wrong; AUROC ${decimal(one.auroc)}; ${error}`,
    `  Brier ${decimal(brier.score)} = ${decimal(brier.reliability)} reliability − ${decimal(brier.resolution)} resolution + ${decimal(brier.uncertainty)} uncertainty; skill ${decimal(brier.skill)}`,
    paint.faint(head),
    ...lines,
  ].join('\n');
}

function comparisonText(comparison: Comparison, paint: Paint): string {
  const { first, second, bothRight, onlyFirst, onlySecond, bothWrong, undecided } = comparison;
  const flips = comparison.flips.slice(0, 20).map(flip => {
    const winner = flip.right === 'first' ? first : second;
    return `  ${shown(flip.name)}  ${clipped(shown(flip.expression))}: really ${clipped(shown(flip.actual))}; right: ${shown(winner)}`;
  });
  const more = comparison.flips.length > 20 ? [`  … and ${comparison.flips.length - 20} more`] : [];
  return [
    `${paint.strong(`${shown(first)} against ${shown(second)}`)}: both right ${bothRight}, both wrong ${bothWrong}, only the first ${onlyFirst}, only the second ${onlySecond} (${undecided} not both decided)`,
    `  McNemar's exact test: p = ${probability(comparison.probability)}`,
    ...flips,
    ...more,
  ].join('\n');
}

function spendingText({ spending }: Report): string {
  const { latencyMs, promptTokens, completionTokens, cost } = spending;
  if (latencyMs.count === 0) return '';
  const price = cost === null ? '' : `, $${cost.toFixed(4)}`;
  return `Latency ${milliseconds(latencyMs.median)} median, ${milliseconds(latencyMs.p95)} 95th percentile; ${promptTokens} tokens sent, ${completionTokens} received${price}`;
}
