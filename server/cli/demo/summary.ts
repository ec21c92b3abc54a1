/** What the demo came to, and what to do next. */
import { basename } from 'node:path';
import type { Finished } from '../../core/checking.ts';
import type { Verdict } from '../../core/verdict.ts';
import { visible } from '../../core/visible.ts';
import { shownPath } from '../sourceText.ts';
import type { Paint } from '../terminal.ts';

export type Counts = Readonly<Record<Verdict['kind'], number>>;

export function countsOf(finished: readonly Finished[]): Counts {
  const count = (kind: Verdict['kind']): number => finished.filter(each => each.verdict.kind === kind).length;
  return { right: count('right'), wrong: count('wrong'), undecided: count('undecided'), noAnswer: count('noAnswer') };
}

export interface Summary {
  readonly finished: readonly Finished[];
  /** Calls that never began. */
  readonly notRun: number;
  readonly corpusFolder: string;
  readonly sample: string;
  readonly folder: string;
}

export function summaryText({ finished, notRun, corpusFolder, sample, folder }: Summary, paint: Paint): string {
  const counts = countsOf(finished);
  const corpus = shownPath(corpusFolder, folder);
  const shop = shownPath(sample, folder);
  const notAsked = finished.filter(({ prediction }) => prediction.kind === 'notAsked').length;
  const silent = counts.noAnswer - notAsked;
  const rest = [
    `${counts.wrong} wrong`,
    ...(counts.undecided === 0 ? [] : [`${counts.undecided} undecided`]),
    ...(silent === 0 ? [] : [`${silent} without an answer`]),
    ...(notAsked === 0 ? [] : [`${notAsked} not asked`]),
    ...(notRun === 0 ? [] : [`${notRun} not run`]),
  ];
  return [
    `${paint.strong(`${counts.right} of ${finished.length} right${sureText(finished)}.`)} ${rest.join(', ')}.`,
    ...explanations(finished),
    `Kept in ${corpus}, one line a check.`,
    '',
    'Next:',
    `  npx called-it report ${corpus}`,
    `  npx called-it check ${shop}/shop/cart.py 'total([1, 2], k=3)' --predict 9 --confidence 80`,
    `  npx called-it run YOUR_FILE.py 'your_function(1, 2)'`,
    `  Open ${basename(shop) === shop ? 'this folder' : shop} in VS Code with the extension, and press Ctrl+Alt+R in a call.`,
  ].join('\n');
}

/** Why there was no answer, each reason once. */
function explanations(finished: readonly Finished[]): readonly string[] {
  return [...new Set(finished.map(each => each.prediction.explanation).filter(each => each !== ''))].map(visible);
}

/** How sure the predictor said to be, on average, where it said so. */
function sureText(finished: readonly Finished[]): string {
  const stated = finished.map(each => each.prediction.confidence.stated).filter(each => each !== null);
  if (stated.length === 0) return '';
  const mean = stated.reduce((sum, each) => sum + each, 0) / stated.length;
  return `, while it said to be ${Math.round(mean * 100)} % sure on average`;
}
