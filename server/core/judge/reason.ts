/** Why there is no answer, or no decision, in plain sentences. */
import type { Run } from '../outcome.ts';
import type { Prediction } from '../prediction.ts';
import type { Aspect } from '../verdict.ts';

const unreadable: Readonly<Record<string, string>> = {
  empty: 'is empty',
  bareWord: 'is a bare word, not a literal (a string needs quotes)',
  expression: 'is an expression that would have to be run',
  call: 'is a call that would have to be run',
  syntax: 'is not a Python literal',
  unknownRepr: 'is a text in angle brackets that names no known value',
  unhashable: 'has a dict key or a set item that Python cannot hash',
  namedCharacter: 'names a character, which is not read here',
  tooLong: 'is too long to read',
  tooDeep: 'is nested too deeply to read',
  unanswered: 'was asked for, and did not come',
};

/** Why nothing could be read of a prediction. */
export function explainNothing(prediction: Prediction, aspects: readonly Aspect[]): string {
  if (prediction.explanation !== '') return prediction.explanation;
  const aspect = aspects.find(({ grade }) => grade === 'unreadable');
  if (aspect === undefined) return 'Nothing was predicted that the check asks for.';
  return `The prediction of ${aspect.aspect} ${unreadable[aspect.reason] ?? 'cannot be read'}.`;
}

/** Why the aspects that count do not decide. */
export function explainUndecided(aspects: readonly Aspect[], run: Run): string {
  const open = aspects.filter(({ kind }) => kind === 'undecided');
  return open
    .map(aspect => sentenceOf(aspect, run))
    .filter((text, at, all) => all.indexOf(text) === at)
    .join(' ');
}

function sentenceOf({ aspect, reason, grade }: Aspect, run: Run): string {
  if (grade === 'unreadable') return `The prediction of ${aspect} ${unreadable[reason] ?? 'cannot be read'}.`;
  switch (reason) {
    case 'unstable':
      return `Unstable: the runs differ in ${run.certificate.varied.join(', ')}${causes(run)}.`;
    case 'partial':
      return `The prediction of ${aspect} says less than was recorded, and is right so far.`;
    case 'cut':
      return `The recorded ${aspect} is cut, and agrees as far as it goes.`;
    case 'cycle':
      return `The recorded ${aspect} contains itself, which no text can say.`;
    case 'opaque':
      return `The recorded ${aspect} cannot be described.`;
    case 'depth':
      return `The recorded ${aspect} is nested too deeply.`;
    case 'redacted':
      return 'What looks like a key or a password was hidden from the model, and the answer rests on it.';
    case 'wanted':
      return 'The wanted result cannot be read as a literal.';
    default:
      return outcomeSentence(run);
  }
}

function causes(run: Run): string {
  return run.certificate.causes.length === 0 ? '' : ` (${run.certificate.causes.join(', ')})`;
}

function outcomeSentence({ outcome }: Run): string {
  switch (outcome.kind) {
    case 'blocked':
      return `The walls blocked the call: ${outcome.reason}.`;
    case 'timedOut':
      return `The call did not end in time: ${outcome.reason}.`;
    case 'killed':
      return `The call was killed: ${outcome.reason}.`;
    case 'exited':
      return `The process ended during the call, with code ${outcome.code}.`;
    case 'notRun':
      return `The call never began: ${outcome.reason}.`;
    default:
      return 'The comparison does not decide.';
  }
}
