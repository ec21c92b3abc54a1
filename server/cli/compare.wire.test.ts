/** `called-it check` with several predictors over its real wire: one run, a row each, and what may be spent. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BuiltCommand, buildCommand } from './testing/calledIt.ts';
import { type FakeModel, openFakeModel } from './testing/fakeModel.ts';

const program = 'def double(x):\n    """Twice.\n\n    >>> double(4)\n    8\n    """\n    return x * 2  # doubled\n';

let command: BuiltCommand;
let folder = '';
let model: FakeModel;

beforeAll(() => {
  command = buildCommand();
});
afterAll(() => command.remove());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-compare-'));
  writeFileSync(join(folder, 'm.py'), program);
  model = await openFakeModel(body => {
    if (body.includes('How likely')) return '80%';
    return body.includes('"model":"good"') ? '8' : '7';
  });
});
afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true });
});

async function calledIt(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const named = { CALLED_IT_BASE_URL: model.baseUrl, CALLED_IT_MODEL: 'bad', CALLED_IT_CACHE: join(folder, 'cache') };
  return command.run(words, { cwd: folder, env: { ...named, ...env } });
}

const check = ['check', 'm.py', 'double(4)', '--answer', 'session'];

function corpusLines(): readonly string[] {
  return readFileSync(join(folder, '.called-it', 'corpus.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
}

describe('several predictors', () => {
  test('person, models and rules are judged by one run, and a record is kept of each', async () => {
    const words = [...check, '--model', 'good', '--model', 'bad', '--baseline', 'echo', '--predict', '8', '--json'];
    const { stdout, status } = await calledIt(words);
    const document = JSON.parse(stdout);
    const rows = document.checks.map(
      ({ prediction, verdict }: { prediction: { predictor: object }; verdict: { kind: string } }) => ({
        ...prediction.predictor,
        verdict: verdict.kind,
      }),
    );
    expect(rows).toMatchObject([
      { kind: 'person', verdict: 'right' },
      { kind: 'model', name: 'good', verdict: 'right' },
      { kind: 'model', name: 'bad', verdict: 'wrong' },
      { kind: 'baseline', name: 'echo', verdict: 'wrong' },
    ]);
    expect(status).toBe(1);
    expect(document.record).toEqual(document.checks[0].record);
    expect(document.verdict).toEqual(document.checks[0].verdict);
    const ids = document.checks.map(({ record }: { record: { id: string } }) => record.id);
    expect(new Set(ids).size).toBe(4);
    expect(corpusLines().map(line => JSON.parse(line).id)).toEqual(ids);
    expect(new Set(document.checks.map(({ run }: { run: object }) => JSON.stringify(run))).size).toBe(1);
    const [start = ''] = document.checks
      .map(({ record }: { record: { frozen: { at: string } } }) => record.frozen.at)
      .reverse();
    expect(start < document.record.at).toBe(true);
  });

  test('stand in columns, the real run below', async () => {
    const { stdout } = await calledIt([...check, '--model', 'good', '--model', 'bad', '--baseline', 'none']);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^predictor +predicted +verdict +sure$/);
    expect(lines[1]).toMatch(/^good +8 +✓ right +80 %$/);
    expect(lines[2]).toMatch(/^bad +7 +✗ wrong +80 %$/);
    expect(lines[3]).toMatch(/^rule none +None +✗ wrong +$/);
    expect(lines[4]).toMatch(/^but +The code gives the answer away: it has a doctest of this very call\./);
    expect(lines[5]).toMatch(/^returned +8 +int$/);
    expect(stdout.match(/^returned/gm)).toHaveLength(1);
    expect(stdout).toMatch(/\nkept +([0-9a-f]{12}(, )?){3} in /);
  });

  test('a rule may go by what was recorded, and needs no model', async () => {
    const alone = await calledIt([...check, '--baseline', 'common', '--json']);
    expect(JSON.parse(alone.stdout)).toMatchObject({
      verdict: { kind: 'noAnswer' },
      record: { id: expect.any(String) },
    });
    const { stdout, status } = await calledIt([...check, '--baseline', 'common', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: { kind: 'right' },
      prediction: { predictor: { name: 'common' } },
    });
    expect(status).toBe(0);
    expect(model.requests).toEqual([]);
  });

  test('one predictor gives one document, without a list', async () => {
    const { stdout } = await calledIt([...check, '--model', 'good', '--model', 'good', '--json']);
    expect(JSON.parse(stdout)).not.toHaveProperty('checks');
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { kind: 'right' } });
  });

  test('your own prediction alone asks no model, whatever the environment names', async () => {
    const { stdout } = await calledIt([...check, '--predict', '8', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ prediction: { predictor: { kind: 'person' } } });
    expect(model.requests).toEqual([]);
  });
});

describe('recorded answers', () => {
  test('stand for the model, which is not asked again, and needs no address', async () => {
    for (const shape of ['session', 'json']) {
      const live = JSON.parse(
        (await calledIt(['check', 'm.py', 'double(4)', '--answer', shape, '--model', 'good', '--json'])).stdout,
      );
      const before = model.requests.length;
      const words = [
        'check',
        'm.py',
        'double(4)',
        '--model',
        'good',
        '--recorded',
        '.called-it',
        '--no-record',
        '--json',
      ];
      const env = { CALLED_IT_BASE_URL: '', CALLED_IT_CACHE: join(folder, 'elsewhere') };
      const { stdout, status } = await calledIt([...words, '--answer', shape], env);
      const document = JSON.parse(stdout);
      expect(document.prediction).toMatchObject({
        predictor: { kind: 'recording', name: 'good' },
        at: live.prediction.at,
      });
      expect(document.verdict.kind).toBe(live.verdict.kind);
      expect({ status, asked: model.requests.length - before }).toEqual({ status: 0, asked: 0 });
    }
  });

  test('of several samples are found, also where asking ended early', async () => {
    const several = [...check, '--model', 'good', '--samples', '10', '--json'];
    const live = JSON.parse((await calledIt(several)).stdout);
    expect(live.prediction.samples.length).toBeLessThan(10);
    const before = model.requests.length;
    const again = [...several, '--recorded', '.called-it', '--no-record'];
    const { stdout } = await calledIt(again, { CALLED_IT_CACHE: join(folder, 'elsewhere') });
    expect(JSON.parse(stdout).prediction).toMatchObject({
      kind: 'answered',
      predictor: { kind: 'recording' },
      at: live.prediction.at,
    });
    expect(model.requests.length).toBe(before);
  });

  test('are found where less code was shown then, since the window was small', async () => {
    const helper = `def helper(x):\n${'    x = x + 1\n'.repeat(20)}    return x\n`;
    writeFileSync(join(folder, 'n.py'), `${helper}\n\ndef outer(x):\n    return helper(x)\n`);
    const words = ['check', 'n.py', 'outer(1)', '--model', 'good', '--json'];
    const live = JSON.parse((await calledIt([...words, '--context-tokens', '40'])).stdout);
    expect(live.prediction.asked.context.leftOut).toHaveLength(1);
    const { stdout } = await calledIt([...words, '--recorded', '.called-it', '--no-record']);
    expect(JSON.parse(stdout).prediction).toMatchObject({ predictor: { kind: 'recording' }, at: live.prediction.at });
  });

  test('of another question are a no answer, and never a request', async () => {
    await calledIt([...check, '--model', 'good']);
    const before = model.requests.length;
    for (const other of [
      ['--model', 'bad'],
      ['--model', 'good', '--style', 'cot'],
      ['--model', 'good', '--strip', 'comments'],
    ]) {
      const { stdout } = await calledIt([...check, ...other, '--recorded', '.called-it', '--no-record', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({
        verdict: { kind: 'noAnswer' },
        prediction: { reason: 'recordingMissing' },
      });
    }
    expect(model.requests.length).toBe(before);
  });
});

describe('what may be spent', () => {
  test.each([
    ['requests of a command, too few for the questions of one prediction', ['--max-requests', '1'], {}, 0],
    ['tokens of a command', ['--max-tokens', '10'], {}, 0],
    ['requests of a day', [], { CALLED_IT_DAILY_REQUESTS: '1' }, 0],
    ['tokens of a day', [], { CALLED_IT_DAILY_TOKENS: '10' }, 0],
  ])('%s', async (_, words, env, requests) => {
    const { stdout, status } = await calledIt([...check, '--model', 'good', '--model', 'bad', ...words, '--json'], env);
    const reasons = JSON.parse(stdout).checks.map(
      ({ prediction }: { prediction: { reason: string } }) => prediction.reason,
    );
    expect(reasons).toContain('budgetExceeded');
    expect(model.requests).toHaveLength(requests);
    expect(status).toBe(0);
  });

  test('a limit that is no number is refused before anything is asked', async () => {
    const { status, stderr } = await calledIt(check, { CALLED_IT_DAILY_COST: 'much' });
    expect({ status, requests: model.requests }).toEqual({ status: 2, requests: [] });
    expect(stderr).toContain('CALLED_IT_DAILY_COST is no number.');
  });
});

describe('what is shown', () => {
  test('what the user knows of the server counts', async () => {
    const words = ['predict', 'm.py', 'double(4)', '--show-prompt', '--answer', 'json', '--json'];
    const known = [
      'rung=jsonObject',
      'temperature=fixed',
      'streamUsage=false',
      'extraBody={"provider":{"order":["x"]}}',
    ];
    const flags = known.flatMap(each => ['--profile', each]);
    const { body } = JSON.parse((await calledIt([...words, ...flags])).stdout);
    expect(body).toMatchObject({ response_format: { type: 'json_object' }, provider: { order: ['x'] } });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['temperature']));
    const { status, stdout } = await calledIt([...words, '--profile', 'rung=rope']);
    expect({ status, message: JSON.parse(stdout).error.message }).toMatchObject({
      status: 2,
      message: expect.stringContaining('It must be one of tokenLimit, temperature'),
    });
  });

  test('is what would be sent by what was measured, and says so', async () => {
    const words = ['predict', 'm.py', 'double(4)', '--answer', 'auto', '--model', 'bad'];
    const before = await calledIt([...words, '--show-prompt']);
    expect(before.stdout).toMatch(/^Asked in the shape `session`: nothing was measured of bad yet/);
    expect(model.requests).toEqual([]);
    const asked = JSON.parse((await calledIt([...words, '--json'])).stdout);
    expect(model.requests.length).toBeGreaterThan(4);
    const doctor = JSON.parse((await calledIt(['doctor', '--json'])).stdout);
    const [profile] = doctor.findings.filter(({ about }: { about: string }) => about === 'profile');
    expect(profile).toMatchObject({ state: 'works', what: expect.stringContaining('(right: session 0 of 4') });
    const { prompt, body } = JSON.parse((await calledIt([...words, '--show-prompt', '--json'])).stdout);
    expect(prompt).toMatchObject({ shape: 'session', why: expect.stringContaining('session 0 of 4') });
    expect(asked.prediction.asked.answer).toBe('session');
    expect(model.requests).toContain(JSON.stringify(body));
    const forgot = JSON.parse((await calledIt(['doctor', '--forget', '--json'])).stdout);
    expect(forgot.findings.find(({ about }: { about: string }) => about === 'profile')).toMatchObject({
      state: 'limited',
      what: expect.stringContaining('Nothing is learned of it yet'),
    });
  });

  test('doctests, comments and docstrings can be taken out, and the record says so', async () => {
    const words = ['predict', 'm.py', 'double(4)', '--show-prompt', '--answer', 'session', '--json'];
    const { manifest, prompt } = JSON.parse((await calledIt(words)).stdout);
    expect(manifest.leaks).toEqual(['doctestOfThisCall']);
    expect(prompt.text).toMatch(/>>> double\(4\)\n *\d+\| {5}8/);
    const stripped = JSON.parse((await calledIt([...words, '--strip', 'doctests', '--strip', 'comments'])).stdout);
    expect(stripped.manifest).toMatchObject({ leaks: [], stripped: ['doctests', 'comments'] });
    expect(stripped.prompt.text).not.toContain('# doubled');
    expect(stripped.prompt.text).not.toMatch(/\| {5}8\n/);
  });
});
