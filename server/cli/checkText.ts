/** A check for people in a terminal: the line that the editor shows too, then aspect by aspect. */
import type { Finished } from '../core/checking.ts';
import { hintsOf } from '../core/hints.ts';
import { leakOf } from '../core/leak.ts';
import {
  confidenceText,
  decidingAspect,
  oneLine,
  predictionText,
  type ShownKind,
  sidesOf,
  silenceText,
  verdictLine,
} from '../core/line.ts';
import type { Prediction } from '../core/prediction.ts';
import { about, costText, samplesText } from '../core/took.ts';
import type { Aspect } from '../core/verdict.ts';
import { visible } from '../core/visible.ts';
import { labelled } from './runText.ts';
import type { Paint, Terminal } from './terminal.ts';

const longest = 300;

export function checkText(finished: Omit<Finished, 'probe'>, { paint, width }: Terminal): string {
  const { verdict, prediction, run } = finished;
  const limit = verdict.kind === 'right' ? width - 25 : Math.max(30, Math.floor((width - 30) / 2));
  const deciding = decidingAspect(verdict);
  return [
    painted(verdict.kind, verdictLine(verdict, prediction, run, limit), paint),
    ...verdict.aspects
      .filter(isWorthALine)
      .flatMap(aspect => (aspect === deciding ? remarkLines(aspect, paint) : aspectLines(aspect, finished, paint))),
    ...(verdict.reason === '' ? [] : [labelled('why', visible(verdict.reason), paint)]),
    ...askedLines(prediction, paint),
  ].join('\n');
}

export const verdictWords: Readonly<Record<ShownKind, string>> = {
  right: '✓ right',
  wrong: '✗ wrong',
  undecided: '? undecided',
  noAnswer: '? no answer',
  notAsked: '? not asked',
};

/** `text` in the colour of the verdict. */
export function painted(kind: ShownKind, text: string, paint: Paint): string {
  const colour = {
    right: paint.good,
    wrong: paint.bad,
    undecided: paint.doubtful,
    noAnswer: paint.doubtful,
    notAsked: paint.doubtful,
  }[kind];
  return colour(visible(text));
}

/** The prediction alone. */
export function predictionLines(prediction: Prediction, { paint }: Terminal): string {
  const isAnswer = prediction.kind === 'answered';
  const sure = isAnswer ? confidenceText(prediction.confidence).replace(/^ \((.*)\)$/, ' · $1 sure') : '';
  const head = isAnswer
    ? `◌ predicted ${predictionText(prediction)}${sure}`
    : `? ${silenceText(prediction)} (${prediction.reason})`;
  return [
    isAnswer ? paint.strong(visible(head)) : paint.doubtful(visible(head)),
    ...(prediction.explanation === '' ? [] : [labelled('why', visible(prediction.explanation), paint)]),
    ...askedLines(prediction, paint),
  ].join('\n');
}

const symbols = { right: '✓', wrong: '✗', undecided: '?' } as const;

/** What the line above does not say already. */
function isWorthALine({ kind, aspect, flags, notAsked }: Aspect): boolean {
  return (
    !(kind === 'right' && (aspect === 'return' || aspect === 'exceptionType') && Object.keys(flags).length === 0) &&
    notAsked !== true
  );
}

function aspectLines(aspect: Aspect, { prediction, run }: Omit<Finished, 'probe'>, paint: Paint): readonly string[] {
  const { name, predicted, actual } = sidesOf(aspect, prediction, run);
  const text = aspect.kind === 'right' ? bounded(actual) : `${bounded(predicted)} · really ${bounded(actual)}`;
  const symbol = painted(aspect.kind, symbols[aspect.kind], paint);
  return [labelled(visible(name), `${symbol} ${text}`, paint), ...remarkLines(aspect, paint)];
}

/** What helps to see why; nothing where there is nothing of note. */
function remarkLines({ firstDifference, predicted, actual, flags, reason }: Aspect, paint: Paint): readonly string[] {
  const remarks = [
    ...(firstDifference === '' ? [] : [`at ${firstDifference}: ${predicted || 'nothing'} for ${actual || 'nothing'}`]),
    ...hintsOf(flags),
    ...(reason === '' ? [] : [`undecided: ${reason}`]),
  ];
  return remarks.length === 0 ? [] : [labelled('', paint.faint(`  ${remarks.map(bounded).join(' · ')}`), paint)];
}

/** Who predicted, how long it took and what it cost, and what they said of their reasons. */
function askedLines(prediction: Prediction, paint: Paint): readonly string[] {
  const { predictor, latency, usage, reasoning } = prediction;
  const tokens = usage?.completionTokens ?? null;
  const facts = [
    predictor.name,
    latency === null ? '' : `${(latency.totalMs / 1000).toFixed(1)} s`,
    tokens === null ? '' : `${about(prediction)}${usage?.promptTokens ?? '?'} tokens in, ${tokens} out`,
    costText(prediction),
    samplesText(prediction),
  ].filter(each => each !== '');
  return [
    ...leakLines(prediction, paint),
    ...(reasoning === '' ? [] : [labelled('because', oneLine(reasoning, longest), paint)]),
    ...(facts.length === 0 ? [] : [labelled('asked', paint.faint(visible(facts.join(' · '))), paint)]),
  ];
}

/** That the code which was shown gave the answer away, where it did. */
export function leakLines(prediction: Prediction, paint: Paint): readonly string[] {
  const leak = leakOf(prediction);
  return leak === '' ? [] : [labelled('but', paint.doubtful(leak), paint)];
}

function bounded(text: string): string {
  return oneLine(text, longest);
}
