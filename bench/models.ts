/**
 * The small local models on the first rows of CRUXEval-O, by shape of answer: right under policy `equal`, no answer, stated
 * confidence, state after the call, seconds a row. Post-state and confidence are asked too. Choose with `CALLED_IT_BENCH_MODELS`,
 * `CALLED_IT_BENCH_SHAPES` (comma-separated), `CALLED_IT_BENCH_STYLE`, `CALLED_IT_BENCH_SAMPLES`, `CALLED_IT_BENCH_ROWS` and, to go on
 * in parts, `CALLED_IT_BENCH_FROM`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compareValues } from '../server/core/compare.ts';
import { receiveJson } from '../server/core/door.ts';
import { fingerprint } from '../server/core/fingerprint.ts';
import { readLiteral } from '../server/core/literal.ts';
import { silentLog } from '../server/core/log.ts';
import { AnswerShape, type Prediction, Style } from '../server/core/prediction.ts';
import { fullScope, type Probe, probeId } from '../server/core/probe.ts';
import { parametersOf, splitTopLevel } from '../server/core/pythonText.ts';
import { openLocalModel } from '../server/predict/local/localModel.ts';
import { type LocalModelName, localModels } from '../server/predict/local/models.ts';
import { openMeans } from '../server/predict/means.ts';
import { predictWith } from '../server/predict/predict.ts';
import { targetAlone } from '../server/predict/shownCode.ts';

const root = process.env['CALLED_IT_ROOT'] ?? process.cwd();
const data = join(process.env['CALLED_IT_SHARED'] ?? join(root, '..', 'shared'), 'data', 'cruxeval');
const slots = 2;

const Row = z.object({ id: z.string(), code: z.string(), input: z.string(), output: z.string() });
type Row = Readonly<z.infer<typeof Row>>;
const Mutated = z.object({ id: z.string(), args_after: z.string() });

const listed = (name: string, usual: readonly string[]): readonly string[] => process.env[name]?.split(',') ?? usual;
const rowCount = Number(process.env['CALLED_IT_BENCH_ROWS'] ?? 100);
const style = Style.parse(process.env['CALLED_IT_BENCH_STYLE'] ?? 'direct');
const samples = Number(process.env['CALLED_IT_BENCH_SAMPLES'] ?? 1);

function linesOf<T>(schema: z.ZodType<T>, name: string): readonly T[] {
  const lines = readFileSync(join(data, name), 'utf8').trim().split('\n');
  return lines.map(line => receiveJson(schema, line, name));
}

const from = Number(process.env['CALLED_IT_BENCH_FROM'] ?? 0);
const rows = linesOf(Row, 'cruxeval.jsonl').slice(from, from + rowCount);
const after = new Map(linesOf(Mutated, 'mutating.jsonl').map(row => [row.id, row.args_after]));
function probeOf({ code, input }: Row): Probe {
  const facts = { file: '', name: 'f', form: 'function', isAsync: false, isGenerator: false } as const;
  const target = { ...facts, source: code, fingerprint: fingerprint(code) };
  const call = { expression: `f(${input})`, setup: '' };
  const question = { kind: 'outcome', scope: fullScope } as const;
  return { id: probeId(target, call, question), target, call, question, code, chosen: 'import' };
}

function isEqual(text: string | undefined, gold: string): boolean {
  const [predicted, actual] = [readLiteral(text ?? ''), readLiteral(gold)];
  return predicted.kind === 'value' && actual.kind === 'value' && compareValues(predicted.value, actual.value).equal;
}

function isUnreadable({ kind, claims }: Prediction): boolean {
  return (
    kind !== 'answered' || (claims.raises === undefined && readLiteral(claims.returns ?? '').kind === 'unreadable')
  );
}

/** Every argument that changes is claimed with its value, and no other. */
function isStateRight(row: Row, { claims }: Prediction): boolean {
  const changed = splitTopLevel((after.get(row.id) ?? '()').slice(1, -1));
  const before = splitTopLevel(row.input);
  const names = parametersOf(row.code);
  const expected = changed.flatMap((text, index) =>
    isEqual(text, before[index] ?? '') ? [] : [{ target: names[index], text }],
  );
  return (
    expected.length === claims.state.length &&
    expected.every(({ target, text }) =>
      claims.state.some(claim => claim.target === target && isEqual(claim.text, text)),
    )
  );
}

async function measure(name: LocalModelName, shapes: readonly AnswerShape[], signal: AbortSignal): Promise<void> {
  const model = await openLocalModel({ name, signal });
  try {
    for (const answer of shapes) await measureShape(model, answer, signal);
  } finally {
    await model.close();
  }
}

async function measureShape(
  model: Awaited<ReturnType<typeof openLocalModel>>,
  answer: AnswerShape,
  signal: AbortSignal,
): Promise<void> {
  const means = openMeans({ concurrency: slots });
  const endpoint = {
    kind: 'model',
    baseUrl: model.baseUrl,
    model: model.model,
    apiKey: model.apiKey,
    proxy: '',
    strictTls: true,
  } as const;
  const options = {
    style,
    answer,
    context: 'function',
    contextTokens: 6000,
    samples,
    pythonVersion: '3.11',
    means,
  } as const;
  const begun = performance.now();
  const results: { row: Row; prediction: Prediction }[] = [];
  const queue = [...rows];
  const worker = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const probe = probeOf(row);
      const prediction = await predictWith(
        endpoint,
        probe,
        targetAlone(probe),
        options,
        silentLog,
        () => undefined,
        signal,
      );
      results.push({ row, prediction });
    }
  };
  await Promise.all(Array.from({ length: slots }, worker));
  await means.close();
  print(model.model, answer, results, (performance.now() - begun) / 1000);
}

function print(
  model: string,
  answer: string,
  results: readonly { row: Row; prediction: Prediction }[],
  seconds: number,
): void {
  const count = (holds: (each: (typeof results)[number]) => boolean): number => results.filter(holds).length;
  const stated = results.flatMap(({ prediction }) => prediction.confidence.stated ?? []);
  const figures = {
    model,
    answer,
    style,
    samples,
    rows: results.length,
    right: count(({ row, prediction }) => isEqual(prediction.claims.returns, row.output)),
    unreadable: count(({ prediction }) => isUnreadable(prediction)),
    notAsked: count(({ prediction }) => prediction.kind === 'notAsked'),
    stateRight: count(({ row, prediction }) => isStateRight(row, prediction)),
    meanStated:
      stated.length === 0
        ? null
        : Math.round((1000 * stated.reduce((sum, each) => sum + each, 0)) / stated.length) / 1000,
    stated: stated.length,
    requests: results.reduce((sum, { prediction }) => sum + (prediction.latency?.attempts ?? 0), 0),
    secondsPerRow: Math.round((100 * seconds) / results.length) / 100,
  };
  console.log(JSON.stringify(figures));
  if (process.env['CALLED_IT_BENCH_VERBOSE'] === undefined) return;
  for (const { row, prediction } of results) {
    console.log(
      JSON.stringify([
        row.id,
        prediction.reason,
        prediction.raw.slice(0, 200),
        row.output,
        prediction.claims.state,
        prediction.flags,
      ]),
    );
  }
}

const isName = (name: string): name is LocalModelName => name in localModels;
const shapes = listed('CALLED_IT_BENCH_SHAPES', AnswerShape.options).map(shape => AnswerShape.parse(shape));
for (const name of listed('CALLED_IT_BENCH_MODELS', ['qwen-0.5b', 'qwen-1.5b']).filter(isName)) {
  await measure(name, shapes, AbortSignal.timeout(3_600_000));
}
