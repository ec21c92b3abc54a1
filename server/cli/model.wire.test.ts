/** `called-it check` and `predict` with a model server: what is sent, what is kept, and what a failing model leaves to see. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BuiltCommand, buildCommand, type Start } from './testing/calledIt.ts';
import { type FakeModel, openFakeModel, type Reply } from './testing/fakeModel.ts';
import { scripted } from './testing/script.ts';

const key = 'sk-a-key-that-nobody-may-see-0123456789';
const program = 'def total(prices, k=1):\n    prices.append(0)\n    print("adding")\n    return sum(prices) * k\n';
const call = ['m.py', 'total(xs, k=3)', '--setup', 'xs = [1, 2]', '--answer', 'session'];

let command: BuiltCommand;
let folder = '';
let model: FakeModel;

beforeAll(() => {
  command = buildCommand();
});
afterAll(() => command.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-model-'));
  writeFileSync(join(folder, 'm.py'), program);
});
afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true });
});

const right: Readonly<Record<string, Reply>> = { '>>> total(xs, k=3)': 'adding\n9', '>>> prices': '[1, 2, 0]' };

async function calledIt(words: readonly string[], reply: (body: string) => Reply | Promise<Reply>, start: Start = {}) {
  model = await openFakeModel(reply);
  const env = {
    CALLED_IT_BASE_URL: model.baseUrl,
    CALLED_IT_MODEL: 'fake',
    CALLED_IT_API_KEY: key,
    CALLED_IT_CACHE: join(folder, 'cache'),
  };
  const ended = await command.run([...words, '--json'], { cwd: folder, env, ...start });
  return { ...ended, document: JSON.parse(ended.stdout) };
}

function everythingKept(): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

test('what goes to a host that is not this machine is said before it is sent, and asks nobody', async () => {
  const far = ['--base-url', 'https://model.invalid/v1', '--model', 'far'];
  const remote = await calledIt(['check', ...call, ...far], scripted(right));
  expect(remote.stderr).toMatch(
    /far at model\.invalid is sent the call, the code of m\.py .*1–4.*, and our instructions/,
  );
  expect(remote.stderr.match(/is sent/g)).toHaveLength(1);
  expect(remote.document.prediction).toMatchObject({ kind: 'notAsked' });
  await model.close();
  const near = await calledIt(['check', ...call], scripted(right));
  expect(near.stderr).not.toContain('is sent');
  await model.close();
  const forbidden = await calledIt(['predict', ...call, ...far], scripted(right), {
    env: { CALLED_IT_LOCAL_ONLY: '1' },
  });
  expect(forbidden).toMatchObject({ status: 3, document: { error: { code: 'localOnly' } } });
  expect(forbidden.stderr).not.toContain('is sent');
});

describe('a model that answers', () => {
  test('value, change and printed text are judged; the record says who was asked and how', async () => {
    const { status, document } = await calledIt(['check', ...call], scripted(right));
    expect(document.verdict.kind).toBe('right');
    expect(status).toBe(0);
    expect(document.prediction).toMatchObject({
      predictor: { kind: 'model', name: 'fake' },
      claims: { returns: '9', state: [{ target: 'prices', text: '[1, 2, 0]' }] },
      confidence: { stated: 0.9 },
      asked: { answer: 'session', style: 'direct' },
    });
    expect(everythingKept()).toContain(document.record.id);
  });

  test('the key goes to the server, and nowhere else', async () => {
    const ended = await calledIt(['check', ...call], scripted(right));
    expect(new Set(model.keys)).toEqual(new Set([`Bearer ${key}`]));
    expect(ended.stdout + ended.stderr + everythingKept()).not.toContain(key);
  });

  test('secrets in the code, the set-up and the call go to nobody, and what rests on them is undecided', async () => {
    const secrets = ['hunter22secret', 'c0rrect-horse', key];
    writeFileSync(
      join(folder, 'm.py'),
      'PASSWORD = "hunter22secret"\n\ndef reveal(**given):\n    return PASSWORD\n\ndef count(x):\n    return len(PASSWORD)\n',
    );
    const words = ['check', 'm.py', `reveal(token="${key}", pw=pw)`, '--setup', 'pw = dict(password="c0rrect-horse")'];
    const hidden = await calledIt(words, body => (body.includes('How likely') ? '50%' : "'«secret:assigned:123456»'"));
    expect(hidden.document.prediction.kind).toBe('answered');
    expect(hidden.document.verdict.kind).toBe('undecided');
    for (const { reason } of hidden.document.verdict.aspects) expect(reason).toBe('redacted');
    const sent = model.requests.join('\n');
    await model.close();
    for (const secret of secrets) expect(sent).not.toContain(secret);
    const wrong = await calledIt(['check', 'm.py', 'count(1)'], body => (body.includes('How likely') ? '50%' : '3'));
    expect(wrong.document.verdict.kind).toBe('wrong');
  });

  test('a wrong one ends with 1', async () => {
    const { status, document } = await calledIt(['check', ...call], scripted({ ...right, '>>> total(xs, k=3)': '12' }));
    expect({ status, kind: document.verdict.kind }).toEqual({ status: 1, kind: 'wrong' });
  });
});

describe('a model that fails never hides the real outcome', () => {
  test.each([
    ['a wrong key', { status: 401, message: 'Incorrect API key provided' }, 'notAsked', 'auth'],
    [
      'a model that is not there',
      { status: 404, message: 'The model `fake` does not exist' },
      'notAsked',
      'modelNotFound',
    ],
    ['a reply that cannot be read', '{"returns": [', 'noAnswer', 'unreadable'],
    ['no reply', '', 'noAnswer', 'empty'],
  ] as const)('%s', async (_, reply, kind, reason) => {
    const { status, document } = await calledIt(['check', ...call], body =>
      body.includes('How likely') ? '50%' : reply,
    );
    expect(status).toBe(0);
    expect(document.verdict.kind).toBe('noAnswer');
    expect(document.prediction).toMatchObject({ kind, reason, explanation: expect.stringMatching(/\w+.*[.)]$/s) });
    expect(document.run.outcome).toMatchObject({ kind: 'returned', repr: '9' });
    expect(model.requests.length).toBeLessThan(6);
  });

  test('a server that is down', async () => {
    const { status, document } = await calledIt(['check', ...call, '--base-url', 'http://127.0.0.1:9/v1'], () => '');
    expect(status).toBe(0);
    expect(document.prediction).toMatchObject({ kind: 'notAsked', reason: 'network' });
    expect(document.run.outcome.kind).toBe('returned');
  });

  test.each([
    ['no model at all', {}],
    ['an address and no name', { CALLED_IT_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ])('%s: the outcome, and what is missing, with 3', async (_, env) => {
    const { status, document } = await calledIt(['check', ...call], () => '', { env });
    expect(status).toBe(3);
    expect(document.error).toMatchObject({ code: 'noModel', next: expect.stringContaining('--model') });
    expect(document.run.outcome).toMatchObject({ kind: 'returned', repr: '9' });
    expect(existsSync(join(folder, '.called-it'))).toBe(false);
  });

  test('Ctrl-C while the model thinks ends with 130, and leaves nothing half done', async () => {
    const silence = new Promise<Reply>(() => undefined);
    let interrupt = (): void => undefined;
    const { status, document } = await calledIt(
      ['check', ...call],
      () => {
        interrupt();
        return silence;
      },
      {
        meanwhile: child => {
          interrupt = () => void child.kill('SIGINT');
        },
      },
    );
    expect({ status, code: document.error.code }).toEqual({ status: 130, code: 'cancelled' });
    expect(everythingKept()).not.toContain('"frozen"');
  });
});

describe('predict', () => {
  test('asks, and runs nothing', async () => {
    const { status, document } = await calledIt(['predict', ...call], scripted(right));
    expect(status).toBe(0);
    expect(document.prediction.claims.returns).toBe('9');
    expect(document.run).toBeUndefined();
    expect(existsSync(join(folder, '.called-it'))).toBe(false);
  });

  test('ends with 3 where the model cannot be asked', async () => {
    const { status, document } = await calledIt(['predict', ...call], () => ({ status: 401, message: 'no' }));
    expect(status).toBe(3);
    expect(document).toMatchObject({ error: { code: 'modelFailed' }, prediction: { reason: 'auth' } });
  });

  test('--context-tokens bounds the code, and a target that is longer is not asked about', async () => {
    const { document } = await calledIt(['predict', ...call, '--context-tokens', '5'], scripted(right));
    expect(document.prediction).toMatchObject({ kind: 'notAsked', reason: 'contextOverflow' });
    expect(document.prediction.explanation).toContain('--context-tokens');
    expect(model.requests).toEqual([]);
  });

  test('--show-prompt shows what would be sent, and sends nothing', async () => {
    const { status, document } = await calledIt(['predict', ...call, '--show-prompt'], scripted(right));
    expect(status).toBe(0);
    expect(document.prompt.text).toContain('>>> total(xs, k=3)');
    expect(document.prompt.text).toContain('return sum(prices) * k');
    expect(document.manifest.shown[0].name).toBe('total');
    expect(model.requests).toEqual([]);
  });
});
