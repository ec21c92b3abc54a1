/** `called-it demo` and `doctor` over their real wire, with a scripted model server in place of the local one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Run } from '../core/outcome.ts';
import { Prediction } from '../core/prediction.ts';
import { Verdict } from '../core/verdict.ts';
import { demoCalls } from './demo/sample.ts';
import { type BuiltCommand, buildCommand } from './testing/calledIt.ts';
import { type FakeModel, openFakeModel } from './testing/fakeModel.ts';

const DemoDocument = z.object({
  model: z.string(),
  checks: z.array(
    z.object({ record: z.object({ id: z.string() }), verdict: Verdict, prediction: Prediction, run: Run }),
  ),
  right: z.int(),
  wrong: z.int(),
  undecided: z.int(),
  noAnswer: z.int(),
  notRun: z.int(),
  corpus: z.string(),
});

const DoctorDocument = z.object({
  works: z.boolean(),
  findings: z.array(
    z.strictObject({
      about: z.string(),
      state: z.enum(['works', 'limited', 'missing']),
      what: z.string(),
      remedy: z.string(),
    }),
  ),
});

let command: BuiltCommand;
let model: FakeModel;
let folder = '';

beforeAll(() => {
  command = buildCommand();
});
afterAll(() => command.remove());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'called-it-demo-'));
  model = await openFakeModel(reply);
});
afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true });
});

/** Right about one call, wrong about the rest, and always sure of it. */
function reply(body: string): string {
  if (body.includes('How likely')) return '95%';
  if (body.includes('>>> prices"')) return '[100, 250]';
  return body.includes('>>> total([100, 250], k=2)') ? '700' : "'nothing of the kind'";
}

function environment(): Record<string, string> {
  return { CALLED_IT_BASE_URL: model.baseUrl, CALLED_IT_MODEL: 'fake', CALLED_IT_CACHE: join(folder, 'cache') };
}

describe('demo', () => {
  test('the document has every check, the counts, and where they are kept', async () => {
    const { status, stdout } = await command.run(['demo', '--json'], { cwd: folder, env: environment() });
    expect(status).toBe(0);
    const document = DemoDocument.parse(JSON.parse(stdout));
    expect(document.model).toBe('fake');
    expect(document.checks).toHaveLength(demoCalls.length);
    expect(document.notRun).toBe(0);
    expect(document.right).toBeGreaterThanOrEqual(1);
    expect(document.right + document.wrong + document.undecided + document.noAnswer).toBe(demoCalls.length);
    const lines = readFileSync(join(document.corpus, 'corpus.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(demoCalls.length);
  });

  test('the calls show a value, an exception, a change, printed text and a certificate', async () => {
    const { stdout } = await command.run(['demo', '--json'], { cwd: folder, env: environment() });
    const runs = DemoDocument.parse(JSON.parse(stdout)).checks.map(({ run }) => run);
    expect(runs.filter(({ outcome }) => outcome.kind === 'returned').length).toBeGreaterThan(6);
    expect(runs.filter(({ outcome }) => outcome.kind === 'raised').length).toBeGreaterThanOrEqual(2);
    expect(runs.filter(({ state }) => state.some(({ changed }) => changed)).length).toBeGreaterThanOrEqual(3);
    expect(runs.some(({ stdout: printed }) => printed !== '')).toBe(true);
    expect(runs.every(({ certificate }) => certificate.stable)).toBe(true);
  });

  test('people see a row a call, the rate, and what to do next', async () => {
    const { status, stdout } = await command.run(['demo'], { cwd: folder, env: environment() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^fake at 127\.0\.0\.1:\d+, about 12 calls of /);
    expect(stdout).toMatch(/\ntotal\(\[100, 250\], k=2\) .*700 .*700 .*✓ right +95 %\n/);
    expect(stdout.match(/✗ wrong/g)?.length).toBeGreaterThan(8);
    expect(stdout).toMatch(/\n\d of 12 right, while it said to be 95 % sure on average\. \d+ wrong/);
    expect(stdout).toContain('npx called-it report .called-it');
  });

  test('without Python it says so before any model is fetched', async () => {
    const { status, stdout } = await command.run(['demo', '--json'], { cwd: folder, env: { PATH: '/nowhere' } });
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'noPython' } });
  });

  test('with an old Python alone the error names the alternative', async () => {
    const old = join(folder, 'python3');
    writeFileSync(old, '#!/bin/sh\necho 3.8\necho /old/python3\n', { mode: 0o755 });
    const env = { CALLED_IT_CACHE: join(folder, 'cache'), PATH: folder };
    const { status, stdout } = await command.run(['demo', '--json'], { cwd: folder, env });
    expect(status).toBe(3);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: 'localModel', message: expect.stringContaining('3.10') });
    expect(error.next).toMatch(/CALLED_IT_BASE_URL/);
  });
});

describe('doctor', () => {
  test('looks at everything, and says what to do about what is not well', async () => {
    const { status, stdout } = await command.run(['doctor', '--json'], { cwd: folder, env: environment() });
    expect(status).toBe(0);
    const { works, findings } = DoctorDocument.parse(JSON.parse(stdout));
    expect(works).toBe(true);
    expect(new Set(findings.map(({ about }) => about))).toEqual(
      new Set([
        'Node',
        'Python',
        'walls',
        'parser',
        'model',
        'profile',
        'local server',
        'small model',
        'editor',
        'corpus',
      ]),
    );
    expect(findings.filter(({ state, remedy }) => state !== 'works' && remedy === '')).toEqual([]);
    expect(findings.find(({ about }) => about === 'model')).toMatchObject({ state: 'works' });
    expect(model.requests).toEqual([]);
  });

  test('no Python ends with 3, and the rest is told all the same', async () => {
    const { status, stdout } = await command.run(['doctor', '--json', '--python', '/no/python'], { cwd: folder });
    expect(status).toBe(3);
    const { works, findings } = DoctorDocument.parse(JSON.parse(stdout));
    expect(works).toBe(false);
    expect(findings.find(({ about }) => about === 'Python')).toMatchObject({ state: 'missing' });
    expect(findings.find(({ about }) => about === 'parser')).toMatchObject({ state: 'works' });
  });
});
