import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import type { Exchange } from '../core/prediction.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../core/testing/examples.ts';
import { buildProbeRecord, buildRecord } from './build.ts';
import { openCorpus } from './corpus.ts';
import { predictionFingerprint } from './pending.ts';
import { emptyRow, Row } from './row.ts';
import { exampleProvenance, exampleRecord } from './testing/examples.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-corpus-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = () => join(folder, '.called-it');
const linesIn = () =>
  readFileSync(join(place(), 'corpus.jsonl'), 'utf8')
    .split('\n')
    .filter(line => line !== '');

test('a record comes back as it was written', async () => {
  const record = exampleRecord();
  await openCorpus(place()).append(record);
  const { records, broken } = await openCorpus(place()).read();
  expect(broken).toEqual([]);
  expect(records).toEqual([record]);
});

test('each sample comes back with what is known of its requests, and with what it left open', async () => {
  const exchange: Exchange = {
    end: 'done',
    rung: 'tagged',
    degraded: ['temperature'],
    latency: { queueMs: 1, firstByteMs: null, firstContentMs: 20.5, totalMs: 90, attempts: 2 },
    servedModel: 'm-2',
    provider: 'a provider',
    fingerprint: 'fp',
    requestId: 'req-1',
  };
  const claims = { returns: '6', state: [], unanswered: ['xs'] };
  const { confidence, asked } = examplePrediction();
  if (asked === null) throw new Error('the example was asked');
  const sample = { raw: '6', reasoning: '', claims, reason: null, confidence, flags: ['a'], exchanges: [exchange] };
  const several = exampleRecord({ prediction: examplePrediction({ claims, samples: [sample, sample] }) });
  const one = exampleRecord({ prediction: examplePrediction({ asked: { ...asked, exchanges: [exchange] } }) });
  const corpus = openCorpus(place());
  await corpus.append(several, one);
  expect((await corpus.read()).records).toEqual([several, one]);
});

test('a probe without a prediction, and one that was not asked, come back too', async () => {
  const probe = exampleProbe({ target: { ...exampleProbe().target, range: undefined, parameters: undefined } });
  const imported = buildProbeRecord(
    { ...probe, source: { format: 'cruxeval', id: 'sample_0' } },
    '6',
    null,
    exampleProvenance,
  );
  const silent = exampleRecord({
    prediction: examplePrediction({ kind: 'noAnswer', reason: 'refusal', usage: null, latency: null, asked: null }),
  });
  const corpus = openCorpus(place());
  await corpus.append(imported, silent);
  const contents = await corpus.read();
  expect(contents.probes).toEqual([imported]);
  expect(contents.records).toEqual([silent]);
});

test('every line has every column, each of the type of its row', async () => {
  const corpus = openCorpus(place());
  await corpus.append(exampleRecord(), buildProbeRecord(exampleProbe(), '', null, exampleProvenance));
  await corpus.note('some id', 'a note');
  for (const line of linesIn()) {
    const cells: Record<string, unknown> = JSON.parse(line);
    expect(Object.keys(cells)).toEqual(Object.keys(Row.shape));
    expect(Object.values(cells).map(cell => typeof cell)).toEqual(Object.values(emptyRow).map(cell => typeof cell));
  }
  expect(linesIn()[0]).toContain('"durationMs":1.5,');
  expect(linesIn()[1]).toContain('"durationMs":-1.0,');
});

test('freezing puts the prediction on the disk before the run, and appending its record takes it away', async () => {
  const corpus = openCorpus(place());
  const probe = exampleProbe();
  const prediction = examplePrediction();
  const pending = await corpus.freeze(probe, prediction);
  expect(existsSync(pending.pendingFile)).toBe(true);
  expect(pending.sha256).toBe(predictionFingerprint(prediction));
  expect(await corpus.pending()).toEqual([
    { id: pending.id, frozen: { at: pending.at, sha256: pending.sha256 }, probe, prediction },
  ]);

  const record = buildRecord({
    probe,
    prediction,
    frozen: pending,
    run: exampleRun(),
    verdict: exampleVerdict(),
    provenance: exampleProvenance,
  });
  expect(record.id).toBe(pending.id);
  await corpus.append(record);
  expect(await corpus.pending()).toEqual([]);
});

