/** The small local model: its file by hash from whatever source, one process at a time, and a server that never outlives its owner. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../core/failure.ts';
import { silentLog } from '../../core/log.ts';
import { openMeans } from '../means.ts';
import { predictWith } from '../predict.ts';
import { targetAlone } from '../shownCode.ts';
import { asking, endpointAt, never } from '../testing/asking.ts';
import { stateProbe } from '../testing/probes.ts';
import { cacheFolder } from './cacheFolder.ts';
import { fetchModel } from './fetchModel.ts';
import { type LocalModel, openLocalModel } from './localModel.ts';
import { withLock } from './lock.ts';
import { type LocalModelFile, localModels } from './models.ts';
import { quietEnvironment } from './program.ts';
import { pythonForServer } from './python.ts';
import serveScript from './serve.py';

const bytes = Buffer.from('not really a model '.repeat(5000));
const sha256 = createHash('sha256').update(bytes).digest('hex');
let cache: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'called-it-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
  rmSync(cache, { recursive: true });
});

/** Serves the file; `upTo` cuts the first answer off. `ranges` are the ranges that were asked for. */
async function publisher(content: Buffer, upTo = content.length) {
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    const range = request.headers.range ?? '';
    ranges.push(range);
    const start = Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0);
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start });
    if (ranges.length > 1 || upTo === content.length) response.end(content.subarray(start));
    else response.write(content.subarray(0, upTo), () => response.socket?.end());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => server.close(() => resolve())));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address !== 'string' ? address.port : 0}/m.gguf`,
    ranges,
  };
}

function request(url: string, more: Partial<LocalModelFile> = {}) {
  const model = { ...localModels.smollm2, file: 'm.gguf', bytes: bytes.length, sha256, url, packages: [], ...more };
  return { model, cache, file: '', python: 'python3' };
}

describe('the file', () => {
  test('is fetched, checked, named, and then found', async () => {
    const { url, ranges } = await publisher(bytes);
    const progress: number[] = [];
    const path = await fetchModel(request(url), each => void progress.push(each.doneBytes), never);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(progress.at(-1)).toBe(bytes.length);
    expect(await fetchModel(request(url), () => undefined, never)).toBe(path);
    expect(ranges).toHaveLength(1);
  });

  test('of which an earlier attempt left a part is fetched from there on', async () => {
    const { url, ranges } = await publisher(bytes);
    mkdirSync(join(cache, 'models'));
    writeFileSync(join(cache, 'models', 'm.gguf.huggingface.co.part'), bytes.subarray(0, 40_000));
    const path = await fetchModel(request(url), () => undefined, never);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(ranges).toEqual(['bytes=40000-']);
  });

  test('that was cut off has no name, and the next attempt succeeds', async () => {
    const { url } = await publisher(bytes, 40_000);
    await expect(fetchModel(request(url), () => undefined, never)).rejects.toThrow(Failure);
    expect(existsSync(join(cache, 'models', 'm.gguf'))).toBe(false);
    const path = await fetchModel(request(url), () => undefined, never);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('with other bytes is deleted, and the failure names the alternatives', async () => {
    const { url } = await publisher(Buffer.from('x'.repeat(bytes.length)));
    const failure: unknown = await fetchModel(request(url), () => undefined, never).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ code: 'localModel', next: expect.stringContaining('CALLED_IT_MODEL_FILE') });
    expect(String(failure)).toContain('other bytes');
    expect(existsSync(join(cache, 'models', 'm.gguf'))).toBe(false);
    expect(existsSync(join(cache, 'models', 'm.gguf.huggingface.co.part'))).toBe(false);
  });

  test('of a publisher that says nothing is given up within seconds, for the next source', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise(resolve => silent.close(() => resolve()) && silent.closeAllConnections()));
    const address = silent.address();
    const port = address !== null && typeof address !== 'string' ? address.port : 0;
    const begun = performance.now();
    const asked = fetchModel(request(`http://127.0.0.1:${port}/m.gguf`), () => undefined, never);
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('pypi') });
    expect(performance.now() - begun).toBeLessThan(12_000);
  });

  test('comes from a fixed revision of its publisher, whatever is published later', () => {
    const urls = Object.values(localModels).flatMap(({ url }) => (url === '' ? [] : [url]));
    expect(urls).toHaveLength(2);
    for (const url of urls) expect(url).toMatch(/\/resolve\/[0-9a-f]{40}\/qwen2\.5-coder-[\w.-]+\.gguf$/);
  });

  test('wanted twice at once is fetched once', async () => {
    const { url, ranges } = await publisher(bytes);
    const both = await Promise.all([1, 2].map(() => fetchModel(request(url), () => undefined, never)));
    expect(new Set(both).size).toBe(1);
    expect(ranges).toHaveLength(1);
  });

  test('that the user names must be the right one', async () => {
    const own = join(cache, 'own.gguf');
    writeFileSync(own, bytes);
    expect(await fetchModel({ ...request(''), file: own }, () => undefined, never)).toBe(own);
    writeFileSync(own, 'other');
    await expect(fetchModel({ ...request(''), file: own }, () => undefined, never)).rejects.toThrow('is not SmolLM2');
  });

  test('is given up when cancelled', async () => {
    const { url } = await publisher(bytes);
    await expect(fetchModel(request(url), () => undefined, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

test('a lock whose owner died is taken over', async () => {
  const path = join(cache, 'a.lock');
  writeFileSync(path, '4194000');
  expect(
    await withLock(
      path,
      () => undefined,
      async () => 'done',
      never,
    ),
  ).toBe('done');
  expect(existsSync(path)).toBe(false);
});

test('without a Python that is new enough a sentence says so', async () => {
  vi.stubEnv('PATH', cache);
  await expect(pythonForServer('', never)).rejects.toMatchObject({
    code: 'localModel',
    message: expect.stringContaining('3.10'),
  });
});

test('the cache folder is the chosen one, else the operating system’s', () => {
  expect(cacheFolder({ CALLED_IT_CACHE: '/c' }, 'linux')).toBe('/c');
  expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux')).toBe(join('/x', 'called-it'));
  expect(cacheFolder({ LOCALAPPDATA: '/l' }, 'win32')).toBe(join('/l', 'called-it'));
  expect(cacheFolder({}, 'darwin')).toContain(join('Library', 'Caches', 'called-it'));
});

test('keys are not in the environment of what we start', () => {
  const env = { OPENAI_API_KEY: 'a', CALLED_IT_API_KEY: 'b', MY_TOKEN: 'c', PATH: '/bin' };
  expect(quietEnvironment(env)).toEqual({ PATH: '/bin' });
});

/** The real one: fetched where it is not there yet and can be. */
async function real(): Promise<LocalModel | string> {
  try {
    return await openLocalModel({ name: 'smollm2', signal: AbortSignal.timeout(120_000) });
  } catch (cause) {
    return cause instanceof Failure ? cause.message : String(cause);
  }
}

const model = await real();
const note = typeof model === 'string' ? ` (skipped: ${model})` : '';
afterAll(() => (typeof model === 'string' ? undefined : model.close()));

describe.skipIf(typeof model === 'string')(`a real llama.cpp server${note}`, () => {
  const probe = stateProbe({ source: 'def f(xs):\n    xs.append(3)\n    return len(xs)\n', call: 'f([1, 2])' });

  async function ask(answer: 'json' | 'session') {
    if (typeof model === 'string') throw new Error(model);
    const means = openMeans();
    const endpoint = endpointAt(model.baseUrl, { model: model.model, apiKey: model.apiKey });
    const prediction = await predictWith(
      endpoint,
      probe,
      targetAlone(probe),
      asking(means, { answer, maxTokens: 160 }),
      silentLog,
      () => undefined,
      never,
    );
    await means.close();
    return prediction;
  }

  test('answers with a schema in force', { timeout: 300_000 }, async () => {
    const prediction = await ask('json');
    expect(prediction).toMatchObject({
      predictor: { servedModel: 'smollm2' },
      asked: { rung: 'jsonSchema', degraded: [] },
    });
    expect(['answered', 'noAnswer']).toContain(prediction.kind);
    expect(prediction.flags).not.toContain('otherShape');
    expect(prediction.raw).toMatch(/^\s*\{\s*"reasoning"\s*:/);
    expect(prediction.confidence.logProbability).toBeNull();
    expect(prediction.usage?.promptTokens).toBeGreaterThan(100);
  });

  test('answers as a session, without a grammar, with log-probabilities', { timeout: 300_000 }, async () => {
    const prediction = await ask('session');
    expect(prediction).toMatchObject({ asked: { rung: 'plain', answer: 'session', degraded: [] } });
    expect(prediction.raw).not.toBe('');
    if (prediction.kind === 'answered') expect(prediction.confidence.logProbability ?? -1).toBeGreaterThanOrEqual(0);
    else expect(prediction.kind).toBe('noAnswer');
  });

  test('refuses a request without its key', async () => {
    if (typeof model === 'string') throw new Error(model);
    const { status } = await fetch(`${model.baseUrl}/chat/completions`, { method: 'POST', body: '{}' });
    expect(status).toBe(401);
  });

  test('ends when its owner is gone', { timeout: 60_000 }, async () => {
    const folder = cacheFolder();
    const python = join(
      folder,
      'server',
      'xllamacpp-2026.10.11549',
      process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
    );
    const child = spawn(python, ['-I', '-c', serveScript], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    const settings = {
      file: join(folder, 'models', localModels.smollm2.file),
      alias: 'a',
      contextTokens: 512,
      slots: 1,
      threads: 1,
      apiKey: 'k',
    };
    child.stdin.write(`${JSON.stringify(settings)}\n`);
    await new Promise(resolve => child.stdout.once('data', resolve));
    child.stdin.end();
    await ended;
    expect(child.exitCode).toBe(0);
  });
});
