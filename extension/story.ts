/** A check from beginning to end as one plain document, whole and in reading order: for a screen reader, a paste, a slide. */
import { type Compared, comparisonLine } from '../server/core/comparison.ts';
import { differencesIn } from '../server/core/difference.ts';
import { leakOf } from '../server/core/leak.ts';
import { outcomeText, predictionText, verdictLine } from '../server/core/line.ts';
import type { Run } from '../server/core/outcome.ts';
import type { Prediction } from '../server/core/prediction.ts';
import type { Probe } from '../server/core/probe.ts';
import type { CheckRecord, Remark } from '../server/core/record.ts';
import type { Aspect, Verdict } from '../server/core/verdict.ts';
import { type Texts, textsOf } from './aspectTexts.ts';
import { columnsOf } from './columns.ts';
import { confidenceFact, costFact, predictorFact, runFact, wallsFact } from './facts.ts';
import { block, code, sentence } from './quoting.ts';
import { comparedIn } from './shown.ts';

/** No limit: a text of the document is not cut. */
const whole = Number.MAX_SAFE_INTEGER;

/** As much of a check as there is. */
export interface Told {
  readonly probe: Probe;
  readonly prediction: Prediction | null;
  readonly run: Run | null;
  readonly verdict: Verdict | null;
  readonly record: CheckRecord | null;
  readonly trouble: string;
  /** The checks of other predictors that the same run judged. */
  readonly others?: readonly Compared[];
  /** What people said of the record. */
  readonly remarks?: readonly Remark[];
}

