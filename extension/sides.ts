/** Prediction and reality as two documents of the same outline, for a diff editor. */
import { outcomeText, predictionText } from '../server/core/line.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Verdict } from '../server/core/verdict.ts';

export interface Sides {
  readonly predicted: string;
  readonly really: string;
}

/** Every aspect that the verdict knows, on both sides; without a verdict, or with no answer, the whole texts. */
export function sidesOf(prediction: Prediction, run: Run, verdict: Verdict | null): Sides {
  const aspects = verdict?.aspects ?? [];
  if (aspects.length === 0)
    return { predicted: `${predictionText(prediction)}\n`, really: `${outcomeText(run.outcome)}\n` };
  const sections = aspects.map(({ aspect, predicted, actual, flags }) => ({
    heading: `# ${aspect.replace(/^state:/, 'after the call: ')}`,
    predicted: flags.missed === true ? '(no change)' : spread(predicted),
    really: flags.invented === true ? '(no change)' : spread(actual),
  }));
  const document = (side: 'predicted' | 'really'): string =>
    `${sections.map(section => `${section.heading}\n${section[side]}`).join('\n\n')}\n`;
  return { predicted: document('predicted'), really: document('really') };
}

const width = 60;

/** A long literal with the items of its outermost bracket on lines of their own, so that a diff shows the items that differ. */
export function spread(text: string): string {
  const open = text.indexOf(openingOf(text));
  if (text.length <= width || open < 0 || text.includes('\n')) return text;
  const lines = [''];
  let depth = 0;
  for (const token of text.match(tokens) ?? []) {
    if (/^[[({]$/.test(token)) depth += 1;
    if (/^[\])}]$/.test(token)) depth -= 1;
    if (depth === 0 && /^[\])}]$/.test(token)) lines.push('');
    lines[lines.length - 1] += token;
    if (depth === 1 && (token === ',' || /^[[({]$/.test(token))) lines.push('');
  }
  return lines.map((line, index) => indented(line, index, lines.length)).join('\n');
}

/** A string, a bracket or comma, or anything between them. */
const tokens = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[[\](){},]|[^[\](){},'"]+|['"]/g;

function openingOf(text: string): string {
  return /[[({]/.exec(text)?.[0] ?? ' ';
}

function indented(line: string, index: number, count: number): string {
  return index === 0 || index === count - 1 ? line.trimStart() : `    ${line.trim()}`;
}
