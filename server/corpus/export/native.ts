/** Our own format: the records as the corpus has them, and the same with a dataset card for Hugging Face. */
import { homedir } from 'node:os';
import type { CorpusRecord } from '../../core/record.ts';
import { toolVersion } from '../../core/version.ts';
import type { Contents } from '../corpus.ts';
import { recordLine } from '../line.ts';
import { openCleaner } from '../redact.ts';
import { Row, realColumns } from '../row.ts';
import type { Exported } from './exported.ts';

/** Every record that is not deleted, with the remarks on them, cleaned once more. */
export function exportNative({ probes, records, remarks }: Contents): Exported {
  const kept = new Set([...probes, ...records].map(({ id }) => id));
  const said = remarks.filter(({ about, what }) => kept.has(about) && what !== 'deletion' && what !== 'restoration');
  const all: readonly CorpusRecord[] = [...probes, ...records, ...said];
  const text = all.map(record => recordLine(record, openCleaner(homedir()))).join('');
  return { files: [{ name: 'corpus.jsonl', text }], written: all.length, skipped: [] };
}

/** The same, and a card that says what the columns are. */
export function exportHuggingFace(contents: Contents): Exported {
  const native = exportNative(contents);
  const [data] = native.files;
  const bytes = Buffer.byteLength(data?.text ?? '');
  const isRedacted = [...contents.records, ...contents.probes].some(({ provenance }) => provenance.redacted);
  const card = cardText(native.written, bytes, isRedacted);
  return { ...native, files: [...native.files, { name: 'README.md', text: card }] };
}

function cardText(rows: number, bytes: number, isRedacted: boolean): string {
  const features = Object.entries(Row.shape).map(
    ([name, { def }]) => `  - name: ${name}\n    dtype: ${typeName(name, def.type)}`,
  );
  return `---
language:
- en
license: other
license_name: as-the-code
license_link: README.md
pretty_name: Called It corpus
size_categories:
- ${sizeCategory(rows)}
task_categories:
- text-generation
tags:
- code
- runtime-behaviour
- called-it
annotations_creators:
- machine-generated
source_datasets:
- original
configs:
- config_name: default
  data_files:
  - split: train
    path: corpus.jsonl
dataset_info:
  features:
${features.join('\n')}
  splits:
  - name: train
    num_bytes: ${bytes}
    num_examples: ${rows}
---
# Called It corpus

Predictions of what Python calls do, made before the real call ran, beside what it did. Written by Called It ${toolVersion}.

- One line a record. \`kind\` is \`check\` (prediction, outcome and verdict), \`probe\` (a call to ask about) or \`remark\`.
- Texts are empty and numbers are −1 where there is nothing. Columns that hold structures are JSON text.
- \`verdict\` is \`right\`, \`wrong\`, \`undecided\` or \`noAnswer\`; the last two are never wrong answers, and \`kept\` says whether matches are there too.
- pandas turns a text column of digits into numbers unless it is told \`dtype=False\`.
- ${isRedacted ? 'Secrets and home folders were taken out; such records have `redacted`.' : 'No record had anything to redact.'}
- The code belongs to the repositories that it came from, and its licence is theirs.
`;
}

function typeName(column: string, type: string): string {
  if (type === 'string' || type === 'enum') return 'string';
  if (type === 'boolean') return 'bool';
  return realColumns.has(column) ? 'float64' : 'int64';
}

function sizeCategory(rows: number): string {
  if (rows < 1000) return 'n<1K';
  if (rows < 10_000) return '1K<n<10K';
  if (rows < 100_000) return '10K<n<100K';
  return rows < 1_000_000 ? '100K<n<1M' : '1M<n<10M';
}
