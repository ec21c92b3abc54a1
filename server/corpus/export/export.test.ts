import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resultScope } from '../../core/probe.ts';
import { examplePrediction, exampleProbe, exampleRun, exampleVerdict } from '../../core/testing/examples.ts';
import { type Contents, openCorpus } from '../corpus.ts';
import { fromCruxeval } from '../import/cruxeval.ts';
import { importFile } from '../import/importing.ts';
import { exampleProvenance, exampleRecord } from '../testing/examples.ts';
import { callText } from './callText.ts';
import { type ExportFormat, exportCorpus, exportFormats, isExportFormat } from './formats.ts';
import { foreignImports } from './standardLibrary.ts';

const sharedFolder = process.env['CALLED_IT_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared');
const cruxeval = join(sharedFolder, 'data/cruxeval/cruxeval.jsonl');
const hasCruxeval = existsSync(cruxeval);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const contents = (changes: Partial<Contents>): Contents => ({
  records: [],
  probes: [],
  remarks: [],
  broken: [],
  ...changes,
});
const rows = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
const fileOf = (given: Contents, format: ExportFormat, name: string) =>
  exportCorpus(given, format).files.find(file => file.name === name)?.text;

const raising = exampleRun({
  outcome: {
    kind: 'raised',
    exception: {
      type: 'builtins.KeyError',
      message: "'a'",
      chain: [],
      bases: ['builtins.LookupError'],
      notes: [],
      frames: [],
    },
  },
});

/** One right, one wrong, one that raises, one unstable, one cut, one redacted. */
function variety(): Contents {
  const probe = (id: string) => exampleProbe({ id });
  const aspects = exampleVerdict().aspects.map(aspect => ({ ...aspect, kind: 'wrong' as const }));
  const wrong = exampleVerdict({ kind: 'wrong', grade: 'wrong', aspects });
  return contents({
    records: [
      exampleRecord({ probe: probe('p1') }),
      exampleRecord({
        probe: probe('p2'),
        verdict: wrong,
        prediction: examplePrediction({ claims: { returns: '7', state: [] } }),
      }),
      exampleRecord({ probe: probe('p3'), run: raising }),
      exampleRecord({
        probe: probe('p4'),
        run: exampleRun({ certificate: { runs: 2, stable: false, varied: ['return'], causes: [], hashSeeds: [0, 1] } }),
      }),
      exampleRecord({ probe: probe('p5'), run: exampleRun({ cut: ['return'] }) }),
      exampleRecord({ probe: probe('p6'), provenance: { ...exampleProvenance, redacted: true } }),
    ],
  });
}

describe('calls by their text', () => {
  test.each([
    [
      'total([1, 2], k=3)',
      'total',
      '[1, 2], k=3',
      [
        ['', '[1, 2]'],
        ['k', '3'],
      ],
    ],
    ['f()', 'f', '', []],
    [
      "f('a,)', \"b\\\"(\", '''c' , ''')",
      'f',
      "'a,)', \"b\\\"(\", '''c' , '''",
      [
        ['', "'a,)'"],
        ['', '"b\\"("'],
        ['', "'''c' , '''"],
      ],
    ],
    [
      'f(a == 1, {1: (2, 3)},)',
      'f',
      'a == 1, {1: (2, 3)},',
      [
        ['', 'a == 1'],
        ['', '{1: (2, 3)}'],
      ],
    ],
  ])('%s', (expression, name, input, parts) => {
    const call = callText(expression);
    expect([call?.name, call?.input]).toEqual([name, input]);
    expect(call?.arguments.map(({ keyword, text }) => [keyword, text])).toEqual(parts);
  });

  test.each(['f(1) + 1', 'f(1).x', 'a.f(1)', 'f(*xs)', 'f(**k)', 'f(1', "f('a)", 'f(1)(2)', '(f)(1)'])(
    '%s is none',
    expression => {
      expect(callText(expression)).toBeUndefined();
    },
  );
});

test('imports beyond the standard library are found by lines', () => {
  const code =
    'import os, numpy as np\nfrom . import b\nfrom ..c import d\nfrom collections.abc import Iterable\n  import yaml # x\n';
  expect(foreignImports(code)).toEqual(['numpy', '.', '..', 'yaml']);
});

