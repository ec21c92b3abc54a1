/** A check in one line, as the editor writes it at the end of a line and the command in a terminal: symbol and word, never colour alone. */
import type { Outcome, Run } from './outcome.ts';
import type { Claims, Confidence, Prediction } from './prediction.ts';
import type { Aspect, Verdict, VerdictKind } from './verdict.ts';
import { visible } from './visible.ts';

/** `✓ called it: 6 (92 %)`, `✗ predicted [1, 2] (92 %) · really [2, 1]`, `? cannot compare: …`. Texts are cut to `limit` characters. */
export function verdictLine(verdict: Verdict, prediction: Prediction, run: Run, limit = 60): string {
  const sure = confidenceText(prediction.confidence);
  const really = oneLine(outcomeText(run.outcome), limit);
  switch (verdict.kind) {
    case 'right':
      return `✓ called it: ${[inputText(prediction, limit) + really, ...changes(run, verdict, limit)].join(', ')}${sure}`;
    case 'wrong':
      return missed(verdict, prediction, run, limit);
    case 'undecided':
      return `? cannot compare: ${oneLine(verdict.reason, limit)} · really ${really}`;
    case 'noAnswer':
      return `? ${silenceText(prediction)}: ${oneLine(verdict.reason || prediction.explanation, limit)} · really ${really}`;
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
  if (prediction.kind !== 'answered')
    return `${silenceText(prediction)}: ${prediction.explanation || prediction.reason}`;
  const parts = [
    ...(returns === undefined ? [] : [returns]),
    ...(raises === undefined ? [] : [`raises ${exceptionText({ type: raises.type, message: raises.message ?? '' })}`]),
    ...(input === undefined ? [] : [`input ${input}`]),
    ...state.map(({ target, text }) => `${target} = ${text}`),
    ...(stdout === undefined ? [] : [`prints ${JSON.stringify(stdout)}`]),
  ];
  return parts.join(', ');
}

/** What stands for an answer where there is none: one that did not reach whoever was to predict says nothing of them. */
export function silenceText({ kind }: Prediction): 'not asked' | 'no answer' {
  return kind === 'notAsked' ? 'not asked' : 'no answer';
}

/** How a verdict is called: `notAsked` where the question did not reach whoever was to predict. */
export function shownKind({ kind }: Verdict, prediction: Prediction): ShownKind {
  return prediction.kind === 'notAsked' ? 'notAsked' : kind;
}

export type ShownKind = VerdictKind | 'notAsked';

/** Who predicted, in a word or two: the model's name, `qwen, recorded`, `you`, `rule echo`. */
export function predictorText({ predictor: { kind, name } }: Prediction): string {
  if (kind === 'person') return name === '' ? 'you' : name;
  if (kind === 'baseline') return `rule ${name}`;
  const model = name === '' ? 'a model of the editor' : name;
  return kind === 'recording' ? `${model}, recorded` : model;
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

/** `text` on one line, breaks written as a space and nothing in it hidden, cut to `limit` characters with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = visible(text.trim().replace(/[ \t]*[\r\n]+[ \t]*/g, ' '));
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** The claimed arguments of an `input` question, before the result that they give. */
function inputText({ claims }: Prediction, limit: number): string {
  return claims.input === undefined ? '' : `${oneLine(claims.input, limit)} → `;
}

function missed(verdict: Verdict, prediction: Prediction, run: Run, limit: number): string {
  const really = oneLine(outcomeText(run.outcome), limit);
  const sure = confidenceText(prediction.confidence);
  const aspect = decidingAspect(verdict);
  if (aspect === undefined || isResult(aspect)) {
    return `✗ predicted ${oneLine(resultText(prediction.claims), limit)}${sure} · really ${really}`;
  }
  const { name, predicted, actual } = sidesOf(aspect, prediction, run);
  return `✗ predicted ${name}: ${oneLine(predicted, limit)}${sure} · really ${oneLine(actual, limit)}`;
}

export interface AspectSides {
  /** As people say it: `value`, `error`, `message`, `printed`, `xs`. */
  readonly name: string;
  readonly predicted: string;
  readonly actual: string;
}

/** Both sides of an aspect, whole: the aspect itself has only what stands at its first difference. */
export function sidesOf(aspect: Aspect, { claims }: Prediction, run: Run): AspectSides {
  const [kind = '', target = ''] = splitOnce(aspect.aspect);
  switch (kind) {
    case 'state': {
      const claim = claims.state.find(each => each.target === target);
      const entry = run.state.find(each => each.target === target);
      const actual = entry?.changed === true ? entry.after || 'gone' : 'no change';
      return { name: target, predicted: claim?.text ?? unclaimedText(claims, target), actual };
    }
    case 'alias': {
      const actual = aspect.kind === 'right' ? `is ${target} itself` : `is not ${target}`;
      return { name: 'value', predicted: `is ${target} itself`, actual };
    }
    case 'return':
      return { name: 'value', predicted: resultText(claims), actual: outcomeText(run.outcome) };
    case 'stdout':
      return { name: 'printed', predicted: JSON.stringify(claims.stdout ?? ''), actual: JSON.stringify(run.stdout) };
    case 'exceptionType':
      return { name: 'error', predicted: resultText(claims), actual: outcomeText(run.outcome) };
    default:
      return { name: 'message', predicted: aspect.predicted, actual: aspect.actual };
  }
}

/** What stands for the claim of a target that none was made of. */
export function unclaimedText(claims: Claims, target: string): 'no answer' | 'not asked' | 'no change' {
  const isNamed = (names: readonly string[]): boolean =>
    names.some(name => target === name || target.startsWith(`${name}.`));
  if (isNamed(claims.unanswered ?? [])) return 'no answer';
  return claims.askedTargets === undefined || isNamed(claims.askedTargets) ? 'no change' : 'not asked';
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(':');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
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

function resultText({ returns, raises, input }: Claims): string {
  if (raises === undefined) return returns ?? input ?? 'no result';
  return `raises ${exceptionText({ type: raises.type, message: raises.message ?? '' })}`;
}

function changes(run: Run, verdict: Verdict, limit: number): string[] {
  const asked = verdict.aspects.filter(each => each.notAsked !== true).map(each => each.aspect);
  return run.state
    .filter(each => each.changed && asked.includes(`state:${each.target}`))
    .map(each => `${each.target} = ${oneLine(each.after, limit)}`);
}
