/** The hover of a check: both sides aspect by aspect, what was left changed, who predicted, how it ran, and what can be done next. */
import { leakOf } from '../server/core/leak.ts';
import { oneLine, outcomeText, type ShownKind, shownKind } from '../server/core/line.ts';
import type { Run, StateEntry } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Aspect, Verdict } from '../server/core/verdict.ts';
import { textsOf } from './aspectTexts.ts';
import { columnsOf } from './columns.ts';
import type { CommandId } from './commands.ts';
import { confidenceFact, costFact, predictorFact, runFact, wallsFact } from './facts.ts';
import { cellCode, code, sentence, words } from './quoting.ts';
import { comparedIn, inlineText, type Shown } from './shown.ts';

const limit = 120;

/** Markdown in three parts, to be shown below each other. `links` alone is ours to the letter: it may run `commands`, the others nothing. */
export interface HoverText {
  readonly sides: string;
  readonly links: string;
  readonly facts: string;
  readonly commands: readonly CommandId[];
}

export function hoverText(shown: Shown): HoverText {
  const { prediction, run, verdict, trouble } = shown;
  const compared = comparedIn(shown);
  const actions = actionsOf(shown);
  return {
    sides: paragraphs([
      `**${words(headingOf(shown))}** ${code(shown.probe.call.expression, limit)}`,
      ...(compared !== undefined ? [columnsOf(compared, limit)] : []),
      ...(verdict === null || prediction === null || run === null || compared !== undefined
        ? []
        : [aspectTable(verdict, prediction, run)]),
      ...((verdict === null || compared !== undefined) && run !== null
        ? [`Really: ${code(outcomeText(run.outcome), 2 * limit)}`]
        : []),
      ...(verdict === null || verdict.reason === '' || compared !== undefined ? [] : [words(verdict.reason)]),
      ...(run === null ? [] : stateLines(run)),
      ...(trouble === '' ? [] : [words(trouble)]),
    ]),
    links: actions.map(({ title, command }) => `[${title}](${link(command, shown.token)})`).join(' · '),
    facts: paragraphs([
      ...(prediction === null || compared !== undefined ? [] : [predictionLines(prediction)]),
      ...(run === null ? [] : [`${words(runFact(run))}  \nWalls ${words(wallsFact(run))}`]),
    ]),
    commands: actions.map(({ command }) => command),
  };
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('\n\n');
}

const headings: Readonly<Record<ShownKind, string>> = {
  right: '✓ Called it.',
  wrong: '✗ Missed.',
  undecided: '? Cannot compare.',
  noAnswer: '? No answer.',
  notAsked: '? Not asked.',
};

function headingOf(shown: Shown): string {
  const { verdict, prediction } = shown;
  const isOne = verdict !== null && prediction !== null && comparedIn(shown) === undefined;
  const heading = isOne ? headings[shownKind(verdict, prediction)] : oneLine(inlineText(shown), 40);
  return shown.isStale ? `${heading} (edited since)` : heading;
}

const signs: Readonly<Record<Aspect['kind'], string>> = { right: '✓', wrong: '✗', undecided: '?' };

function aspectTable({ aspects }: Verdict, prediction: Prediction, run: Run): string {
  const counted = aspects.filter(({ notAsked }) => notAsked !== true);
  if (counted.length === 0) return '';
  const differs = counted.some(({ firstDifference }) => firstDifference !== '');
  const rows = counted.map(aspect => {
    const { predicted, really } = textsOf(aspect, prediction, run);
    const sides = [predicted, really].map(text => (/^no (change|answer)$/.test(text) ? text : cellCode(text, limit)));
    const where = differs ? [differenceOf(aspect)] : [];
    return `| ${[`${signs[aspect.kind]} ${words(labelOf(aspect))}`, ...sides, ...where].join(' | ')} |`;
  });
  const columns = ['', 'predicted', 'really', ...(differs ? ['first difference'] : [])];
  return [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`, ...rows].join('\n');
}

/** `[2].name: 'b' ≠ 'B'`. */
function differenceOf({ firstDifference, predicted, actual }: Aspect): string {
  if (firstDifference === '') return '';
  return `${cellCode(firstDifference, 40)}: ${cellCode(predicted, 40)} ≠ ${cellCode(actual, 40)}`;
}

const labels: Readonly<Record<string, string>> = {
  return: 'returns',
  exceptionType: 'raises',
  exceptionMessage: 'message',
  stdout: 'prints',
};

function labelOf({ aspect }: Aspect): string {
  return labels[aspect] ?? aspect.replace(/^state:/, '');
}

/** What the call left changed. */
function stateLines({ state, stdout, aliases }: Run): readonly string[] {
  const lines = [
    ...state.filter(({ changed }) => changed).map(changeLine),
    ...aliases.map(({ result, target, other = '' }) =>
      result
        ? `The result *is* ${code(target, limit)}.`
        : `${code(target, limit)} and ${code(other, limit)} are one object.`,
    ),
    ...(stdout === '' ? [] : [`Printed ${code(stdout, limit)}`]),
  ];
  return lines.length === 0 ? [] : [lines.join('  \n')];
}

function changeLine({ target, role, before, after }: StateEntry): string {
  const from = before === '' ? 'nothing' : code(before, limit);
  const to = after === '' ? 'gone' : code(after, limit);
  return `Changed ${words(role)} ${code(target, 60)}: ${from} → ${to}`;
}

function predictionLines(prediction: Prediction): string {
  const facts = [confidenceFact(prediction), costFact(prediction)].filter(fact => fact !== '').join(' · ');
  const who = `Predicted by ${words(predictorFact(prediction))}`;
  const explanation = prediction.kind === 'answered' ? '' : `  \n${words(prediction.explanation)}`;
  const leak = leakOf(prediction);
  const but = leak === '' ? '' : `  \n${sentence(leak)}`;
  return `${facts === '' ? who : `${who} · ${words(facts)}`}${explanation}${but}`;
}

interface Action {
  readonly title: string;
  readonly command: CommandId;
}

function actionsOf({ stage, run, record, prediction }: Shown): readonly Action[] {
  if (stage === 'asking' || stage === 'running') return [{ title: 'Cancel', command: 'calledIt.cancel' }];
  return [
    { title: 'Check again', command: 'calledIt.checkAgain' },
    ...(run === null ? [] : [{ title: 'Show all', command: 'calledIt.showResult' } as const]),
    ...(run === null || prediction === null ? [] : [{ title: 'Side by side', command: 'calledIt.showDiff' } as const]),
    ...(run === null ? [] : [{ title: 'Copy', command: 'calledIt.copyResult' } as const]),
    { title: 'Debug this call', command: 'calledIt.debugCall' },
    ...(record === null ? [] : [{ title: 'Open record', command: 'calledIt.openRecord' } as const]),
  ];
}

function link(command: CommandId, token: string): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify([token]))}`;
}
