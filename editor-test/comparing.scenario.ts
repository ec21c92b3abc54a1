/** Several predictors on the same call: chosen from a list, judged by one run, shown in columns, each with a record of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { CodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openScene, type Scene } from './scene.ts';
import { modelName, type ScriptedModel } from './scriptedModel.ts';
import type { Workbench } from './workbench.ts';

let scene: Scene;
let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  scene = await openScene();
  ({ model, server, window } = scene);
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
});

afterAll(() => scene.close());

test('a model, a rule and you stand beside each other after one run', async () => {
  const { page } = window;
  await window.goTo(11, 12);
  await window.command('Called It: Compare Predictors on This Call…');
  await window.pick('You');
  await window.pick('Rule: none');
  await window.picture('compare-choice');
  await page.keyboard.press('Enter');
  await window.guess('8', 60);
  expect(await window.lineText('called it')).toBe('✗ 1 of 3 called it · really 9');
  expect(model.asked).toHaveLength(1);
});

test('the hover has the columns', async () => {
  await window.page
    .locator('.view-line', { hasText: 'total([1, 2], k=3)' })
    .first()
    .locator('span span')
    .last()
    .hover();
  const hover = window.page.locator('.monaco-hover:visible', { hasText: '1 of 3 called it' });
  await hover.waitFor();
  await window.picture('compare-hover');
  const rows = await hover.locator('tr').allInnerTexts();
  expect(rows.map(row => row.replace(/\s+/g, ' ').trim())).toEqual([
    'predictor predicted verdict sure',
    `${modelName} 9 ✓ right 92 %`,
    'you 8 ✗ wrong 60 %',
    'rule none None ✗ wrong',
  ]);
});

const Line = z.object({ predictorKind: z.string(), predicted: z.string(), verdict: z.string(), probe: z.string() });

test('a record is kept of each', () => {
  const file = join(server.workspace, '.called-it', 'corpus.jsonl');
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => Line.parse(JSON.parse(line)));
  expect(lines.map(({ predictorKind, predicted, verdict }) => [predictorKind, predicted, verdict])).toEqual([
    ['model', '9', 'right'],
    ['person', '8', 'wrong'],
    ['baseline', 'None', 'wrong'],
  ]);
  expect(new Set(lines.map(({ probe }) => probe)).size).toBe(1);
});

test('the whole result has the table, and what each of them said', async () => {
  await window.command('Called It: Show the Last Result as a Document');
  const document = window.page.locator('.editor-instance:visible').filter({ hasText: '## Predictors' });
  await document.waitFor();
  await window.picture('compare-document');
});

test('checking again asks the same predictors, and not the configured one alone', async () => {
  await window.command('View: Close Editor');
  await window.command('Called It: Check the Last Call Again');
  await window.guess('9', 70);
  expect(await window.lineText('2 of 3 called it')).toBe('✗ 2 of 3 called it · really 9');
  expect(model.asked).toHaveLength(2);
});

test('a recorded answer to exactly this question stands for its model, and nobody is asked', async () => {
  server.set({ 'calledIt.predictor': 'recorded' });
  await window.status('Called It: recorded answers').waitFor();
  await window.command('Called It: Clear All Results');
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await window.openFile('shop/money.py');
  await window.goTo(13, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('really 350')).toMatch(
    /^\? no answer · really 350 · There is no recorded reply for exactly this/,
  );
  await window.picture('recorded');
  expect(model.asked).toHaveLength(2);
});

test('recorded answers can be compared too', async () => {
  await window.openFile('shop/cart.py');
  await window.goTo(11, 12);
  await window.command('Called It: Compare Predictors on This Call…');
  await window.pick('as recorded, nobody is asked');
  await window.pick('Rule: echo');
  await window.picture('compare-recorded');
  await window.page.keyboard.press('Enter');
  expect(await window.lineText('1 of 2 called it')).toBe('✗ 1 of 2 called it · really 9');
  expect(model.asked).toHaveLength(2);
});
