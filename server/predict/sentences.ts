/** Why there is no answer, in a plain sentence with the next step. */
import type { NoAnswerReason } from '../core/prediction.ts';

const sentences: Readonly<Record<NoAnswerReason, readonly [what: string, next: string]>> = {
  abstained: ['The model says that it cannot tell', 'Show it more code (a higher context level).'],
  empty: [
    'The reply is empty',
    'A prompt larger than the window that the server gives the model may do that: show less code, or ask again.',
  ],
  onlyReasoning: [
    'The model only thought and gave no answer',
    'Give it more tokens, or switch its thinking off at the server.',
  ],
  refusal: ['The model refused', 'Try another model.'],
  contentFilter: ["The provider's filter stopped the answer", 'Another model may answer.'],
  unreadable: [
    'The reply could not be read as an answer',
    'Try another shape of answer (`calledIt.answer`, `--answer`), or another model.',
  ],
  placeholder: [
    'The reply is a placeholder, not a value',
    'Try another shape of answer (`calledIt.answer`, `--answer`), or another model.',
  ],
  wrongTarget: ['The reply is about another call', 'Ask again, or try another model.'],
  truncatedLength: [
    'The reply was cut off, so it is not read',
    'Ask in the style `direct`, or raise the limit of tokens at the server.',
  ],
  insufficientSamples: ['Too few samples have an answer', 'Ask for more samples, or try another model.'],
  recordingMissing: [
    'There is no recorded reply for exactly this question',
    'Record one with a model, or ask a model now.',
  ],
};

/** `detail` in a few words, or empty. */
export function explainNoAnswer(reason: NoAnswerReason, detail: string): string {
  const [what, next] = sentences[reason];
  return `${what}${detail === '' ? '' : `: ${detail}`}. ${next}`;
}
