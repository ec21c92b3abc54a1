/** Corpora on disk as earlier versions wrote them, and as broken as they get: `UPDATE=1` writes the one of the present version anew. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examplePrediction, exampleProbe, exampleRun } from '../core/testing/examples.ts';
import { buildProbeRecord, buildRemark } from './build.ts';
import { openCorpus } from './corpus.ts';
import { exportCorpus } from './export/formats.ts';
import { recordLine } from './line.ts';
import { openCleaner } from './redact.ts';
import { exampleProvenance, exampleRecord } from './testing/examples.ts';

const corpora = join(import.meta.dirname, '../../test-fixtures/corpora');
const at = '2026-01-02T03:04:07.000Z';

function presentRecords() {
  const id = (name: string) => name.padEnd(64, '0');
  const raised = exampleRun({
    outcome: {
      kind: 'raised',
      exception: {
        type: 'builtins.KeyError',
        message: "'é'",
        chain: [{ type: 'builtins.ValueError', message: '', link: 'cause' }],
        bases: ['builtins.LookupError'],
        notes: [],
        frames: [{ file: 'shop/cart.py', line: 3, function: 'total' }],
        value: { kind: 'exception', type: 'builtins.KeyError', args: ['é'] },
      },
    },
    stdout: 'a\u2028b\n',
    durationMs: 2,
  });
  const silent = examplePrediction({
    kind: 'noAnswer',
    reason: 'refusal',
    claims: { state: [] },
    asked: null,
    usage: null,
    latency: null,
  });
  return [
    { ...exampleRecord(), id: id('c1'), at, frozen: { at, sha256: id('f1') } },
    { ...exampleRecord({ run: raised, prediction: silent }), id: id('c2'), at, frozen: { at, sha256: id('f2') } },
    {
      ...buildProbeRecord(
        { ...exampleProbe(), source: { format: 'cruxeval', id: 'sample_1' } },
        '6',
        null,
        exampleProvenance,
      ),
      at,
    },
    { ...buildRemark(id('c1'), 'note', 'a note'), id: id('r1'), at },
    { ...buildRemark(id('c2'), 'deletion', ''), id: id('r2'), at },
  ];
}

test('what is written now is what this version wrote when it was made', async () => {
  const path = join(corpora, 'version2.jsonl');
  const text = presentRecords()
    .map(record => recordLine(record, openCleaner('/nobody')))
    .join('');
  if (process.env['UPDATE'] === '1') writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
  const { records, probes, remarks, broken } = await openCorpus(path).read();
  expect([records.length, probes.length, remarks.length, broken.length]).toEqual([1, 1, 2, 0]);
  expect(records[0]).toEqual(presentRecords()[0]);
});

test('a corpus of version 1 is read, and exported as one of today', async () => {
  const contents = await openCorpus(join(corpora, 'version1.jsonl')).read();
  expect(contents.broken).toEqual([]);
  expect(
    contents.records.map(({ version, verdict, sampleVerdicts }) => [version, verdict.kind, sampleVerdicts]),
  ).toEqual([
    [2, 'right', []],
    [2, 'noAnswer', []],
  ]);
  const [native] = exportCorpus(contents, 'native').files;
  expect(native?.text.split('\n').filter(line => line.startsWith('{"version":2,'))).toHaveLength(2);
});

test('a broken corpus gives every whole record and the number of every broken line', async () => {
  const { records, broken } = await openCorpus(join(corpora, 'broken.jsonl')).read();
  expect(records.map(({ id }) => id.slice(0, 2))).toEqual(['c1', 'c2', 'c3']);
  expect(broken.map(({ line }) => line)).toEqual([2, 3, 5, 6, 7]);
});