test('every format writes a manifest, the same bytes each time, and lines that are lines', () => {
  const given = variety();
  for (const format of exportFormats.filter(isExportFormat)) {
    const exported = exportCorpus(given, format);
    expect(exportCorpus(given, format)).toEqual(exported);
    const manifest = JSON.parse(exported.files.at(-1)?.text ?? '');
    expect([exported.files.at(-1)?.name, manifest.format, manifest.written]).toEqual([
      'manifest.json',
      format,
      exported.written,
    ]);
    for (const { name, text } of exported.files.filter(file => file.name.endsWith('.jsonl'))) {
      expect(text.endsWith('\n') || text === '', name).toBe(true);
      expect(() => rows(text), name).not.toThrow();
    }
  }
});

test('what does not qualify is counted with its reason', () => {
  const { written, skipped } = exportCorpus(variety(), 'cruxeval');
  expect(written).toBe(2);
  expect(new Map(skipped.map(({ reason, count }) => [reason.split(':')[0], count]))).toEqual(
    new Map([
      ['the call raises', 1],
      ['unstable', 1],
      ['the result is cut', 1],
      ['redacted', 1],
    ]),
  );
});

test("a row of CRUXEval's shape gives its output when Python calls f", () => {
  const probe = exampleProbe({ code: 'import math\n\ndef total(xs, k=1):\n    xs.append(k)\n    return sum(xs)\n' });
  const [row] = rows(fileOf(contents({ records: [exampleRecord({ probe })] }), 'cruxeval', 'cruxeval.jsonl'));
  expect(Object.keys(row)).toEqual(['code', 'input', 'output', 'id']);
  const program = `${row.code}\nassert f(${row.input}) == ${row.output}\nprint('holds')\n`;
  expect(execFileSync('python3', ['-c', program], { encoding: 'utf8' })).toBe('holds\n');
});

test.each([
  ['an argument is no literal', { call: { expression: 'total(make())', setup: '' } }],
  ['an argument is no literal', { call: { expression: 'total(Cart(1))', setup: '' } }],
  ['not a call of one function of the module by its name', { call: { expression: 'cart.total([1])', setup: '' } }],
  ['the module imports more than the standard library', { code: 'import numpy\n' }],
])('%s: left out of CRUXEval', (reason, changes) => {
  const { skipped } = exportCorpus(
    contents({ records: [exampleRecord({ probe: exampleProbe(changes) })] }),
    'cruxeval',
  );
  expect(skipped).toEqual([{ reason, count: 1 }]);
});

test('fine-tuning learns what really happened, and a pair prefers it to what was predicted', () => {
  const chats = rows(fileOf(variety(), 'openai-finetune', 'chats.jsonl'));
  expect(chats.map(({ messages }) => messages[1].content)).toEqual([
    '[ANSWER]6[/ANSWER]',
    '[ANSWER]6[/ANSWER]',
    '[ANSWER]raises KeyError[/ANSWER]',
  ]);
  const pairs = rows(fileOf(variety(), 'dpo', 'preferences.jsonl'));
  expect(pairs.map(pair => [pair.preferred_output[0].content, pair.non_preferred_output[0].content])).toEqual([
    ['[ANSWER]6[/ANSWER]', '[ANSWER]7[/ANSWER]'],
  ]);
});

test('a case without an answer is exported with its status, not as a wrong one', () => {
  const silent = exampleRecord({
    prediction: examplePrediction({ kind: 'noAnswer', reason: 'refusal', claims: { state: [] } }),
    verdict: exampleVerdict({ kind: 'noAnswer', grade: 'unreadable', equal: false, aspects: [] }),
  });
  const given = contents({ records: [silent] });
  expect(rows(fileOf(given, 'inspect', 'answers.jsonl'))).toMatchObject([
    { status: 'noAnswer', reason: 'refusal', answer: '' },
  ]);
  expect(rows(fileOf(given, 'inspect', 'samples.jsonl'))).toHaveLength(1);
});

