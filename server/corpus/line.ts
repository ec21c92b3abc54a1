/** One row as one line of JSON, and back. */

import { receive } from '../core/door.ts';
import { Failure } from '../core/failure.ts';
import type { CorpusRecord } from '../core/record.ts';
import { flatten } from './flatten.ts';
import type { Cleaner } from './redact.ts';
import { Row, realColumns } from './row.ts';
import { unflatten } from './unflatten.ts';
import { upgraded } from './upgrade.ts';

/** Every line begins so, and nothing inside a line does: quotes within texts are escaped. */
export const lineStart = '{"version":';

/** Characters that some readers take for the end of a line. */
const lineEnds = /[\u0085\u2028\u2029]/g;

const columnNames = Object.keys(Row.shape);

/** The line of `row`, with its line feed: columns in their order, real numbers with a point. Throws a `TypeError` for NaN and infinity. */
export function lineOf(row: Row): string {
  const cells = new Map<string, unknown>(Object.entries(row));
  const columns = columnNames.map(column => `"${column}":${cellText(column, cells.get(column))}`);
  return `{${columns.join(',').replace(lineEnds, escapedEnd)}}\n`;
}

function escapedEnd(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function cellText(column: string, value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value);
  if (!Number.isFinite(value)) throw new TypeError(`${column} is no finite number`);
  const text = String(value);
  return realColumns.has(column) && !/[.e]/.test(text) ? `${text}.0` : text;
}

/** The line of `record`, cleaned. */
export function recordLine(record: CorpusRecord, cleaner: Cleaner): string {
  return lineOf(flatten(record, cleaner));
}

export type Parsed<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'broken'; readonly reason: string };

/** The row of a line of any known version. */
export function readRow(line: string): Parsed<Row> {
  return parsed(() => receive(Row, upgraded(JSON.parse(line)), 'the corpus'));
}

/** The record of a line of any known version. */
export function readRecord(line: string): Parsed<CorpusRecord> {
  return parsed(() => unflatten(receive(Row, upgraded(JSON.parse(line)), 'the corpus')));
}

function parsed<T>(read: () => T): Parsed<T> {
  try {
    return { kind: 'read', value: read() };
  } catch (error) {
    if (error instanceof Failure) return { kind: 'broken', reason: error.message };
    if (error instanceof SyntaxError) return { kind: 'broken', reason: 'not a whole line of JSON' };
    throw error;
  }
}
