/** The report as one page of HTML: nothing is loaded, nothing runs; it prints, works without colours and without a mouse. */
import { toolVersion } from '../../core/version.ts';
import type { ReportCase } from './cases.ts';
import { reliabilityDiagram, riskDiagram } from './diagram.ts';
import type { Calibration, Group } from './figures.ts';
import { fewestForError } from './figures.ts';
import { decimal, intervalText, milliseconds, percent, points, probability, shown } from './format.ts';
import type { Comparison, Report } from './report.ts';
import { style } from './style.ts';

export function reportPage(report: Report): string {
  const sections: readonly (readonly [id: string, title: string, body: string])[] = [
    ['rates', 'Rates', ratesSection(report)],
    ['calibration', 'Calibration', calibrationSection(report)],
    ...(report.comparison === null
      ? []
      : [['comparison', 'What flips', comparisonSection(report.comparison)] as const]),
    ['surest', 'Surest and wrong', casesTable(report.surestWrong)],
    ['cost', 'Time and cost', spendingSection(report)],
  ];
  const links = sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('');
  const bodies = sections.map(
    ([id, title, body]) =>
      `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>${body}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Called It: report</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#rates">Skip to the rates</a>
<header><h1>Called It: report</h1>${summary(report)}<nav aria-label="Sections"><ul>${links}</ul></nav></header>
<main>
${bodies.join('\n')}
</main>
<footer><p>Written by Called It ${toolVersion}. Intervals are 95 %: Wilson’s, and one that counts checks of one target as alike. Undecided checks and those without an answer are in no rate, and are counted aloud.</p></footer>
</body>
</html>
`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string) => shown(text).replace(/[&<>"']/g, character => escapes[character] ?? character);

function summary(report: Report): string {
  const { overall, checks, repeats, deleted, disputed, broken, from, to, policy } = report;
  const rule = policy === 'asJudged' ? '' : `, judged by the policy ${policy}`;
  const aside = [
    [repeats, 'earlier repeats left out'],
    [disputed, 'left out because someone said that the comparison was wrong'],
    [deleted, 'deleted'],
    [broken, 'lines that could not be read'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${count} ${what}`);
  const rate =
    overall.accuracy === null
      ? `<p class="rate">${overall.warning === '' ? 'Nothing was judged.' : safe(overall.warning)}</p>`
      : `<p class="rate"><strong>${percent(overall.accuracy)}</strong> right of ${overall.right + overall.wrong} judged (${intervalText(overall.interval)}; by target ${intervalText(overall.clusteredInterval)}), coverage ${percent(overall.coverage)}</p>`;
  const span = from === '' ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  return `<p>${safe(report.corpus)}: ${checks} checks${rule}${span}${aside.length === 0 ? '' : ` (${aside.join('; ')})`}.</p>${rate}`;
}

interface Column<T> {
  readonly name: string;
  readonly isNumber: boolean;
  cell(row: T): string;
}

function table<T>(caption: string, columns: readonly Column<T>[], rows: readonly T[]): string {
  if (rows.length === 0) return `<p class="none">${caption}: nothing.</p>`;
  const place = ({ isNumber }: Column<T>) => (isNumber ? ' class="n"' : '');
  const head = columns.map(column => `<th scope="col"${place(column)}>${column.name}</th>`).join('');
  const body = rows.map(row => {
    const cells = columns.map((column, index) =>
      index === 0 ? `<th scope="row">${column.cell(row)}</th>` : `<td${place(column)}>${column.cell(row)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

const text = <T>(name: string, cell: (row: T) => string): Column<T> => ({
  name,
  isNumber: false,
  cell: row => safe(cell(row)),
});
const number = <T>(name: string, cell: (row: T) => string): Column<T> => ({ name, isNumber: true, cell });

const groupColumns: readonly Column<Group>[] = [
  text('', group => group.name),
  number('asked', group => String(group.asked)),
  number('right', group => String(group.right)),
  number('wrong', group => String(group.wrong)),
  number('undecided', group => String(group.undecided)),
  number('no answer', group => String(group.noAnswer)),
  number('not asked', group => String(group.notAsked)),
  number('accuracy', group => percent(group.accuracy)),
  number('Wilson', group => intervalText(group.interval)),
  number('by target', group => intervalText(group.clusteredInterval)),
  number('coverage', group => percent(group.coverage)),
  number('pass@1', group => percent(group.passAt1)),
];

function ratesSection(report: Report): string {
  const groups: readonly (readonly [string, readonly Group[]])[] = [
    ['By model', report.byModel],
    ['By question', report.byQuestion],
    ['By aspect of the verdict', report.byAspect],
    ['By context shown', report.byContext],
    ['By what the context gives away', report.byLeak],
    ['By style', report.byStyle],
    ['By shape of the answer', report.byAnswer],
    ['By Python version', report.byPython],
  ];
  const tables = groups
    .filter(([, rows]) => rows.length > 0)
    .map(([caption, rows]) => table(caption, groupColumns, rows));
  const reasons = table(
    'Why there was no answer',
    [
      text<Report['noAnswers'][number]>('reason', ({ reason }) => reason),
      number<Report['noAnswers'][number]>('checks', ({ count }) => String(count)),
    ],
    report.noAnswers,
  );
  return `${tables.join('')}${report.noAnswers.length === 0 ? '' : reasons}`;
}

function calibrationSection(report: Report): string {
  if (report.kept === 'mismatches') return '<p>A corpus of mismatches says nothing about confidence.</p>';
  const all = report.calibration.map((one, index) => calibrationBlock(one, `all-${index}`, ''));
  const each = report.calibrationByModel.map((one, index) => calibrationBlock(one, `model-${index}`, one.model));
  return all.length === 0 ? '<p>No judged prediction had a confidence.</p>' : [...all, ...each].join('');
}

const confidenceNames = {
  stated: 'Stated',
  consistency: 'Agreement of samples',
  logProbability: 'Log-probability',
} as const;

function calibrationBlock(one: Calibration, id: string, model: string): string {
  const title = `${confidenceNames[one.confidence]} confidence${model === '' ? '' : `: ${safe(model)}`}`;
  return `<article><h3>${title}</h3><div class="pair">${reliabilityDiagram(one.bins, `reliability-${id}`)}${riskDiagram(one.riskCoverage, `risk-${id}`)}</div>${measures(one)}${binTable(one)}</article>`;
}

function measures(one: Calibration): string {
  const { brier, risk, highConfidence, errors } = one;
  const rows: readonly (readonly [string, string])[] = [
    ['judged predictions with a confidence', String(one.count)],
    ['mean confidence', percent(one.meanConfidence)],
    ['accuracy', percent(one.accuracy)],
    ['overconfidence', points(one.overconfidence)],
    ['at least 90 % sure, and wrong', `${highConfidence.wrong} of ${highConfidence.count}`],
    [
      'Brier score',
      `${decimal(brier.score, 4)} = ${decimal(brier.reliability, 4)} reliability − ${decimal(brier.resolution, 4)} resolution + ${decimal(brier.uncertainty, 4)} uncertainty`,
    ],
    ['Brier skill', decimal(brier.skill)],
    ['AUROC', decimal(one.auroc)],
    [
      'area under risk–coverage',
      `${decimal(risk.area)} (at best ${decimal(risk.optimal)}; AUGRC ${decimal(risk.generalised)})`,
    ],
    ['could be answered with at most 10 % wrong', percent(one.coverageAtRisk10)],
    errors === null
      ? ['calibration error', `not given below ${fewestForError} judged predictions`]
      : [
          'calibration error (ECE)',
          `${decimal(errors.ece10)} in 10 bins, ${decimal(errors.ece15)} in 15, ${decimal(errors.adaptive10)} in 10 of equal size; worst bin ${decimal(errors.maximum)}`,
        ],
  ];
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function binTable({ bins }: Calibration): string {
  type Bin = Calibration['bins'][number];
  return table<Bin>(
    'Bins of the reliability diagram',
    [
      { name: 'confidence', isNumber: false, cell: bin => `${percent(bin.from)} – ${percent(bin.to)}` },
      number('predictions', bin => String(bin.count)),
      number('mean confidence', bin => percent(bin.confidence)),
      number('accuracy', bin => percent(bin.accuracy)),
      number('Wilson', bin => intervalText(bin.interval)),
    ],
    bins,
  );
}

function comparisonSection(comparison: Comparison): string {
  const { first, second, bothRight, onlyFirst, onlySecond, bothWrong, undecided, flips } = comparison;
  const [one, other] = [safe(first), safe(second)];
  const flipTable = table<(typeof flips)[number]>(
    `Flips between ${one} and ${other}`,
    [
      text('target', flip => flip.name),
      text('call', flip => flip.expression),
      text('really', flip => flip.actual),
      text(first === second ? 'first' : first, flip => flip.predicted[0]),
      text(second, flip => flip.predicted[1]),
      text('right', flip => (flip.right === 'first' ? first : second)),
    ],
    flips,
  );
  return `<p>Both right ${bothRight}, both wrong ${bothWrong}, only ${one} ${onlyFirst}, only ${other} ${onlySecond}; ${undecided} pairs were not both decided. McNemar’s exact test: p = ${probability(comparison.probability)}.</p>${flipTable}`;
}

function casesTable(cases: readonly ReportCase[]): string {
  return table<ReportCase>(
    'Wrong predictions, the surest first',
    [
      text('target', one => one.name),
      text('call', one => one.expression),
      text('predicted', one => one.predicted),
      text('really', one => one.actual),
      number('confidence', one => percent(one.confidence.stated)),
      text('model', one => one.model),
    ],
    cases,
  );
}

function spendingSection({ spending }: Report): string {
  const { latencyMs, promptTokens, completionTokens, cost } = spending;
  return `<dl><div><dt>latency, median</dt><dd>${milliseconds(latencyMs.median)}</dd></div><div><dt>latency, 95th percentile</dt><dd>${milliseconds(latencyMs.p95)}</dd></div><div><dt>tokens sent</dt><dd>${promptTokens}</dd></div><div><dt>tokens received</dt><dd>${completionTokens}</dd></div><div><dt>cost</dt><dd>${cost === null ? 'no price known' : `$${cost.toFixed(4)}`}</dd></div></dl>`;
}
