/** What a report reads of each check, without the structures that it does not need; read line by line, so that size does not matter. */
import * as z from 'zod';
import { receiveJson } from '../../core/door.ts';
import { SampleVerdict } from '../../core/record.ts';
import type { ScoredKind } from '../../core/score/tally.ts';
import { Aspect, type Policy } from '../../core/verdict.ts';
import { repeatKey, rowsOf } from '../entry.ts';
import { sizeOf } from '../place.ts';
import type { Row } from '../row.ts';
import { nothingSaid, type Said, saidAfter } from '../said.ts';
import { type Kinds, kindsUnder } from './policy.ts';

export interface ReportCase {
  readonly id: string;
  readonly at: string;
  readonly key: string;
  readonly probe: string;
  readonly cluster: string;
  readonly name: string;
  readonly expression: string;
  readonly predicted: string;
  readonly actual: string;
  readonly question: string;
  readonly model: string;
  readonly style: string;
  readonly answer: string;
  readonly context: string;
  /** Whether the code that was shown gave the answer away; empty where none was shown. */
  readonly leak: string;
  /** Major and minor number. */
  readonly python: string;
  readonly kind: ScoredKind;
  readonly samples: readonly ScoredKind[];
  readonly noAnswer: string;
  /** Aspects that were asked for, those of one kind under one name: `state` for each `state:xs`. */
  readonly aspects: readonly { readonly aspect: string; readonly kind: ScoredKind }[];
  readonly confidence: { readonly stated: number; readonly consistency: number; readonly logProbability: number };
  readonly latencyMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cost: number;
  readonly kept: string;
}

export interface ReportCases {
  readonly cases: readonly ReportCase[];
  readonly deleted: number;
  /** Someone said that the comparison was wrong: in no rate. */
  readonly disputed: number;
  readonly broken: number;
}

/** By which rule the answers count: a policy, or for each check the one by which it was judged. */
export type Rule = Policy | 'asJudged';

/** Every check of `file` that is neither deleted nor disputed, in the order of the file. */
export async function readCases(file: string, rule: Rule): Promise<ReportCases> {
  const cases = new Map<string, ReportCase>();
  const said = new Map<string, Said>();
  let broken = 0;
  if ((await sizeOf(file)) === 0) return { cases: [], deleted: 0, disputed: 0, broken };
  const intern = interning();
  for await (const item of rowsOf(file, 0)) {
    if (item.kind === 'broken') broken += 1;
    else if (item.row.kind === 'remark') hear(said, item.row);
    else if (item.row.kind === 'check') cases.set(item.row.id, intern(caseOf(item.row, rule)));
  }
  const all = [...cases.values()];
  const isDeleted = ({ id }: ReportCase) => said.get(id)?.deleted === true;
  const isDisputed = (one: ReportCase) => !isDeleted(one) && said.get(one.id)?.comparisonWrong === true;
  return {
    cases: all.filter(one => !isDeleted(one) && !isDisputed(one)),
    deleted: all.filter(isDeleted).length,
    disputed: all.filter(isDisputed).length,
    broken,
  };
}

const What = z.enum(['note', 'tag', 'untag', 'comparisonWrong', 'comparisonRight', 'deletion', 'restoration']);

function hear(said: Map<string, Said>, { about, what, text }: Row): void {
  const known = What.safeParse(what);
  if (known.success) said.set(about, saidAfter(said.get(about) ?? nothingSaid, { what: known.data, text }));
}

const Kind = z.enum(['right', 'wrong', 'undecided', 'noAnswer']);

function kindsOf(row: Row, rule: Rule): Kinds {
  const recorded: Kinds = {
    kind: row.answered === 'notAsked' ? 'notAsked' : Kind.catch('undecided').parse(row.verdict),
    aspects: receiveJson(z.array(Aspect), row.aspects, 'the corpus'),
    samples: receiveJson(z.array(SampleVerdict), row.sampleVerdicts, 'the corpus'),
  };
  return rule === 'asJudged' || rule === row.policy ? recorded : kindsUnder(rule, recorded);
}

function caseOf(row: Row, rule: Rule): ReportCase {
  const { kind, aspects, samples: verdicts } = kindsOf(row, rule);
  const samples = verdicts.map(sample => sample.kind);
  return {
    id: row.id,
    at: row.at,
    key: repeatKey(row),
    probe: row.probe,
    cluster: row.fingerprint === '' ? row.probe : row.fingerprint,
    name: row.name === '' ? row.file : row.name,
    expression: short(row.expression),
    predicted: short(row.predicted),
    actual: short(row.actual),
    question: row.question,
    model: predictorLabel(row),
    style: row.style,
    answer: row.answer,
    context: row.context,
    leak: leakIn(row.shown),
    python: row.python.split('.').slice(0, 2).join('.'),
    kind,
    samples: samples.length === 0 ? [kind] : samples,
    noAnswer: row.noAnswer,
    aspects: aspectsOf(aspects),
    confidence: { stated: row.confidence, consistency: row.consistency, logProbability: row.logProbability },
    latencyMs: row.latencyMs,
    promptTokens: row.promptTokens,
    completionTokens: row.completionTokens,
    cost: row.cost,
    kept: row.kept,
  };
}

/** A model by its name; others say what they are, so that a person named like a model is none. */
export function predictorLabel({ predictorKind, model }: Pick<Row, 'predictorKind' | 'model'>): string {
  if (predictorKind === 'model' || predictorKind === 'editorModel' || predictorKind === 'recording') return model;
  return model === '' ? predictorKind : `${predictorKind} ${model}`;
}

/** A manifest is large and there are many: it is looked at as text, in which a quotation mark within a string has a backslash. */
function leakIn(shown: string): string {
  if (shown === '') return '';
  return /"leaks":\["/.test(shown) ? 'leak in context' : 'no leak';
}

function aspectsOf(aspects: readonly Aspect[]): ReportCase['aspects'] {
  return aspects
    .filter(aspect => aspect.notAsked !== true)
    .map(({ aspect, kind }) => ({ aspect: aspect.split(':')[0] ?? aspect, kind }));
}

function short(text: string): string {
  return text.length <= 160 ? text : Buffer.from(`${text.slice(0, 159).replace(/[\ud800-\udbff]$/, '')}…`).toString();
}

/** Most texts occur in many records: one copy each is enough. */
function interning(): (one: ReportCase) => ReportCase {
  const texts = new Map<string, string>();
  const once = (text: string) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return one => ({
    ...one,
    key: once(one.key),
    probe: once(one.probe),
    cluster: once(one.cluster),
    name: once(one.name),
    expression: once(one.expression),
    predicted: once(one.predicted),
    actual: once(one.actual),
    model: once(one.model),
    python: once(one.python),
  });
}
