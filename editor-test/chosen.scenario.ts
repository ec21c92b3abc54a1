/** What other extensions and the editor itself bring: the interpreters that the user chose there, and a model of the editor. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
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
    extensions: ['python-environments', 'python', 'editor-model'],
    env: { TEST_ENVIRONMENT: ofEnvironments, TEST_PYTHON: ofPython, TEST_ANSWER: JSON.stringify(answer) },
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
  await window.picture('editor-model');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (77 %)');
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