test('two predictions of one text at one moment are two checks', async () => {
  const corpus = openCorpus(place());
  const frozen = await Promise.all(
    Array.from({ length: 20 }, () => corpus.freeze(exampleProbe(), examplePrediction())),
  );
  expect(new Set(frozen.map(({ id }) => id)).size).toBe(20);
});

test('a deletion is a remark: the record leaves every list, its line stays, and it can come back', async () => {
  const corpus = openCorpus(place());
  const [kept, gone] = [exampleRecord(), exampleRecord()];
  await corpus.append(kept, gone);
  await corpus.remove(gone.id);
  expect((await corpus.read()).records.map(({ id }) => id)).toEqual([kept.id]);
  expect(linesIn()).toHaveLength(3);
  await corpus.remark(gone.id, 'restoration', '');
  expect((await corpus.read()).records.map(({ id }) => id)).toEqual([kept.id, gone.id]);
});

test('the folder is kept out of commits from its first use, and not again once someone chose to share it', async () => {
  const corpus = openCorpus(place());
  mkdirSync(place());
  await corpus.append(exampleRecord());
  const ignore = join(place(), '.gitignore');
  expect(readFileSync(ignore, 'utf8')).toMatch(/^\*$/m);
  rmSync(ignore);
  await corpus.append(exampleRecord());
  expect(existsSync(ignore)).toBe(false);
});

test('sharing is a choice that can be taken back', async () => {
  const corpus = openCorpus(place());
  expect(await corpus.isShared()).toBe(false);
  await corpus.append(exampleRecord());
  expect(await corpus.isShared()).toBe(false);
  await corpus.share();
  expect(await corpus.isShared()).toBe(true);
  expect(readFileSync(join(place(), '.gitignore'), 'utf8')).toMatch(/^pending\/\n\*\.inventory\*$/m);
  await corpus.unshare();
  expect(await corpus.isShared()).toBe(false);
});

test('a folder of the user that is named as the corpus gets no .gitignore', async () => {
  await openCorpus(folder).append(exampleRecord());
  expect(existsSync(join(folder, '.gitignore'))).toBe(false);
});

test('secrets and home paths do not reach the disk, and the record says that something is missing', async () => {
  const key = `sk-proj-${'a1B2c3D4'.repeat(4)}`;
  const probe = exampleProbe({ code: `KEY = "${key}"\n`, call: { expression: `f("${key}")`, setup: '' } });
  const run = exampleRun({ python: { version: '3.11.7', executable: `${homedir()}/.venv/bin/python` }, stdout: key });
  const corpus = openCorpus(place());
  await corpus.freeze(probe, examplePrediction({ raw: `it uses ${key}` }));
  await corpus.append(exampleRecord({ probe, run }));
  const [line = ''] = linesIn();
  expect(line).not.toContain(key);
  expect(line).not.toContain(`${homedir()}/.venv`);
  const { records } = await corpus.read();
  expect(records[0]?.provenance.redacted).toBe(true);
  expect(records[0]?.run.python.executable).toBe('~/.venv/bin/python');
  expect(JSON.stringify(await corpus.pending())).not.toContain(key);
  const placeholder = records[0]?.run.stdout ?? '';
  expect(placeholder).toMatch(/^«secret:apiKey:[0-9a-f]{6}»$/);
  expect(records[0]?.probe.call.expression).toBe(`f("${placeholder}")`);
});

