/** `import`, `eval`, `report` and `export` over their real wire: a model server that is told what to say, and recorded answers. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCorpus } from '../corpus/corpus.ts';
import { type BuiltCommand, buildCommand, type Start } from './testing/calledIt.ts';
import { type FakeModel, openFakeModel, type Reply } from './testing/fakeModel.ts';

/** Row n adds n to its argument; the argument of row n is n × 10. */
const rows = Array.from({ length: 8 }, (_, n) => ({
  id: `sample_${n}`,
  code: `def f(x):\n    return x + ${n}\n`,
  input: String(n * 10),
  output: String(n * 11),
}));

let command: BuiltCommand;
let folder = '';
let model: FakeModel | undefined;
beforeAll(() => {
  command = buildCommand();
});
afterAll(() => command.remove());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-eval-'));
  writeFileSync(join(folder, 'rows.jsonl'), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  const { status } = await calledIt('import', 'rows.jsonl', '--format', 'cruxeval');
  expect(status).toBe(0);
});
afterEach(async () => {
  await model?.close();
  model = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function calledIt(...words: readonly string[]) {
  return command.run(words, { cwd: folder, env: environment() });
}

function environment(): Record<string, string> {
  return model === undefined
    ? {}
    : { CALLED_IT_BASE_URL: model.baseUrl, CALLED_IT_API_KEY: 'sk-test-0123456789abcdef' };
}

async function document(...words: readonly string[]) {
  const { status, stdout, stderr } = await calledIt(...words, '--json');
  if (stdout === '') throw new Error(stderr);
  return { status, ...JSON.parse(stdout) };
}

const answering = (value: string) =>
  JSON.stringify({
    reasoning: '',
    outcome: 'returns',
    return_repr: value,
    exception_type: '',
    exception_message: '',
    stdout: '',
    post_state: [],
    confidence_percent: 90,
  });

/** The number of the row that a request asks about. */
const askedRow = (body: string) => Number(/f\((\d+)\)/.exec(JSON.parse(body).messages.at(-1).content)?.[1]) / 10;
/** Right for the even rows. */
const evenAreRight = (body: string): Reply => answering(String(askedRow(body) * 11 + (askedRow(body) % 2)));
const live = ['eval', '.called-it', '--answer', 'json', '--runs', '1'];

describe('asking models', () => {
  test('a row says what was asked, answered and right, and every check is kept', async () => {
    model = await openFakeModel(evenAreRight);
    const row = await document(...live, '--model', 'fake');
    expect(row).toMatchObject({
      status: 0,
      model: 'fake',
      probes: 8,
      asked: 8,
      answered: 8,
      right: 4,
      wrong: 4,
      undecided: 0,
      noAnswer: 0,
      notAsked: 0,
      notRun: 0,
      accuracy: 0.5,
      coverage: 1,
      passAt1: 0.5,
      passAt5: null,
      policy: 'strict',
    });
    expect(row.byAspect.return).toMatchObject({ right: 4, wrong: 4 });
    const { records, broken } = await openCorpus(join(folder, '.called-it')).read();
    expect([records.length, broken.length]).toEqual([8, 0]);
    expect(records.every(({ frozen, at }) => frozen.at < at)).toBe(true);
    expect(readFileSync(row.corpus, 'utf8')).not.toContain('sk-test-0123456789abcdef');
    expect(readdirSync(join(folder, '.called-it/pending'))).toEqual([]);
  });

  test('two models are two rows, and a report compares them', async () => {
    model = await openFakeModel(
      body => (body.includes('"model":"better"') ? answering(String(askedRow(body) * 11)) : evenAreRight(body)),
      ['fake', 'better'],
    );
    const { rows: found, right } = await document(...live, '--model', 'fake', '--model', 'better');
    expect(right).toBe(4);
    expect(found.map((row: { model: string; right: number }) => [row.model, row.right])).toEqual([
      ['fake', 4],
      ['better', 8],
    ]);
    const report = await document('report', '.called-it', '--compare', 'fake', 'better', '--html', 'report.html');
    expect(report.comparison).toMatchObject({ bothRight: 4, onlyFirst: 0, onlySecond: 4, probability: 0.125 });
    expect(report.overall).toMatchObject({ right: 12, wrong: 4 });
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('</html>');
  });

  test('an evaluation that is killed goes on where it was, and asks nothing twice that was answered', async () => {
    const asked: number[] = [];
    let kill: (() => void) | undefined;
    model = await openFakeModel(body => {
      asked.push(askedRow(body));
      if (asked.length === 4) kill?.();
      return evenAreRight(body);
    });
    const meanwhile: Start['meanwhile'] = child => {
      kill = () => child.kill('SIGKILL');
    };
    await command.run([...live, '--model', 'fake'], { cwd: folder, env: environment(), meanwhile });
    const before = (await openCorpus(join(folder, '.called-it')).read()).records.length;
    expect(before).toBeLessThan(8);
    kill = undefined;
    const row = await document(...live, '--model', 'fake', '--resume');
    expect(row).toMatchObject({ probes: 8, right: 4, wrong: 4, resumed: before });
    // Only a request that was under way when the process died may come again.
    expect(asked.length).toBeLessThanOrEqual(9);
    expect(new Set(asked.slice(0, before)).size).toBe(before);
    const again = await document(...live, '--model', 'fake', '--resume');
    expect([again.resumed, asked.length <= 9]).toEqual([8, true]);
  });

  test('a prediction that was frozen and not judged is completed, not asked again', async () => {
    model = await openFakeModel(evenAreRight);
    await document(...live, '--model', 'fake', '--limit', '1');
    const corpus = openCorpus(join(folder, '.called-it'));
    const [record] = (await corpus.read()).records;
    if (record === undefined) throw new Error('nothing was kept');
    const other = openCorpus(join(folder, 'other'));
    await other.append(...(await corpus.read()).probes);
    await other.freeze(record.probe, record.prediction);
    const row = await document('eval', 'other', ...live.slice(2), '--model', 'fake', '--limit', '1', '--resume');
    expect([row.right, model.requests.filter(body => body !== '').length]).toEqual([1, 1]);
    expect(await other.pending()).toEqual([]);
  });

  test('a key that is refused ends the evaluation at once, and says how to go on', async () => {
    model = await openFakeModel(() => ({ status: 401, message: 'bad key' }));
    const { status, error } = await document(...live, '--model', 'fake');
    expect([status, error.code]).toEqual([3, 'modelFailed']);
    expect(error.next).toContain('--resume');
    expect(model.requests.length).toBeLessThanOrEqual(2);
  });

  test('nothing is kept where that is asked for', async () => {
    model = await openFakeModel(evenAreRight);
    const before = readFileSync(join(folder, '.called-it/corpus.jsonl'), 'utf8');
    const row = await document(...live, '--model', 'fake', '--no-record');
    expect([row.right, row.corpus]).toEqual([4, '']);
    expect(readFileSync(join(folder, '.called-it/corpus.jsonl'), 'utf8')).toBe(before);
  });

  test('without a model there is a failure with a next step', async () => {
    const { status, error } = await document(...live);
    expect([status, error.code]).toEqual([3, 'noModel']);
  });
});

test('what an evaluation may ask holds over all its models, and what was asked is kept', async () => {
  const asked: string[] = [];
  model = await openFakeModel(body => {
    asked.push(JSON.parse(body).model);
    return evenAreRight(body);
  });
  const limited = [...live, '--model', 'one', '--model', 'other', '--max-requests', '10'];
  const { status, error } = await document(...limited);
  expect({ status, code: error.code }).toEqual({ status: 3, code: 'modelFailed' });
  expect(error.message).toContain('The limit of 10 requests this time would be passed');
  expect(error.next).toContain('--resume');
  expect(asked.filter(name => name === 'one')).toHaveLength(8);
  expect(asked.filter(name => name === 'other')).toHaveLength(2);
  const rest = await document(...live, '--model', 'one', '--model', 'other', '--resume');
  expect(rest.rows).toMatchObject([
    { model: 'one', asked: 8, resumed: 8 },
    { model: 'other', asked: 8, resumed: 2 },
  ]);
  for (const other of [
    ['--strip', 'comments'],
    ['--style', 'cot'],
  ]) {
    expect(await document(...live, '--model', 'one', '--resume', ...other)).toMatchObject({ resumed: 0 });
  }
});

test('rules are rows to be beaten, and need no model', async () => {
  const { rows: found } = await document(
    'eval',
    '.called-it',
    '--baseline',
    'echo',
    '--baseline',
    'none',
    '--runs',
    '1',
  );
  expect(found.map((row: { model: string; right: number }) => [row.model, row.right])).toEqual([
    ['baseline echo', 1],
    ['baseline none', 0],
  ]);
});

describe('recorded answers', () => {
  const record = (question: 'output' | 'input', samples: (n: number) => readonly string[]) => {
    const lines = rows.map(
      ({ id }, n) =>
        `${JSON.stringify({ id, model: 'told', style: 'direct', samples: samples(n), published: [true] })}\n`,
    );
    writeFileSync(join(folder, `${question}.jsonl.gz`), gzipSync(lines.join('')));
    return `${question}.jsonl.gz`;
  };

  test('outputs are compared as literals, by either policy, sample by sample', async () => {
    const file = record('output', n => [String(n * 11), `${n * 11}.0`, '0', 'nonsense', `${n * 11} or True`]);
    const strict = await document('eval', '.called-it', '--replay', file, '--runs', '1', '--no-record');
    expect(strict).toMatchObject({
      probes: 8,
      asked: 40,
      right: 9,
      wrong: 15,
      noAnswer: 16,
      passAt5: 1,
      policy: 'strict',
    });
    const equal = await document(
      'eval',
      '.called-it',
      '--replay',
      file,
      '--runs',
      '1',
      '--no-record',
      '--policy',
      'equal',
    );
    expect(equal).toMatchObject({ asked: 40, right: 17, wrong: 7, noAnswer: 16 });
  });

  test('inputs run, and are right where the real result is the wanted one; what is more than literals never runs', async () => {
    const trap = join(folder, 'trap');
    const file = record('input', n => [
      `f(${n * 10})`,
      `${n * 10}`,
      `f(x=${n * 10})`,
      'f(-1)',
      "f('a')",
      `f(__import__('pathlib').Path(${JSON.stringify(trap)}).touch() or ${n * 10})`,
    ]);
    const row = await document(
      'eval',
      '.called-it',
      '--question',
      'input',
      '--replay',
      file,
      '--runs',
      '1',
      '--policy',
      'equal',
    );
    expect(row).toMatchObject({ probes: 8, asked: 48, right: 24, wrong: 16, noAnswer: 8, question: 'input' });
    expect(row.passAt1).toBeCloseTo(0.5, 12);
    expect(existsSync(trap)).toBe(false);
    const report = await document('report', '.called-it');
    expect(report.byQuestion).toMatchObject([{ name: 'input', asked: 48, right: 24 }]);
  });

  test('a file that holds no answers, or of other probes, is an input error', async () => {
    writeFileSync(join(folder, 'none.jsonl'), '{"id":"elsewhere","model":"m","style":"direct","samples":["1"]}\n');
    expect((await document('eval', '.called-it', '--replay', 'none.jsonl')).status).toBe(2);
    expect((await document('eval', '.called-it', '--replay', 'missing.jsonl')).error.code).toBe('fileMissing');
  });
});

test('a case whose source changed is told with what changed, and asked anew on what is there now', async () => {
  const source = 'RATE = 2\n\ndef scale(x):\n    return x * RATE\n';
  writeFileSync(join(folder, 'shop.py'), source);
  const words = ['shop.py', 'scale(21)', '--predict', '42', '--corpus', 'checks', '--runs', '1'];
  expect((await document('check', ...words)).verdict.kind).toBe('right');
  expect((await document('report', 'checks', '--stale')).stale).toEqual([]);
  writeFileSync(join(folder, 'shop.py'), source.replace('x * RATE', 'x + RATE'));
  const report = await document('report', 'checks', '--stale');
  expect(report.stale).toMatchObject([
    {
      file: 'shop.py',
      call: 'scale(21)',
      kind: 'changed',
      removed: ['    return x * RATE'],
      added: ['    return x + RATE'],
    },
  ]);
  model = await openFakeModel(() => answering('23'));
  const row = await document('eval', 'checks', ...live.slice(2), '--model', 'fake', '--stale');
  expect([row.probes, row.right]).toEqual([1, 1]);
  const { stdout } = await calledIt('report', 'checks', '--stale');
  expect(stdout).toContain('+     return x + RATE');
});

describe('in and out', () => {
  test('an import says what came in, an export what went out and what did not', async () => {
    const again = await document('import', 'rows.jsonl');
    expect(again).toMatchObject({
      status: 0,
      read: 8,
      imported: 0,
      skipped: [{ reason: 'in the corpus already', count: 8 }],
    });
    const out = await document('export', '.called-it', '--format', 'cruxeval', '--out', 'out');
    expect(out).toMatchObject({ status: 0, written: 8, skipped: [], files: ['cruxeval.jsonl', 'manifest.json'] });
    const lines = readFileSync(resolve(folder, 'out/cruxeval.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual(rows);
  });

  test.each([
    [['report', 'nowhere'], 'corpusUnreadable'],
    [['export', 'nowhere', '--format', 'inspect'], 'corpusUnreadable'],
    [['export', '.called-it', '--format', 'nothing'], 'usage'],
    [['eval', 'rows.jsonl', '--model', 'm'], 'corpusUnreadable'],
    [['report', '.called-it', '--compare', 'one'], 'usage'],
    [['import', 'nowhere.jsonl'], 'fileMissing'],
  ])('%s ends with 2', async (words, code) => {
    const { status, error } = await document(...words);
    expect([status, error.code]).toEqual([2, code]);
  });

  test('the report prints tables for people', async () => {
    model = await openFakeModel(evenAreRight);
    await calledIt(...live, '--model', 'fake');
    const { stdout, status } = await calledIt('report', '.called-it');
    expect(status).toBe(0);
    expect(stdout).toMatch(/50\.0 % right of 8 judged/);
    expect(stdout).toMatch(/^fake +4 +4 +0 +0 +50\.0 %/m);
    expect(stdout).toContain('no calibration error below 100');
  });
});
