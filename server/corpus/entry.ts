/** What a list, a filter or a rate needs of a record: its scalars, and where its line stands. The texts are shortened. */
import * as z from 'zod';
import { fingerprint } from '../core/fingerprint.ts';
import { Remark } from '../core/record.ts';
import { readRow } from './line.ts';
import { type Line, linesOf, swallowed } from './lines.ts';
import type { Row } from './row.ts';

export const Entry = z.strictObject({
  kind: z.enum(['check', 'probe']),
  id: z.string(),
  at: z.string(),
  verdict: z.string(),
  grade: z.string(),
  file: z.string(),
  name: z.string(),
  expression: z.string(),
  predicted: z.string(),
  actual: z.string(),
  question: z.string(),
  outcome: z.string(),
  noAnswer: z.string(),
  predictorKind: z.string(),
  model: z.string(),
  style: z.string(),
  answer: z.string(),
  context: z.string(),
  python: z.string(),
  policy: z.string(),
  chosen: z.string(),
  /** −1 where none was stated. */
  confidence: z.number(),
  fingerprint: z.string(),
  probe: z.string(),
  /** Probe × predictor × prompt: of the checks with one key, the latest counts in rates. */
  key: z.string(),
  redacted: z.boolean(),
  offset: z.number(),
  length: z.number(),
});
export type Entry = Readonly<z.infer<typeof Entry>>;

const shortLength = 200;

/** A text of its own: a slice of a long text would keep all of it in memory. */
function short(text: string): string {
  if (text.length <= shortLength) return text;
  return Buffer.from(`${text.slice(0, shortLength - 1).replace(/[\ud800-\udbff]$/, '')}…`).toString();
}

/** Everything that makes a question the same question to the same predictor. */
export function repeatKey(
  row: Pick<Row, 'probe' | 'predictorKind' | 'model' | 'route' | 'promptSha256' | 'style'>,
): string {
  const { probe, predictorKind, model, route, promptSha256, style } = row;
  return fingerprint(JSON.stringify([probe, predictorKind, model, route, promptSha256, style])).slice(0, 32);
}

/** What a search for a text looks through. */
export function searchedText({ expression, predicted, actual, name }: Entry): string {
  return `${expression}\n${predicted}\n${actual}\n${name}`.toLowerCase();
}

function entryOf(row: Row, line: Line): Entry {
  const { id, at, verdict, grade, file, name, question, outcome, noAnswer, predictorKind, model, style, answer } = row;
  const { context, python, policy, chosen, confidence, probe, redacted } = row;
  return {
    ...{ id, at, verdict, grade, file, name, question, outcome, noAnswer, predictorKind, model, style, answer },
    ...{ context, python, policy, chosen, confidence, probe, redacted },
    kind: row.kind === 'check' ? 'check' : 'probe',
    expression: short(row.expression),
    predicted: short(row.predicted),
    actual: short(row.actual),
    fingerprint: row.fingerprint,
    key: repeatKey(row),
    offset: line.offset,
    length: line.length,
  };
}

export type Scanned =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'remark'; readonly remark: Remark }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string };

/** What the lines of `file` hold from the byte `start` on, without the structures. `until` is called with where each line ended. */
export async function* scan(file: string, start: number, until: (end: number) => void): AsyncGenerator<Scanned> {
  for await (const item of rowsOf(file, start, until)) {
    yield item.kind === 'broken' ? item : scanned(item.row, item.line);
  }
}

export type ReadLine =
  | { readonly kind: 'row'; readonly row: Row; readonly line: Line }
  | { readonly kind: 'broken'; readonly line: number; readonly reason: string };

/** The rows of `file` from the byte `start` on, those that a torn line has swallowed included. */
export async function* rowsOf(file: string, start: number, until?: (end: number) => void): AsyncGenerator<ReadLine> {
  for await (const line of linesOf(file, start)) {
    const read = readRow(line.text);
    if (read.kind === 'read') {
      yield { kind: 'row', row: read.value, line };
    } else {
      yield { kind: 'broken', line: line.number, reason: read.reason };
      yield* recovered(line);
    }
    until?.(line.offset + line.length);
  }
}

function* recovered(line: Line): Generator<ReadLine> {
  for (const part of swallowed(line)) {
    const read = readRow(part.text);
    if (read.kind === 'read') yield { kind: 'row', row: read.value, line: part };
  }
}

function scanned(row: Row, line: Line): Scanned {
  if (row.kind !== 'remark') return { kind: 'entry', entry: entryOf(row, line) };
  const { version, id, at, about, what, text } = row;
  const remark = Remark.safeParse({ kind: 'remark', version, id, at, about, what, text });
  if (remark.success) return { kind: 'remark', remark: remark.data };
  return { kind: 'broken', line: line.number, reason: 'a remark of an unknown kind' };
}
