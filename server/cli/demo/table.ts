/** The table of the demo: a row a check, as wide as the terminal, and what it comes to. */
import type { Finished } from '../../core/checking.ts';
import { confidenceText, decidingAspect, outcomeText, predictionText, sidesOf } from '../../core/line.ts';
import type { Run } from '../../core/outcome.ts';
import { painted, verdictWords } from '../checkText.ts';
import { cell, type Terminal } from '../terminal.ts';

const verdictWidth = 12;
const sureWidth = 6;

export function tableHead({ paint, width }: Terminal): string {
  return paint.faint(row(['call', 'predicted', 'really', 'verdict', 'sure'], width));
}

export function tableRow(finished: Finished, { paint, width }: Terminal): string {
  const { probe, prediction, verdict } = finished;
  const [predicted, really] = sides(finished);
  const sure = confidenceText(prediction.confidence).replace(/^ \((.*)\)$/, '$1');
  const cells = row([probe.call.expression, predicted, really, verdictWords[verdict.kind], sure], width);
  const word = verdictWords[verdict.kind];
  const at = cells.lastIndexOf(word);
  return `${cells.slice(0, at)}${painted(verdict.kind, word, paint)}${cells.slice(at + word.length)}`;
}

/** A call that never began: a row all the same. */
export function brokenRow(expression: string, run: Run, { width }: Terminal): string {
  return row([expression, '', outcomeText(run.outcome), '- not run', ''], width);
}

/** What differs, where something beside the result does; else both sides whole. */
function sides({ prediction, verdict, run }: Finished): readonly [string, string] {
  const aspect = verdict.kind === 'wrong' ? decidingAspect(verdict) : undefined;
  if (aspect === undefined || !/^(state|stdout)/.test(aspect.aspect)) {
    const predicted = prediction.kind === 'answered' ? predictionText(prediction) : `(${prediction.reason})`;
    return [predicted, [outcomeText(run.outcome), ...changes(run)].join(', ')];
  }
  const { name, predicted, actual } = sidesOf(aspect, prediction, run);
  return [`${name}: ${predicted}`, `${name}: ${actual}`];
}

function changes(run: Run): readonly string[] {
  return run.state.filter(each => each.changed).map(each => `${each.target} = ${each.after}`);
}

function row(
  [call = '', predicted = '', really = '', verdict = '', sure = '']: readonly string[],
  width: number,
): string {
  const rest = Math.min(width, 140) - verdictWidth - sureWidth - 4;
  const callWidth = Math.min(30, Math.floor(rest * 0.32));
  const sideWidth = Math.floor((rest - callWidth) / 2);
  return [
    cell(call, callWidth),
    cell(predicted, sideWidth),
    cell(really, sideWidth),
    cell(verdict, verdictWidth),
    sure.padStart(sureWidth),
  ].join(' ');
}