/** Markdown; nothing in it is cut. */
export function storyOf(told: Told): string {
  const { probe, prediction, run, verdict, record, trouble, remarks = [] } = told;
  const compared = comparedIn(told);
  const parts = [
    `# ${code(probe.call.expression, whole)}`,
    code(headline(told), whole),
    ...(trouble === '' ? [] : [sentence(trouble)]),
    ...(remarks.length === 0 ? [] : ['## What people said', remarks.map(remarkLine).join('\n')]),
    ...(probe.call.setup === '' ? [] : ['## Set-up', block(probe.call.setup, 'python')]),
    ...(compared === undefined ? [] : ['## Predictors', columnsOf(compared, whole)]),
    ...(prediction === null ? [] : predictionPart(prediction)),
    ...(compared ?? []).slice(1).flatMap(other => predictionPart(other.prediction)),
    ...(run === null ? [] : runPart(run)),
    ...(verdict === null || prediction === null || run === null ? [] : verdictPart(verdict, prediction, run)),
    ...targetPart(probe),
    ...(prediction?.asked ? ['## What was asked', block(prediction.asked.prompt.text)] : []),
    ...(record === null ? [] : ['## Record', recordLine(record)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The verdict in one whole line. */
export function headline(told: Told): string {
  const { prediction, run, verdict } = told;
  const compared = comparedIn(told);
  if (compared !== undefined) return comparisonLine(compared, whole);
  if (run === null) return 'The call did not run.';
  if (prediction === null || verdict === null) return `Really: ${outcomeText(run.outcome)}`;
  return verdictLine(verdict, prediction, run, whole);
}

function predictionPart(prediction: Prediction): readonly string[] {
  const facts = [predictorFact(prediction), confidenceFact(prediction), costFact(prediction)].filter(
    each => each !== '',
  );
  const leak = leakOf(prediction);
  return [
    '## Prediction',
    `${sentence(facts.join(' · '))} · ${prediction.at}`,
    block(predictionText(prediction), 'python'),
    ...(leak === '' ? [] : [leak]),
    ...(prediction.reasoning === '' ? [] : ['### Reasoning', block(prediction.reasoning)]),
    ...(prediction.raw === '' ? [] : ['### Raw answer', block(prediction.raw)]),
  ];
}

function runPart(run: Run): readonly string[] {
  const changed = run.state.filter(entry => entry.changed);
  return [
    '## What really happened',
    block(outcomeText(run.outcome), 'python'),
    ...changed.flatMap(({ target, role, before, after }) => [
      `### Changed ${role} ${sentence(target)}`,
      block(`before: ${before || '(nothing)'}\nafter:  ${after || '(gone)'}`, 'python'),
    ]),
    ...run.aliases.map(({ result, target, other = '' }) =>
      result
        ? sentence(`The result is the object ${target} itself.`)
        : sentence(`${target} and ${other} are one object.`),
    ),
    ...(run.stdout === '' ? [] : ['### Printed', block(run.stdout)]),
    ...(run.stderr === '' ? [] : ['### Printed to stderr', block(run.stderr)]),
    ...tracePart(run),
    ...(run.cut.length === 0 ? [] : [`Not whole: ${run.cut.join(', ')}.`]),
    ...run.notes.map(note => `Note: ${sentence(note)}`),
    `${runFact(run)} · ${run.python.executable}`,
    `Walls: ${wallsFact(run)}`,
    ...(run.walls.tried.length === 0 ? [] : [`Tried and refused: ${sentence(run.walls.tried.join('; '))}.`]),
  ];
}

function tracePart({ outcome }: Run): readonly string[] {
  if (outcome.kind !== 'raised' || outcome.exception.frames.length === 0) return [];
  const lines = outcome.exception.frames.map(({ file, line, function: name = '' }) =>
    `${file}:${line} ${name}`.trimEnd(),
  );
  return ['### Where', block(lines.join('\n'))];
}

function verdictPart(verdict: Verdict, prediction: Prediction, run: Run): readonly string[] {
  const { aspects, policy, rules, reason } = verdict;
  return [
    '## Verdict',
    ...aspects.flatMap(aspect => [
      aspectLine(aspect, textsOf(aspect, prediction, run)),
      ...differencesPart(differencesIn(aspect, prediction.claims, run)),
    ]),
    ...(reason === '' ? [] : [sentence(reason)]),
    `Compared by the policy ${policy}, rules ${rules}.`,
  ];
}

function aspectLine(aspect: Aspect, { predicted, really }: Texts): string {
  const { kind, grade, firstDifference, notAsked, reason } = aspect;
  const where = firstDifference === '' ? '' : `, first difference at ${code(firstDifference, whole)}`;
  const why = reason === '' ? '' : `, ${sentence(reason)}`;
  const counted = notAsked === true ? ', not asked for' : '';
  const sides = block(`predicted: ${predicted}\nreally:    ${really}`, 'python');
  return `- ${aspect.aspect}: ${kind} (${grade}${where}${why}${counted})\n\n${sides}`;
}

/** One difference is what both sides show in any case. */
function differencesPart(lines: readonly string[]): readonly string[] {
  return lines.length < 2 ? [] : ['All differences:', block(lines.join('\n'))];
}

const said: Readonly<Record<Remark['what'], string>> = {
  note: 'Note',
  tag: 'Tag',
  untag: 'Tag taken away',
  comparisonWrong: 'The comparison was wrong',
  comparisonRight: 'The comparison was right after all',
  deletion: 'Deleted',
  restoration: 'Brought back',
};

function remarkLine({ at, what, text }: Remark): string {
  return `- ${at} · ${said[what]}${text === '' ? '' : `: ${sentence(text)}`}`;
}

function targetPart({ target }: Probe): readonly string[] {
  if (target.source === '') return [];
  const place = target.range === undefined ? '' : `:${target.range.start.line + 1}`;
  return [
    `## Target ${target.name}`,
    `${target.definedIn ?? target.file}${place}`,
    block(target.source.trimEnd(), 'python'),
  ];
}

function recordLine({ id, at, frozen, provenance }: CheckRecord): string {
  const commit =
    provenance.gitCommit === '' ? '' : ` · commit ${provenance.gitCommit}${provenance.gitDirty ? ' with changes' : ''}`;
  return `${id} · ${at} · prediction frozen ${frozen.at}, SHA-256 ${frozen.sha256}${commit}`;
}
