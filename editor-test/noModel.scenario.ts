/** Where something is missing: no model, no folder, a folder that cannot be written. The outcome is shown, or a sentence says what to do. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type CodeServer, type CodeServerOptions, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const doctest = { line: 11, column: 12 };
const open: (() => Promise<void>)[] = [];
const last: { window?: Workbench; server?: CodeServer } = {};

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

keepEvidence(
  () => last.window,
  () => last.server,
);

async function start(options: CodeServerOptions): Promise<CodeServer> {
  const server = await startCodeServer(options);
  open.push(server.stop);
  last.server = server;
  return server;
}

async function show(server: CodeServer, options: WorkbenchOptions): Promise<Workbench> {
  const window = await openWorkbench(server, options);
  open.push(window.close);
  last.window = window;
  return window;
}

async function check(window: Workbench): Promise<void> {
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await window.goTo(doctest.line, doctest.column);
  await window.page.keyboard.press('Control+Alt+R');
}

test('without a model the line says what the call really does, and the ways to a prediction are offered', async () => {
  const server = await start({ settings: { 'workbench.colorTheme': 'Default Light Modern' } });
  const window = await show(server, { file: 'shop/cart.py' });
  await check(window);
  expect(await window.lineText('really')).toBe('▸ really 9 · no prediction');
  const offer = window.notification('No model is set up');
  await offer.getByRole('button', { name: 'Small Local Model' }).waitFor();
  await window.picture('no-model');
});

test('a corpus that cannot be written costs no record: it is kept elsewhere, and a sentence says where', async () => {
  // No folder can be made there, not even by the superuser.
  const corpus = '/sys/called-it';
  const server = await start({ settings: { 'calledIt.predictor': 'person', 'calledIt.corpus': corpus } });
  const window = await show(server, { file: 'shop/cart.py' });
  await check(window);
  await window.guess('9', '');
  expect(await window.lineText('called it')).toBe('✓ called it: 9');
  await window.notification(`${corpus} cannot be written, so the record is kept in`).waitFor();
  await window.picture('corpus-elsewhere');
  const kept = readdirSync(join(server.folder, 'data'), { recursive: true, encoding: 'utf8' });
  const file = kept.find(path => path.endsWith('corpus.jsonl')) ?? '';
  expect(
    readFileSync(join(server.folder, 'data', file), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1);
});

test('without a folder a sentence says what to open', async () => {
  const server = await start({});
  const window = await show(server, { file: 'shop/cart.py', opens: 'nothing' });
  await check(window);
  await window.notification('no folder is open').getByRole('button', { name: 'Open Folder' }).waitFor();
  await window.picture('no-folder');
});

test('in a workspace of several folders each file runs in its own', async () => {
  const server = await start({ settings: { 'calledIt.predictor': 'person' } });
  const other = join(server.folder, 'other');
  mkdirSync(other);
  writeFileSync(
    join(other, 'here.py'),
    'import os\n\n\ndef here():\n    return os.path.basename(os.getcwd())\n\n\nhere()\n',
  );
  const workspaceFile = join(server.folder, 'two.code-workspace');
  writeFileSync(workspaceFile, JSON.stringify({ folders: [{ path: server.workspace }, { path: other }] }));
  const window = await show(server, { file: '../other/here.py', opens: { workspaceFile } });
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await window.goTo(8, 2);
  await window.page.keyboard.press('Control+Alt+R');
  await window.guess("'other'", '');
  expect(await window.lineText('called it')).toBe("✓ called it: 'other'");
  expect(readdirSync(join(other, '.called-it'))).toContain('corpus.jsonl');
});

test('no Python is a sentence with the next step', async () => {
  const server = await start({ settings: { 'calledIt.python': '/nowhere/python3' } });
  const window = await show(server, { file: 'shop/cart.py' });
  await check(window);
  expect(await window.lineText('! ')).toContain('No working Python was found (tried /nowhere/python3)');
  await window.notification('No working Python').getByRole('button', { name: 'Open Settings' }).waitFor();
  await window.picture('no-python');
});
