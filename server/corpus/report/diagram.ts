/** The reliability diagram and the risk–coverage curve as SVG: colours come from the page, and every number stands in a table beside. */
import type { Bin } from '../../core/score/calibration.ts';
import type { RiskPoint } from '../../core/score/ranking.ts';
import { percent } from './format.ts';

const size = 320;
const margin = 44;
const inner = size - margin - 12;
const x = (share: number) => margin + share * inner;
const y = (share: number) => 12 + (1 - share) * inner;
const at = (number: number) => number.toFixed(1);

/** Bars of accuracy by stated confidence, with Wilson's interval as whiskers and the diagonal that a calibrated predictor would follow. */
export function reliabilityDiagram(bins: readonly Bin[], id: string): string {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const bars = bins.map(bin => bar(bin)).join('');
  return frame(
    id,
    'Reliability diagram',
    `Accuracy by stated confidence for ${total} predictions in ${bins.length} bins; the numbers are in the table that follows.`,
    'stated confidence',
    'accuracy',
    `<line class="diagonal" x1="${at(x(0))}" y1="${at(y(0))}" x2="${at(x(1))}" y2="${at(y(1))}"/>${bars}`,
  );
}

function bar(bin: Bin): string {
  const [low, high] = bin.interval;
  const middle = at(x((bin.from + bin.to) / 2));
  const width = at(Math.max(2, (bin.to - bin.from) * inner - 3));
  const tip = `${percent(bin.from)} to ${percent(bin.to)}: ${bin.count} predictions, ${percent(bin.accuracy)} right, mean confidence ${percent(bin.confidence)}`;
  return `<g><title>${tip}</title><rect class="bar" x="${at(x(bin.from) + 1.5)}" y="${at(y(bin.accuracy))}" width="${width}" height="${at(y(0) - y(bin.accuracy))}"/><line class="whisker" x1="${middle}" x2="${middle}" y1="${at(y(low))}" y2="${at(y(high))}"/><circle class="dot" cx="${at(x(bin.confidence))}" cy="${at(y(bin.accuracy))}" r="3.5"/></g>`;
}

/** The share of wrong answers if only the surest were given. */
export function riskDiagram(points: readonly RiskPoint[], id: string): string {
  const path = points
    .map(({ coverage, risk }, index) => `${index === 0 ? 'M' : 'L'}${at(x(coverage))} ${at(y(risk))}`)
    .join(' ');
  const dots = points
    .map(
      ({ coverage, risk, confidence }) =>
        `<circle class="dot" cx="${at(x(coverage))}" cy="${at(y(risk))}" r="3"><title>${percent(confidence)} sure or more: ${percent(coverage)} answered, ${percent(risk)} of these wrong</title></circle>`,
    )
    .join('');
  return frame(
    id,
    'Risk–coverage curve',
    'The share of wrong answers (risk) when only the surest share (coverage) is answered.',
    'coverage',
    'risk',
    `<path class="curve" d="${path}"/>${dots}`,
  );
}

function frame(id: string, title: string, description: string, across: string, up: string, content: string): string {
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    share =>
      `<line class="grid" x1="${at(x(0))}" x2="${at(x(1))}" y1="${at(y(share))}" y2="${at(y(share))}"/><text x="${margin - 6}" y="${at(y(share) + 4)}" text-anchor="end">${share * 100}</text><text x="${at(x(share))}" y="${size - margin + 32}" text-anchor="middle">${share * 100}</text>`,
  );
  return `<svg role="img" aria-labelledby="${id}-title ${id}-text" viewBox="0 0 ${size} ${size + 4}" width="${size}" height="${size + 4}"><title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>${ticks.join('')}${content}<text x="${at(x(0.5))}" y="${size}" text-anchor="middle">${across}, %</text><text transform="translate(11 ${at(y(0.5))}) rotate(-90)" text-anchor="middle">${up}, %</text></svg>`;
}
