/** Prediction and outcome become a verdict, aspect by aspect, by the rules of DESIGN.md sections 2, 4 and 5. Pure and total. */
import { readArguments } from './arguments.ts';
import { rankOf } from './compare/match.ts';
import { undecidedAspect } from './judge/aspect.ts';
import { withoutHidden } from './judge/hidden.ts';
import { judgePrinted, judgeSilence } from './judge/printed.ts';
import { explainNothing, explainUndecided } from './judge/reason.ts';
import { type Judging, judgeResult, judgeReturn } from './judge/result.ts';
import { judgeClaimedState, judgeMissedState, judgeUnansweredState } from './judge/state.ts';
import type { Run } from './outcome.ts';
import type { Prediction } from './prediction.ts';
import type { Probe } from './probe.ts';
import type { Aspect, Grade, Policy, Verdict, VerdictKind } from './verdict.ts';

/** The version of the rules of comparison and judgement; it changes when any verdict may. */
export const rulesVersion = '1';

export interface JudgeOptions {
  /** Whether a bare word is read as a string; said in the flags where it was. */
  readonly unquoted?: boolean;
}

/** The verdict on a prediction. A prediction without an answer has no aspects. */
export function judge(
  probe: Probe,
  prediction: Prediction,
  run: Run,
  policy: Policy,
  options: JudgeOptions = {},
): Verdict {
  if (prediction.kind !== 'answered') return noAnswer(policy, [], explainNothing(prediction, []));
  const judging: Judging = { policy, unquoted: options.unquoted === true };
  const settled = (aspects: readonly Aspect[]): readonly Aspect[] =>
    withoutHidden(
      aspects.map(aspect => withoutGold(aspect, run)),
      probe,
      prediction,
    );
  const claimed = settled(claimedAspects(probe, prediction, run, judging));
  const counted = claimed.filter(({ notAsked }) => notAsked !== true);
  if (counted.every(({ grade }) => grade === 'unreadable')) {
    return noAnswer(policy, claimed, explainNothing(prediction, claimed));
  }
  const missed = settled(missedAspects(probe, prediction, run));
  return verdictOf(policy, [...claimed, ...missed], run);
}

function noAnswer(policy: Policy, aspects: readonly Aspect[], reason: string): Verdict {
  return {
    kind: 'noAnswer',
    grade: 'unreadable',
    equal: false,
    aspects: [...aspects],
    reason,
    policy,
    rules: rulesVersion,
  };
}

function claimedAspects(probe: Probe, prediction: Prediction, run: Run, judging: Judging): readonly Aspect[] {
  const { claims } = prediction;
  const { question } = probe;
  if (question.kind === 'input') return judgeInput(probe, prediction, run, judging);
  const result = judgeResult(claims, run, judging);
  const state = [...judgeClaimedState(claims, run, judging), ...judgeUnansweredState(claims, run)];
  return [
    ...(question.scope.result ? result : result.map(unasked)),
    ...(question.scope.state ? state : state.map(unasked)),
    ...(claims.stdout === undefined ? [] : [judgePrinted(claims.stdout, run)]),
  ];
}

function unasked(aspect: Aspect): Aspect {
  return { ...aspect, notAsked: true };
}

/** The claimed arguments were run: their result must be the wanted one. */
function judgeInput(probe: Probe, prediction: Prediction, run: Run, judging: Judging): readonly Aspect[] {
  const { input } = prediction.claims;
  if (input === undefined) return [];
  const literal = readArguments(input, probe.target.name);
  if (literal.kind === 'unreadable') {
    return [{ ...undecidedAspect('return', { predicted: input, actual: '' }, literal.reason), grade: 'unreadable' }];
  }
  const aspect = judgeReturn(probe.question.wanted ?? '', run.outcome, judging);
  return [aspect.grade === 'unreadable' ? { ...aspect, grade: 'undecidable', reason: 'wanted' } : aspect];
}

/** Changes, and printed text where it was asked for, that the prediction does not mention. */
function missedAspects(probe: Probe, prediction: Prediction, run: Run): readonly Aspect[] {
  const { kind, scope } = probe.question;
  if (kind === 'input' || !hasGold(run)) return [];
  const state = scope.state ? judgeMissedState(prediction.claims, run) : [];
  return scope.stdout && prediction.claims.stdout === undefined ? [...state, judgeSilence(run)] : state;
}

function hasGold(run: Run): boolean {
  return run.outcome.kind === 'returned' || run.outcome.kind === 'raised';
}

/** An aspect of an outcome that is no gold, or of which runs differed, is undecided. Unreadable stays so. */
function withoutGold(aspect: Aspect, run: Run): Aspect {
  if (aspect.grade === 'unreadable') return aspect;
  const reason = hasGold(run) ? (hasVaried(aspect.aspect, run) ? 'unstable' : '') : run.outcome.kind;
  return reason === '' ? aspect : { ...undecidedAspect(aspect.aspect, aspect, reason), ...askedOf(aspect) };
}

function askedOf({ notAsked }: Aspect): Pick<Aspect, 'notAsked'> {
  return notAsked === true ? { notAsked } : {};
}

const resultAspects = new Set(['return', 'exceptionType', 'exceptionMessage']);

function hasVaried(aspect: string, run: Run): boolean {
  const { varied } = run.certificate;
  if (varied.includes(aspect)) return true;
  const isResult = resultAspects.has(aspect) || aspect.startsWith('alias:');
  return isResult && varied.includes('kind');
}

function verdictOf(policy: Policy, aspects: readonly Aspect[], run: Run): Verdict {
  const deciding = decidingAspects(aspects);
  const kind = kindOf(deciding);
  return {
    kind,
    grade: worstGrade(deciding),
    equal: deciding.every(({ equal }) => equal),
    aspects: [...aspects],
    reason: kind === 'undecided' ? explainUndecided(deciding, run) : '',
    policy,
    rules: rulesVersion,
  };
}

/** Those that the verdict rests on: what was asked for, but not the words of an exception. */
export function decidingAspects(aspects: readonly Aspect[]): readonly Aspect[] {
  return aspects.filter(({ aspect, notAsked }) => notAsked !== true && aspect !== 'exceptionMessage');
}

/** One that is wrong decides, then one that is undecided. */
export function kindOf(deciding: readonly Aspect[]): VerdictKind {
  if (deciding.some(({ kind }) => kind === 'wrong')) return 'wrong';
  return deciding.some(({ kind }) => kind === 'undecided') ? 'undecided' : 'right';
}

function worstGrade(aspects: readonly Aspect[]): Grade {
  return aspects.reduce<Grade>((worst, { grade }) => (rankOf(grade) > rankOf(worst) ? grade : worst), 'exact');
}
