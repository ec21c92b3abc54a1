/** Where something is missing: no model, no folder, a workspace that cannot be written. The outcome is shown, or a sentence says what to do. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { modelName, openScriptedModel, type ScriptedModel } from './scriptedModel.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const doctest = { line: 11, column: 12 };
const open: (() => Promise<void>)[] = [];
const last: { window?: Workbench; server?: CodeServer } = {};
/** Each test but one opens a window of its own on this editor, with the settings that it wants. */
let editor: CodeServer;

beforeAll(async () => {
  editor = await startCodeServer();
});

afterAll(() => editor.stop());

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

keepEvidence(
  () => last.window,
  () => last.server,
);

async function show(server: CodeServer, options: WorkbenchOptions): Promise<Workbench> {
  const window = await openWorkbench(server, options);
  open.push(window.close);
  last.window = window;
  last.server = server;
  return window;
}

async function check(window: Workbench): Promise<void> {
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await window.goTo(doctest.line, doctest.column);
  await window.page.keyboard.press('Control+Alt+R');
}

test('without a model the line says what the call really does, and the ways to a prediction are offered', async () => {
  editor.set({ 'workbench.colorTheme': 'Default Light Modern', 'calledIt.answer': 'json' });
  const window = await show(editor, { file: 'shop/cart.py' });
  await check(window);
  expect(await window.lineText('really')).toBe('▸ really 9 · no prediction');
  const offer = window.notification('No model is set up');
  await offer.getByRole('button', { name: 'Small Local Model' }).waitFor();
  await window.picture('no-model');
  const model = await openUsualServer();
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await offer.getByRole('button', { name: 'Find Servers' }).click();
  const row = window.page.locator('.quick-input-widget .monaco-list-row', { hasText: modelName });
  await row.filter({ hasText: model.baseUrl }).waitFor();
  await window.picture('found-servers');
  await row.filter({ hasText: model.baseUrl }).click();
  await window.notification(`${modelName} predicts from now on`).waitFor();
  await window.status(`Called It: ${modelName}`).waitFor();
  await check(window);
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
});

/** A scripted server where people's own ones listen: on the first of those ports that is free. */
async function openUsualServer(): Promise<ScriptedModel> {
  for (const port of [11434, 8080, 8000, 1234]) {
    const model = await openScriptedModel('127.0.0.1', port).catch(() => undefined);
    if (model === undefined) continue;
    open.push(model.close);
    return model;
  }
  throw new Error('each of the usual ports of model servers is taken');
}

test('a workspace that cannot be written costs no record: it is kept elsewhere, and a sentence says where', async () => {
  const server = await startCodeServer({ isReadOnly: true, settings: { 'calledIt.predictor': 'person' } });
  open.push(server.stop);
  const corpus = join(server.workspace, '.called-it');
  const window = await show(server, { file: 'shop/cart.py' });
  await check(window);
  await window.guess('9', null);
  expect(await window.lineText('called it')).toBe('✓ called it: 9');
  await window.notification(`${corpus} cannot be written, so the record is kept in`).waitFor();
  await window.picture('read-only');
  expect(existsSync(corpus)).toBe(false);
  const kept = readdirSync(join(server.folder, 'data'), { recursive: true, encoding: 'utf8' });
  const file = kept.find(path => path.endsWith('corpus.jsonl')) ?? '';
  expect(
    readFileSync(join(server.folder, 'data', file), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1);
});

test('without a folder a sentence says what to open', async () => {
  editor.set({});
  const window = await show(editor, { file: 'shop/cart.py', opens: 'nothing' });
  await check(window);
  await window.notification('no folder is open').getByRole('button', { name: 'Open Folder' }).waitFor();
  await window.picture('no-folder');
});

test('in a workspace of several folders each file runs in its own', async () => {
  editor.set({ 'calledIt.predictor': 'person' });
  const other = join(editor.folder, 'other');
  mkdirSync(other, { recursive: true });
  writeFileSync(
    join(other, 'here.py'),
    'import os\n\n\ndef here():\n    return os.path.basename(os.getcwd())\n\n\nhere()\n',
  );
  const workspaceFile = join(editor.folder, 'two.code-workspace');
  writeFileSync(workspaceFile, JSON.stringify({ folders: [{ path: editor.workspace }, { path: other }] }));
  const window = await show(editor, { file: '../other/here.py', opens: { workspaceFile } });
  await window.untilListed('other');
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await window.goTo(8, 2);
  await window.page.keyboard.press('Control+Alt+R');
  await window.guess("'other'", null);
  expect(await window.lineText('called it')).toBe("✓ called it: 'other'");
  expect(readdirSync(join(other, '.called-it'))).toContain('corpus.jsonl');
});

test('no Python is a sentence with the next step', async () => {
  editor.set({ 'calledIt.python': '/nowhere/python3' });
  const window = await show(editor, { file: 'shop/cart.py' });
  await check(window);
  expect(await window.lineText('! ')).toContain('No working Python was found (tried /nowhere/python3)');
  await window.notification('No working Python').getByRole('button', { name: 'Open Settings' }).waitFor();
  await window.picture('no-python');
});