test('promptfoo gets no template out of Python’s braces', () => {
  const probe = exampleProbe({ code: 'def total(xs):\n    return f"{{{xs}}}" "{% endraw %}"\n' });
  const [row] = rows(fileOf(contents({ records: [exampleRecord({ probe })] }), 'promptfoo', 'tests.jsonl'));
  expect(row.vars.prompt.startsWith('{% raw %}')).toBe(true);
  expect(row.vars.prompt.endsWith('{% endraw %}')).toBe(true);
});

test('SWE-Flux’s shape asks for the exception and the changed state, REval’s for the output', () => {
  const flux = rows(fileOf(variety(), 'swe-flux', 'oracles.jsonl'));
  expect(flux.map(({ question_kind, oracle_answer }) => [question_kind, oracle_answer])).toEqual([
    ['S3', { xs: '[1, 2, 3]' }],
    ['S3', { xs: '[1, 2, 3]' }],
    ['S5', { exception_type: 'KeyError', message: "'a'" }],
    ['S3', { xs: '[1, 2, 3]' }],
  ]);
  const [task] = rows(fileOf(variety(), 'reval', 'reval_tasks.jsonl'));
  expect(task.tasks[0].output_pred).toBe('assert f([1, 2], k=3) == ??');
});

test('our own format comes back as it was', async () => {
  const given = variety();
  const from = openCorpus(join(folder, 'from'));
  await from.append(
    ...given.records,
    fromCruxeval({ code: 'def f(): pass', input: '', output: 'None', id: 1 }, exampleProvenance),
  );
  const [first] = given.records;
  await from.note(first?.id ?? '', 'a note');
  const before = await from.read();
  const file = join(folder, 'corpus.jsonl');
  writeFileSync(file, exportCorpus(before, 'native').files[0]?.text ?? '');
  const to = openCorpus(join(folder, 'to'));
  const signal = new AbortController().signal;
  const first8 = { read: 8, imported: 8, skipped: [] };
  expect(await importFile(to, file, 'native', exampleProvenance, signal)).toEqual(first8);
  expect(await to.read()).toEqual({ ...before, records: before.records });
  const again = await importFile(to, file, 'native', exampleProvenance, signal);
  expect(again).toEqual({ read: 8, imported: 0, skipped: [{ reason: 'in the corpus already', count: 8 }] });
});

test('rows that are none are counted, and the others come in', async () => {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, '{"code":"def f(x): return x","input":"1","output":"1","id":"a"}\nnonsense\n{"code":"x"}\n');
  const corpus = openCorpus(join(folder, 'to'));
  const { read, imported, skipped } = await importFile(
    corpus,
    file,
    'cruxeval',
    exampleProvenance,
    new AbortController().signal,
  );
  expect([read, imported, skipped.length]).toEqual([1, 1, 2]);
  const { probes } = await corpus.read();
  expect(probes[0]?.probe).toMatchObject({
    call: { expression: 'f(1)' },
    question: { kind: 'outcome', scope: resultScope },
    source: { format: 'cruxeval', id: 'a' },
  });
});

test.skipIf(!hasCruxeval)(
  'the 800 rows of CRUXEval go in and come out as they were (skipped where the data is not at hand)',
  async () => {
    const corpus = openCorpus(folder);
    const imported = await importFile(corpus, cruxeval, 'cruxeval', exampleProvenance, new AbortController().signal);
    expect(imported).toEqual({ read: 800, imported: 800, skipped: [] });
    const text = fileOf(await corpus.read(), 'cruxeval', 'cruxeval.jsonl');
    expect(rows(text)).toEqual(rows(readFileSync(cruxeval, 'utf8')));
  },
);

/** For looking at what an export is: `CALLED_IT_KEEP=folder`. */
const keep = process.env['CALLED_IT_KEEP'];
test.skipIf(keep === undefined)('writes every format into a folder (only where CALLED_IT_KEEP names one)', () => {
  for (const format of exportFormats.filter(isExportFormat)) {
    for (const { name, text } of exportCorpus(variety(), format).files) {
      const path = join(keep ?? '', format, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
});
