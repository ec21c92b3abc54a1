/** A check as the editor shows it, from the question to the verdict, and its line of text. */
import { type Compared, comparisonKind, comparisonLine } from '../server/core/comparison.ts';
import { confidenceText, oneLine, outcomeText, predictionText, silenceText, verdictLine } from '../server/core/line.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import type { CheckRecord } from '../server/core/record.ts';
import type { Range } from '../server/core/source.ts';
import type { Verdict } from '../server/core/verdict.ts';

/** A place in a document of the editor. */
export interface Anchor {
  readonly uri: string;
  readonly range: Range;
}

export type Stage = 'asking' | 'running' | 'done' | 'failed' | 'cancelled';

export interface Shown {
  /** Names this check for the life of the window. */
  readonly token: string;
  /** The call, or the name of the definition that was checked; the text stands at the end of its line. */
  readonly anchor: Anchor;
  /** The definition of the target, where it is known. */
  readonly target: Anchor | undefined;
  readonly probe: Probe;
  readonly stage: Stage;
  /** Who is asked. */
  readonly asked: string;
  readonly prediction: Prediction | null;
  readonly run: Run | null;
  readonly verdict: Verdict | null;
  readonly record: CheckRecord | null;
  /** The checks of the other predictors, where several were compared by the same run. */
  readonly others?: readonly Compared[];
  /** Why it failed, or why it was not kept; empty otherwise. */
  readonly trouble: string;
  /** The call or its target was edited since. */
  readonly isStale: boolean;
}

/** How a check reads and is coloured. */
export type Tone = 'right' | 'wrong' | 'undecided' | 'pending';

const limit = 48;
/** For a sentence that stands alone on the line. */
const sentenceLimit = 110;

export function toneOf(shown: Shown): Tone {
  const { stage, verdict, isStale, run } = shown;
  if (isStale || stage === 'asking' || stage === 'running' || stage === 'cancelled') return 'pending';
  if (stage === 'failed' || run?.outcome.kind === 'notRun') return 'wrong';
  const compared = comparedIn(shown);
  if (compared !== undefined) return comparisonKind(compared);
  return verdict === null || verdict.kind === 'noAnswer' ? 'undecided' : verdict.kind;
}

/** All checks, the first among them, where several predictors were compared. */
export function comparedIn({
  prediction,
  run,
  verdict,
  others = [],
}: Pick<Shown, 'prediction' | 'run' | 'verdict' | 'others'>): readonly [Compared, ...Compared[]] | undefined {
  if (prediction === null || run === null || verdict === null || others.length === 0) return undefined;
  return [{ prediction, run, verdict }, ...others];
}

/** The text at the end of the line: a symbol and words, on one line. */
export function inlineText(shown: Shown): string {
  return shown.isStale ? `${lineOf(shown)} · edited since` : lineOf(shown);
}

function lineOf(shown: Shown): string {
  const { stage, asked, prediction, run, verdict, trouble } = shown;
  const compared = comparedIn(shown);
  if (compared !== undefined) return comparisonLine(compared, limit);
  if (stage === 'asking') return asked === '' ? '◌ asking…' : `◌ asking ${oneLine(asked, limit)}…`;
  if (stage === 'running') return prediction === null ? '◌ running…' : predictedLine(prediction);
  if (stage === 'cancelled') return '– cancelled';
  if (run === null) return `! ${oneLine(trouble, sentenceLimit)}`;
  if (prediction === null) return `▸ really ${oneLine(outcomeText(run.outcome), limit)} · no prediction`;
  if (run.outcome.kind === 'notRun' || verdict === null) return `! ${oneLine(outcomeText(run.outcome), sentenceLimit)}`;
  return verdict.kind === 'noAnswer'
    ? unansweredLine(verdict, prediction, run)
    : verdictLine(verdict, prediction, run, limit);
}

/** What really happened stands before the reason, which may be long. */
function unansweredLine({ reason }: Verdict, prediction: Prediction, { outcome }: Run): string {
  const why = oneLine(reason || prediction.explanation, limit);
  return `? ${silenceText(prediction)} · really ${oneLine(outcomeText(outcome), limit)} · ${why}`;
}

/** `◌ predicted [1, 2, 3] · 92 % sure`. */
function predictedLine(prediction: Prediction): string {
  if (prediction.kind !== 'answered') return `◌ running… (${oneLine(predictionText(prediction), limit)})`;
  const sure = /\((.*)\)/.exec(confidenceText(prediction.confidence))?.[1];
  const text = `◌ predicted ${oneLine(predictionText(prediction), limit)}`;
  return sure === undefined ? text : `${text} · ${sure} sure`;
}
