/** What other extensions and the editor itself bring: the interpreters that the user chose there, a model of the editor, and the debugger of Python. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { editor } from './install.mjs';
import { openWorkbench, type Workbench } from './workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'called-it-chosen-'));
/** Pythons that say that they were started: of the environments extension, and of the Python extension. */
const ofEnvironments = join(folder, 'environment python');
const ofPython = join(folder, 'chosen python');
const answer = {
  reasoning: '',
  outcome: 'returns',
  return_repr: '9',
  exception_type: '',
  exception_message: '',
  stdout: '',
  post_state: [],
  confidence_percent: 77,
};

let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  for (const path of [ofEnvironments, ofPython]) {
    writeFileSync(path, `#!/bin/sh\ntouch '${path} started'\nexec python3 "$@"\n`, { mode: 0o755 });
  }
  server = await startCodeServer({
    extensions: ['python-environments', 'python', 'editor-model', 'debugpy'],
    env: {
      TEST_ENVIRONMENT: ofEnvironments,
      TEST_PYTHON: ofPython,
      TEST_ANSWER: JSON.stringify(answer),
      TEST_DEBUGPY: editor.debugpy,
    },
    settings: {
      'calledIt.predictor': 'editorModel',
      'calledIt.answer': 'json',
      'calledIt.python': '/nowhere/python3',
      'chat.disableAIFeatures': false,
    },
  });
  window = await openWorkbench(server, { file: 'shop/cart.py' });
});

afterAll(async () => {
  await window.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('a model of the editor is asked once for consent, and predicts', async () => {
  await window.status('Called It: editor model').waitFor({ timeout: 60_000 });
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  const dialog = window.dialog("the editor's model provider (test-vendor)");
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('Shows now: shop/cart.py 8–14');
  await window.picture('editor-model');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (77 %)');
});

test('a model of the editor is chosen from a list that tells them apart, and predicts from then on', async () => {
  const { page } = window;
  await window.command('Called It: Choose a Model of the Editor…');
  const rows = page.locator('.quick-input-widget .monaco-list-row');
  await rows.filter({ hasText: 'Small Model' }).waitFor();
  await window.picture('editor-models');
  expect((await rows.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Test Modeltest-vendor · test version 1 · takes 8,000 tokens',
    'Small Modeltest-vendor · small version 2 · takes 20 tokens',
  ]);
  await window.pick('Small Model');
  await window.notification('Small Model predicts from now on').waitFor();
  await window.status('Called It: test-vendor/small-model').waitFor();
  await window.command('Called It: Check the Last Call Again');
  expect(await window.lineText('not asked · really')).toMatch(
    /^\? not asked · really 9 · The question has \d+ tokens, and/,
  );
  await window.picture('editor-model-overflow');
  await window.command('Called It: Compare Predictors on This Call…');
  await rows.filter({ hasText: 'of the editor · test-vendor · test' }).waitFor();
  await window.picture('editor-models-compared');
  await expect(rows.filter({ hasText: 'as recorded' }).count()).resolves.toBe(0);
  await page.keyboard.press('Escape');
  await window.command('Called It: Choose a Model of the Editor…');
  await window.pick('Test Model');
  await window.status('Called It: test-vendor/test-model').waitFor();
  await window.command('Called It: Check the Last Call Again');
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (77 %)');
});

const Line = z.object({ model: z.string(), servedModel: z.string() });

test('the record says which model it was', () => {
  const lines = readFileSync(join(server.workspace, '.called-it', 'corpus.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(Line.parse(JSON.parse(lines.at(-1) ?? ''))).toEqual({
    model: 'test-vendor/test-model',
    servedModel: 'test-vendor/test/1',
  });
});

test('the call ran in the interpreter of the environments extension, before any other', () => {
  expect(existsSync(`${ofEnvironments} started`)).toBe(true);
  expect(existsSync(`${ofPython} started`)).toBe(false);
});

test('where that names none, the call runs in the interpreter of the Python extension, before that of the setting', async () => {
  await window.openFile('shop/money.py');
  await window.goTo(13, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('really 350')).toBe('✗ predicted 9 (77 %) · really 350');
  expect(existsSync(`${ofPython} started`)).toBe(true);
});

test('Debug This Call stops in the real debugger before the call, steps into its target, and stops at a breakpoint there', async () => {
  const { page } = window;
  await window.openFile('shop/money.py');
  await window.command('Called It: Clear All Results');
  await window.goTo(19, 1);
  await page.keyboard.press('F9');
  await window.goTo(13, 12);
  await window.command('Called It: Debug This Call');
  await page.locator('.tab.active', { hasText: 'debug_this_call.py' }).waitFor();
  await page.locator('.debug-call-stack .monaco-list-row', { hasText: '<module>' }).waitFor();
  await window.picture('debugger-before');
  await page.keyboard.press('F11');
  await page.locator('.tab.active', { hasText: 'money.py' }).waitFor();
  await window.status(/Ln 18, /).waitFor();
  await page.keyboard.press('F5');
  await window.status(/Ln 19, /).waitFor();
  const variables = page.locator('.debug-variables .monaco-list-row');
  await variables.filter({ hasText: 'text' }).filter({ hasText: '3.50' }).first().waitFor();
  await window.picture('debugger-target');
  await page.keyboard.press('F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});
