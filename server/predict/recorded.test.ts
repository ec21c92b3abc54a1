/** Recorded replies of real models against the counts that their collection states. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compareValues } from '../core/compare.ts';
import { receiveJson } from '../core/door.ts';
import { readLiteral } from '../core/literal.ts';
import type { Style } from '../core/prediction.ts';
import { readRecorded } from './recorded.ts';
import { outcomeProbe } from './testing/probes.ts';

const data = join(process.env['CALLED_IT_SHARED'] ?? resolve(import.meta.dirname, '../../../shared'), 'data');
const missing = !existsSync(data);
const note = missing ? ` (skipped: no folder ${data})` : '';

const Row = z.object({ id: z.string(), code: z.string(), input: z.string(), output: z.string() });
const Recorded = z.object({ id: z.string(), samples: z.array(z.string()), published: z.array(z.boolean()).optional() });

function rowsOf<T>(schema: z.ZodType<T>, name: string): readonly T[] {
  const bytes = readFileSync(join(data, name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map(line => receiveJson(schema, line, name));
}

function golds(): ReadonlyMap<string, z.infer<typeof Row>> {
  return new Map(rowsOf(Row, 'cruxeval/cruxeval.jsonl').map(row => [row.id, row]));
}

type Judged = 'right' | 'wrong' | 'noAnswer';

function judged(text: string | undefined, gold: string): Judged {
  const predicted = readLiteral(text ?? '');
  const actual = readLiteral(gold);
  if (text === undefined || predicted.kind === 'unreadable' || actual.kind === 'unreadable') return 'noAnswer';
  return compareValues(predicted.value, actual.value).equal ? 'right' : 'wrong';
}

function byUs(raw: string, style: Style, row: z.infer<typeof Row>): Judged {
  const reading = readRecorded(raw, style, outcomeProbe({ source: row.code, call: `f(${row.input})` }));
  return judged(reading.kind === 'answer' ? reading.claims.returns : undefined, row.output);
}

/** A rule for one line: replies that repeat the prompt have its example first and our question second; the others have ours alone. */
function byLine(raw: string, row: z.infer<typeof Row>): Judged {
  const asked = raw.split('What would be the return value of');
  const repeats = asked.length > 2 && !asked[0]?.includes('<<<Output>>>');
  const reply = (repeats ? asked[2] : asked[0])?.replace('<<<Output>>>\n{OUTPUT}', '') ?? '';
  const line = /<<<Output>>>\s*\n?(.*)/.exec(reply)?.[1];
  return judged(line?.replaceAll('`', ''), row.output);
}

const counted = [
  { model: 'gpt-4', right: 634 },
  { model: 'gpt-3.5-turbo', right: 509 },
  { model: 'deepseek-coder-6.7b-instruct', right: 359 },
  { model: 'starcoder-15.5b', right: 271 },
] as const;

/** Where reading the whole output differs from reading its first line, and why. */
const differing: Readonly<Record<string, readonly string[]>> = {
  'gpt-4': [],
  'gpt-3.5-turbo': [],
  /** A fence of several lines stands around the literal. */
  'deepseek-coder-6.7b-instruct': ['sample_577'],
  'starcoder-15.5b': [],
};

describe.skipIf(missing)(`recorded step-by-step replies${note}`, () => {
  test.each(counted)('$model has $right right answers, but for the rows that are listed', ({ model, right }) => {
    const rows = golds();
    const differ: string[] = [];
    const counts = { right: 0, wrong: 0, noAnswer: 0 };
    const lines = rowsOf(Recorded, `replies/cruxeval-output.${model}.cot.jsonl.gz`);
    for (const { id, samples } of lines) {
      const row = rows.get(id);
      if (row === undefined) throw new Error(`no row ${id}`);
      const ours = byUs(samples[0] ?? '', 'cot', row);
      counts[ours] += 1;
      if ((ours === 'right') !== (byLine(samples[0] ?? '', row) === 'right')) differ.push(id);
    }
    expect(lines).toHaveLength(800);
    expect(differ).toEqual(differing[model]);
    expect(counts.right).toBe(right + (differing[model]?.length ?? 0));
  });
});

describe.skipIf(missing)(`recorded direct replies${note}`, () => {
  test('ten answers a row give the published pass@1 of 34.2, but for what only `exec` accepts', () => {
    const rows = golds();
    const seen = { right: 0, published: 0, samples: 0 };
    for (const { id, samples, published } of rowsOf(Recorded, 'replies/cruxeval-output.codellama-7b.direct.jsonl.gz')) {
      const row = rows.get(id);
      if (row === undefined) throw new Error(`no row ${id}`);
      seen.samples += samples.length;
      seen.right += samples.filter(raw => byUs(raw, 'direct', row) === 'right').length;
      seen.published += (published ?? []).filter(Boolean).length;
    }
    expect(seen.samples).toBe(8000);
    expect(Math.round((1000 * seen.published) / seen.samples) / 10).toBe(34.2);
    expect(Math.abs(seen.right - seen.published)).toBeLessThanOrEqual(40);
  });
});