test('a home folder in the path of the interpreter is hidden, but changes no question', async () => {
  const run = exampleRun({ python: { version: '3.11.7', executable: `${homedir()}/.venv/bin/python` } });
  const corpus = openCorpus(place());
  await corpus.append(exampleRecord({ run }), exampleRecord({ run: exampleRun({ stdout: `${homedir()}/notes\n` }) }));
  const { records } = await corpus.read();
  expect(records.map(({ run, provenance }) => [run.python.executable, run.stdout, provenance.redacted])).toEqual([
    ['~/.venv/bin/python', '', false],
    ['/usr/bin/python3', '~/notes\n', true],
  ]);
});

test('a lone surrogate and the line ends of other systems do not break a line', async () => {
  const corpus = openCorpus(place());
  await corpus.append(exampleRecord({ run: exampleRun({ stdout: 'a\ud800b\u2028c\u0085d\r\n' }) }));
  const text = readFileSync(join(place(), 'corpus.jsonl'), 'utf8');
  expect(text.split(/[\n\r\u2028\u0085]/)).toHaveLength(2);
  expect((await corpus.read()).records[0]?.run.stdout).toBe('a\ufffdb\u2028c\u0085d\r\n');
});

test('a number that is no number is refused, not written', async () => {
  const corpus = openCorpus(place());
  await expect(corpus.append(exampleRecord({ run: exampleRun({ durationMs: Number.NaN }) }))).rejects.toThrow(
    TypeError,
  );
});

test('broken lines are told with their numbers, and hide nothing', async () => {
  const corpus = openCorpus(place());
  const records = [exampleRecord(), exampleRecord(), exampleRecord()];
  await corpus.append(...records);
  const [one = '', two = '', three = ''] = linesIn();
  const torn = one.slice(0, 400);
  const newer = three.replace('"version":2', '"version":9');
  writeFileSync(
    join(place(), 'corpus.jsonl'),
    `${one}\nnot json\n\n${torn}${two}\n{"version":2}\n${newer}\n${three}\n${torn}`,
  );
  const { records: read, broken } = await corpus.read();
  expect(read.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  expect(broken.map(({ line }) => line)).toEqual([2, 4, 5, 6, 8]);
  expect(broken[3]?.reason).toContain('version 9');
});

test('the next record after a torn line stands on a line of its own', async () => {
  const corpus = openCorpus(place());
  await corpus.append(exampleRecord());
  const path = join(place(), 'corpus.jsonl');
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"version":2,"kind":"che`);
  const record = exampleRecord();
  await corpus.append(record);
  expect(linesIn()).toHaveLength(3);
  expect((await corpus.read()).records[1]).toEqual(record);
});

test('a line of version 1 is read as a record of today', async () => {
  const { kind: _, sampleVerdicts: __, ...nested } = exampleRecord();
  mkdirSync(place());
  writeFileSync(join(place(), 'corpus.jsonl'), `${JSON.stringify({ ...nested, version: 1 })}\n`);
  const { records, broken } = await openCorpus(place()).read();
  expect(broken).toEqual([]);
  expect(records).toEqual([{ ...nested, kind: 'check', version: 2, sampleVerdicts: [] }]);
});

test('a corpus that does not exist is empty, and reading makes nothing', async () => {
  expect((await openCorpus(place()).read()).records).toEqual([]);
  expect(existsSync(place())).toBe(false);
});

test('a place that cannot be written is a failure with a next step', async () => {
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const failure = await openCorpus(join(blocked, '.called-it'))
    .append(exampleRecord())
    .catch(error => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure.code).toBe('corpusReadOnly');
});

test.skipIf(userInfo().uid === 0)(
  'a read-only folder is a failure with a next step (not as root, who may write all)',
  async () => {
    chmodSync(folder, 0o500);
    const failure = await openCorpus(place())
      .append(exampleRecord())
      .catch(error => error);
    chmodSync(folder, 0o700);
    expect(failure.code).toBe('corpusReadOnly');
  },
);
