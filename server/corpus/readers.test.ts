/** A corpus as other people's tools read it, with no option at all. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePrediction, exampleProbe, exampleRun } from '../core/testing/examples.ts';
import { buildProbeRecord } from './build.ts';
import { openCorpus } from './corpus.ts';
import { exportCorpus } from './export/formats.ts';
import { emptyRow, realColumns } from './row.ts';
import { exampleProvenance, exampleRecord } from './testing/examples.ts';
import { readerPython, runPython } from './testing/readers.ts';

const python = readerPython('tables');
const why = 'skipped where datasets, pandas and duckdb are not installed; `node scripts/readers.mjs` does it';

let folder = '';
let file = '';
let rows = 0;
/** Whole numbers and empty texts for long, then others: a reader that guesses from the first lines must not be wrong later. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-readers-'));
  const corpus = openCorpus(folder);
  file = corpus.place.file;
  const plain = Array.from({ length: 2500 }, (_, number) =>
    exampleRecord({
      run: exampleRun({ durationMs: number, stdout: 'x'.repeat(2000) }),
      prediction: examplePrediction({
        usage: null,
        latency: null,
        asked: null,
        confidence: { stated: null, consistency: null, logProbability: null },
      }),
    }),
  );
  const others = Array.from({ length: 500 }, () =>
    exampleRecord({ run: exampleRun({ durationMs: 0.25, stdout: '2026-01-01 é \u2028 \u0000 😀' }) }),
  );
  await corpus.append(...plain, ...others, buildProbeRecord(exampleProbe(), '6', null, exampleProvenance));
  await corpus.note('some id', '2026-01-02T03:04:05Z');
  rows = 3002;
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kindOf = (column: string, value: unknown): 'text' | 'boolean' | 'real' | 'whole' =>
  typeof value === 'string'
    ? 'text'
    : typeof value === 'boolean'
      ? 'boolean'
      : realColumns.has(column)
        ? 'real'
        : 'whole';
const expected: Readonly<Record<string, ReturnType<typeof kindOf>>> = Object.fromEntries(
  Object.entries(emptyRow).map(([column, value]) => [column, kindOf(column, value)]),
);

/** pandas makes whole numbers of reals that are all whole; DuckDB makes times of texts that are all times, and room for both signs. */
function isHarmless(reader: string, wanted: string | undefined, found: string): boolean {
  if (reader === 'pandas') return wanted === 'real' && found === 'whole';
  if (reader !== 'duckdb') return false;
  return wanted === 'text' ? found.startsWith('TIMESTAMP') : wanted === 'whole' && found === 'HUGEINT';
}

/** Each prints the number of rows, its kind for each column, and the texts of the last check. */
const programs = {
  datasets: `
import json, sys, datasets
datasets.disable_progress_bars()
data = datasets.load_dataset("json", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
kinds = {"string": "text", "large_string": "text", "bool": "boolean", "int64": "whole", "float64": "real"}
last = data[2999]
print(json.dumps([len(data), {name: kinds.get(feature.dtype, feature.dtype) for name, feature in data.features.items()}, last["stdout"], last["durationMs"]]))`,
  pandas: `
import json, sys, pandas
data = pandas.read_json(sys.argv[1], lines=True)
def kind(series):
    if series.dtype == bool: return "boolean"
    if series.dtype == "int64": return "whole"
    if series.dtype == "float64": return "real"
    return "text" if all(isinstance(value, str) for value in series) else str(series.dtype)
last = data.iloc[2999]
print(json.dumps([len(data), {name: kind(data[name]) for name in data.columns}, last["stdout"], last["durationMs"]]))`,
  duckdb: `
import json, sys, duckdb
table = duckdb.sql(f"SELECT * FROM '{sys.argv[1]}'")
kinds = {"VARCHAR": "text", "JSON": "text", "BOOLEAN": "boolean", "BIGINT": "whole", "DOUBLE": "real"}
count = duckdb.sql(f"SELECT count(*) FROM '{sys.argv[1]}'").fetchall()[0][0]
last = duckdb.sql(f"SELECT stdout, durationMs FROM '{sys.argv[1]}' WHERE kind = 'check' AND durationMs = 0.25 LIMIT 1").fetchall()[0]
print(json.dumps([count, {name: kinds.get(str(type), str(type)) for name, type in zip(table.columns, table.types)}, *last]))`,
};

test.skipIf(python === undefined).each(Object.entries(programs))(
  `%s reads a corpus with no option (${why})`,
  (name, program) => {
    const [count, kinds, stdout, durationMs] = JSON.parse(
      runPython(python ?? '', program, [file, join(folder, 'cache')]),
    );
    expect(count).toBe(rows);
    const differing = Object.entries(kinds).filter(([column, kind]) => kind !== expected[column]);
    expect(differing.filter(([column, kind]) => !isHarmless(name, expected[column], String(kind)))).toEqual([]);
    expect([stdout, durationMs]).toEqual(['2026-01-01 é \u2028 \u0000 😀', 0.25]);
  },
  180_000,
);

test.skipIf(python === undefined)(
  `datasets loads the exported folder by its card, with the types that the card says (${why})`,
  async () => {
    const { files } = exportCorpus(await openCorpus(folder).read(), 'huggingface');
    const place = join(folder, 'card');
    mkdirSync(place);
    for (const { name, text } of files) writeFileSync(join(place, name), text);
    const program = `
import json, sys, datasets
datasets.disable_progress_bars()
data = datasets.load_dataset(sys.argv[1], split="train", cache_dir=sys.argv[2])
print(json.dumps([len(data), {name: feature.dtype for name, feature in data.features.items()}]))`;
    const [count, types] = JSON.parse(runPython(python ?? '', program, [place, join(folder, 'cache2')]));
    // The note is on a record that is not there, so it stays.
    expect(count).toBe(rows - 1);
    const names = { text: 'string', boolean: 'bool', whole: 'int64', real: 'float64' };
    const wanted = Object.entries(expected).map(([column, kind]) => [column, names[kind]]);
    expect(types).toEqual(Object.fromEntries(wanted));
  },
  180_000,
);

const hasJq = (() => {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasJq)(
  'jq reads a corpus with no option (skipped where there is no jq)',
  () => {
    const words = [
      '-s',
      '[length, ([.[] | keys_unsorted] | unique | length), (.[0].claims | fromjson | .returns)]',
      '-c',
      file,
    ];
    expect(JSON.parse(execFileSync('jq', words, { encoding: 'utf8' }))).toEqual([rows, 1, '6']);
  },
  180_000,
);
