/** A check in one line, as the editor writes it at the end of a line and the command in a terminal: symbol and word, never colour alone. */
import type { Outcome, Run } from './outcome.ts';
import type { Confidence, Prediction } from './prediction.ts';
import type { Aspect, Verdict } from './verdict.ts';

/** `✓ called it: 6 (92 %)`, `✗ predicted [1, 2] (92 %) · really [2, 1]`, `? cannot compare: …`. Texts are cut to `limit` characters. */
export function verdictLine(verdict: Verdict, prediction: Prediction, run: Run, limit = 60): string {
  const sure = confidenceText(prediction.confidence);
  const really = oneLine(outcomeText(run.outcome), limit);
  switch (verdict.kind) {
    case 'right':
      return `✓ called it: ${[really, ...changes(verdict, limit)].join(', ')}${sure}`;
    case 'wrong':
      return missed(verdict, prediction, really, limit);
    case 'undecided':
      return `? cannot compare: ${oneLine(verdict.reason, limit)} · really ${really}`;
    case 'noAnswer':
      return `? no answer: ${oneLine(verdict.reason || prediction.explanation, limit)} · really ${really}`;
  }
}

/** What happened, as text: `[2, 1]`, `raises KeyError: 'b'`, `timed out: …`. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'returned':
      return outcome.repr;
    case 'raised':
      return `raises ${exceptionText(outcome.exception)}`;
    case 'blocked':
      return `blocked by the walls: ${outcome.reason}`;
    case 'timedOut':
      return `timed out: ${outcome.reason}`;
    case 'killed':
      return `killed: ${outcome.reason}`;
    case 'exited':
      return `exited with code ${outcome.code}`;
    case 'notRun':
      return `not run: ${outcome.reason}`;
  }
}

/** What was expected, as text; why there is no answer where there is none. */
export function predictionText(prediction: Prediction): string {
  const { returns, raises, state, stdout, input } = prediction.claims;
  if (prediction.kind !== 'answered') return `no answer: ${prediction.explanation || prediction.reason}`;
  const parts = [
    ...(returns === undefined ? [] : [returns]),
    ...(raises === undefined ? [] : [`raises ${exceptionText({ type: raises.type, message: raises.message ?? '' })}`]),
    ...(input === undefined ? [] : [`input ${input}`]),
    ...state.map(({ target, text }) => `${target} = ${text}`),
    ...(stdout === undefined ? [] : [`prints ${JSON.stringify(stdout)}`]),
  ];
  return parts.join(', ');
}

/** `ValueError: bad`, `shop.Empty`. Builtins go without their module. */
export function exceptionText(exception: { readonly type: string; readonly message: string }): string {
  const type = exception.type.replace(/^builtins\./, '');
  return exception.message === '' ? type : `${type}: ${exception.message}`;
}

/** ` (92 %)`: the stated confidence, else agreement of samples, else log-probability; empty where there is none. */
export function confidenceText({ stated, consistency, logProbability }: Confidence): string {
  const fraction = stated ?? consistency ?? logProbability;
  return fraction === null ? '' : ` (${Math.round(fraction * 100)} %)`;
}

/** `text` on one line, breaks written as a space, cut to `limit` characters with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = text.trim().replace(/[ \t]*[\r\n]+[ \t]*/g, ' ');
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

function missed(verdict: Verdict, prediction: Prediction, really: string, limit: number): string {
  const sure = confidenceText(prediction.confidence);
  const aspect = decidingAspect(verdict);
  if (aspect === undefined || isResult(aspect)) {
    return `✗ predicted ${oneLine(resultClaim(prediction), limit)}${sure} · really ${really}`;
  }
  const name = aspect.aspect.replace(/^state:/, '');
  const predicted = aspect.flags.missed === true ? 'no change' : oneLine(aspect.predicted, limit);
  const actual = aspect.flags.invented === true ? 'unchanged' : oneLine(aspect.actual, limit);
  return `✗ predicted ${name}: ${predicted}${sure} · really ${actual}`;
}

/** The aspect that makes a verdict wrong: the first wrong one that counts. */
export function decidingAspect(verdict: Verdict): Aspect | undefined {
  return verdict.aspects.find(
    each => each.kind === 'wrong' && each.notAsked !== true && each.aspect !== 'exceptionMessage',
  );
}

function isResult({ aspect }: Aspect): boolean {
  return aspect === 'return' || aspect === 'exceptionType';
}

function resultClaim({ claims }: Prediction): string {
  if (claims.raises !== undefined)
    return `raises ${exceptionText({ type: claims.raises.type, message: claims.raises.message ?? '' })}`;
  return claims.returns ?? claims.input ?? 'no result';
}

function changes(verdict: Verdict, limit: number): string[] {
  return verdict.aspects
    .filter(each => each.aspect.startsWith('state:') && each.notAsked !== true)
    .map(each => `${each.aspect.slice('state:'.length)} = ${oneLine(each.actual, limit)}`);
}
