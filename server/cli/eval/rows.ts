/** The rows that an evaluation ends with: one for each model, style, answer and context. */
import { grouped } from '../../core/group.ts';
import { type Scored, type ScoredKind, type Tally, tallyOf } from '../../core/score/tally.ts';
import type { Policy, Verdict } from '../../core/verdict.ts';
import type { Group } from '../../corpus/report/figures.ts';
import { percent } from '../../corpus/report/format.ts';
import { groupTable } from '../reportText.ts';
import type { Paint } from '../terminal.ts';

/** What came of one probe. */
export type Evaluated =
  | (Scored & { readonly kind: 'scored'; readonly verdict: Verdict; readonly cost: number | null })
  /** The call itself never began: there is no gold. */
  | { readonly kind: 'notRun' };

export interface RowName {
  readonly model: string;
  readonly style: string;
  readonly answer: string;
  readonly context: string;
  readonly question: string;
}

export interface EvalRow extends RowName, Tally {
  readonly notRun: number;
  /** Already in the corpus, and not asked again. */
  readonly resumed: number;
  readonly byAspect: Readonly<Record<string, Tally>>;
  readonly policy: Policy;
  readonly cost: number | null;
  readonly corpus: string;
}

export interface RowFacts {
  readonly policy: Policy;
  readonly corpus: string;
  readonly resumed: number;
}

export function rowOf(name: RowName, results: readonly Evaluated[], facts: RowFacts): EvalRow {
  const scored = results.filter(result => result.kind === 'scored');
  const costs = scored.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    ...name,
    ...tallyOf(scored, true),
    notRun: results.length - scored.length,
    resumed: facts.resumed,
    byAspect: aspectsOf(scored),
    policy: facts.policy,
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    corpus: facts.corpus,
  };
}

/** Every aspect alone, whether or not it counts in the verdict; those of the checks, not of their samples. */
function aspectsOf(scored: readonly (Scored & { readonly verdict: Verdict })[]): Readonly<Record<string, Tally>> {
  const items = scored.flatMap(({ verdict, cluster }) =>
    verdict.aspects.map(({ aspect, kind, grade }) => {
      const samples: readonly ScoredKind[] = [grade === 'unreadable' ? 'noAnswer' : kind];
      return { name: aspect.split(':')[0] ?? aspect, samples, cluster };
    }),
  );
  return Object.fromEntries(
    grouped(items, ({ name }) => name).map(([name, members]) => [name, tallyOf(members, true)]),
  );
}

/** With several rows, the first one's fields stand beside them: a script that asks one model reads them at the top. */
export function documentOf(rows: readonly EvalRow[], notAskable: number): unknown {
  const [first] = rows;
  return { ...first, notAskable, ...(rows.length > 1 ? { rows } : {}) };
}

export function rowsText(rows: readonly EvalRow[], notAskable: number, paint: Paint): string {
  const groups: readonly Group[] = rows.map(row => ({ ...row, name: nameOf(row) }));
  const notes = rows.flatMap(row => [
    ...(row.warning === '' ? [] : [`${nameOf(row)}: ${row.warning}`]),
    ...(row.notRun === 0
      ? []
      : [`${nameOf(row)}: ${row.notRun} calls never began, so there is nothing to compare with`]),
    ...(row.passAt5 === null ? [] : [`${nameOf(row)}: pass@5 ${percent(row.passAt5)}`]),
    ...(row.resumed === 0 ? [] : [`${nameOf(row)}: ${row.resumed} were in the corpus already`]),
  ]);
  const left = notAskable === 0 ? [] : [`${notAskable} probes cannot be asked this question`];
  const [first] = rows;
  const kept = first === undefined || first.corpus === '' ? [] : [`Kept in ${first.corpus}`];
  return [groupTable('model', groups, paint), ...notes, ...left, ...kept].join('\n');
}

const nameOf = ({ model, style, answer, context }: RowName) =>
  [model, style, answer, context].filter(Boolean).join(' ');
