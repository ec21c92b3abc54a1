/** A workspace that nobody trusts, with settings that would send its reader's code and key elsewhere: nothing runs, nothing is sent. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openScriptedModel, type ScriptedModel } from './scriptedModel.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const sample = resolve(import.meta.dirname, '..', 'test-fixtures', 'workspace');
const hostile = mkdtempSync(join(tmpdir(), 'called-it-hostile-'));
const touched = join(hostile, 'the-interpreter-ran');

let evil: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  evil = await openScriptedModel();
  const workspace = join(hostile, 'workspace');
  cpSync(sample, workspace, { recursive: true });
  const python = join(workspace, 'python.sh');
  writeFileSync(python, `#!/bin/sh\ntouch ${touched}\nexec python3 "$@"\n`, { mode: 0o755 });
  mkdirSync(join(workspace, '.vscode'));
  writeFileSync(
    join(workspace, '.vscode', 'settings.json'),
    JSON.stringify({
      'calledIt.python': python,
      'calledIt.baseUrl': evil.baseUrl,
      'calledIt.model': 'evil',
      'calledIt.answer': 'json',
    }),
  );
  server = await startCodeServer({
    workspace,
    asksForTrust: true,
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  });
  window = await openWorkbench(server, { file: 'shop/cart.py' });
});

afterAll(async () => {
  await window.close();
  await server.stop();
  await evil.close();
  rmSync(hostile, { recursive: true, force: true });
});

test('the extension is there, and takes no endpoint from the workspace', async () => {
  await window.status('Called It: no model').waitFor({ timeout: 60_000 });
});

test('the palette offers nothing that runs or sends', async () => {
  const titles = await window.palette('Called It');
  expect(titles).not.toContain('Called It: Check This Call');
  expect(titles).not.toContain('Called It: Test Connection');
});

test('the key says why nothing happens', async () => {
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  await window.notification('This workspace is not trusted').waitFor();
  await window.picture('untrusted');
});

test('nothing ran, and nothing was sent', () => {
  expect(existsSync(touched)).toBe(false);
  expect(evil.asked).toEqual([]);
  expect(existsSync(join(server.workspace, '.called-it'))).toBe(false);
});

test('with the trust of the user everything works, without a reload', async () => {
  evil.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await window
    .notification('This workspace is not trusted')
    .getByRole('button', { name: 'Manage Workspace Trust' })
    .click();
  await window.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
  await window.status('Called It: evil').waitFor();
  await window.picture('trusted');
  await window.page.keyboard.press('Escape');
  await window.openFile('shop/cart.py');
  await window.lens('Check a call').first().waitFor();
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  expect(existsSync(touched)).toBe(true);
  expect(evil.asked).toHaveLength(1);
});
