/** Prediction and reality as two documents of the same outline, for a diff editor. */
import { layoutOf } from '../server/core/layout.ts';
import { exceptionText, outcomeText, predictionText, unclaimedText } from '../server/core/line.ts';
import { readLiteral } from '../server/core/literal.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';

export interface Sides {
  readonly predicted: string;
  readonly really: string;
}

interface Section extends Sides {
  readonly heading: string;
}

/** What was claimed and what happened: the result, each target that one side says is changed, and the printed text where it was claimed. */
export function sidesOf(prediction: Prediction, run: Run): Sides {
  const sections = [result(prediction, run), ...changes(prediction, run), ...printed(prediction, run)];
  const document = (side: 'predicted' | 'really'): string =>
    `${sections.map(section => `# ${section.heading}\n${section[side]}`).join('\n\n')}\n`;
  return { predicted: document('predicted'), really: document('really') };
}

function result(prediction: Prediction, { outcome }: Run): Section {
  return {
    heading: 'result',
    predicted: claimedResult(prediction),
    really: outcome.kind === 'returned' ? layoutOf(outcome.value) : outcomeText(outcome),
  };
}

function claimedResult(prediction: Prediction): string {
  const { returns, raises } = prediction.claims;
  if (prediction.kind !== 'answered') return predictionText(prediction);
  if (raises !== undefined) return `raises ${exceptionText({ type: raises.type, message: raises.message ?? '' })}`;
  return returns === undefined ? '(nothing claimed)' : laidOut(returns);
}

const unchanged = '(no change)';

function changes({ claims }: Prediction, { state }: Run): readonly Section[] {
  const changed = state.filter(entry => entry.changed);
  const targets = new Set([...claims.state, ...changed].map(({ target }) => target));
  return [...targets].map(target => {
    const claim = claims.state.find(each => each.target === target);
    const entry = changed.find(each => each.target === target);
    return {
      heading: `${target} after the call`,
      predicted: claim === undefined ? `(${unclaimedText(claims, target)})` : laidOut(claim.text),
      really:
        entry === undefined ? unchanged : entry.afterValue === undefined ? entry.after : layoutOf(entry.afterValue),
    };
  });
}

function printed({ claims }: Prediction, { stdout }: Run): readonly Section[] {
  return claims.stdout === undefined ? [] : [{ heading: 'printed', predicted: claims.stdout, really: stdout }];
}

/** A literal in the same layout as a real value; text that is none as it is. */
function laidOut(text: string): string {
  const read = readLiteral(text);
  return read.kind === 'value' ? layoutOf(read.value) : text;
}
