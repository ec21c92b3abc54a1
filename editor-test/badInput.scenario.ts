/** What goes wrong outside the extension, in one window: a server that refuses, a corpus that was spoilt, code that went away. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openScene, type Scene } from './scene.ts';
import { modelName, type ScriptedModel } from './scriptedModel.ts';
import type { Workbench } from './workbench.ts';

const wrongKey = {
  status: 401,
  code: 'invalid_api_key',
  message: 'Incorrect API key provided.',
  listsModels: false,
};
const noModel = {
  status: 404,
  code: 'model_not_found',
  message: `The model ${modelName} does not exist.`,
  listsModels: true,
};

const secret = 'test-key-of-nobody';

let scene: Scene;
let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;
let cart: string;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  scene = await openScene();
  ({ model, server, window } = scene);
  cart = join(server.workspace, 'shop', 'cart.py');
  await window.status(`Called It: ${modelName}`).waitFor({ timeout: 60_000 });
});

afterAll(() => scene.close());

/** Its mark replaces the one that stands on the line. */
async function check(): Promise<void> {
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
}

async function clickRecord(): Promise<void> {
  const tree = window.page.locator('.pane-body .monaco-list[aria-label="Corpus"]');
  await tree.locator('.monaco-list-row', { hasText: 'total([1, 2], k=3)' }).first().click();
}

/** Writes the file as another program does, and waits until the editor shows it. */
async function rewrite(text: string, sign: string): Promise<void> {
  writeFileSync(cart, text);
  await expect.poll(() => window.visibleText()).toContain(sign);
}

test('a wrong key hides no outcome, and the whole sentence offers to set one', async () => {
  model.refuse(wrongKey);
  await check();
  await window.lineText(`? not asked · really 9 · ${new URL(model.baseUrl).host} answered 401`);
  const told = window.notification('Incorrect API key provided');
  await told.getByRole('button', { name: 'Set API Key' }).waitFor();
  expect(await told.textContent()).toContain('Check the API key');
  expect(model.keys).toEqual(['']);
  await window.picture('wrong-key');
});

test('the key that is set there is sent with the next check, and is nowhere on the disk', async () => {
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await window.notification('Incorrect API key provided').getByRole('button', { name: 'Set API Key' }).click();
  await window.quickInput().waitFor();
  await window.picture('set-key');
  await window.quickInput().fill(`"${secret}"`);
  await window.page.locator('.quick-input-widget:visible .quick-input-message', { hasText: 'in quotes' }).waitFor();
  await window.quickInput().fill('');
  await window.answer('secret storage', secret);
  await window.notification('is kept').waitFor();
  await check();
  await window.lineText('called it: 9');
  expect(model.keys.at(-1)).toBe(`Bearer ${secret}`);
  const found = spawnSync('grep', ['-rl', secret, server.folder], { encoding: 'utf8' });
  expect(found.stdout).toBe('');
});

test('a key that somebody wrote into a settings file is taken out of it, kept, and sent', async () => {
  const pasted = 'sk-pasted-key-of-nobody';
  const file = join(server.workspace, '.vscode', 'settings.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ 'calledIt.apiKeyVariable': pasted }));
  const told = window.notification('stood in the setting');
  const isTold = async (): Promise<boolean> => {
    await check();
    return told.isVisible();
  };
  // The editor comes to know of the file a little later.
  await expect.poll(isTold, { timeout: 60_000, interval: 3000 }).toBe(true);
  await window.picture('key-in-settings');
  await expect.poll(() => readFileSync(file, 'utf8')).not.toContain(pasted);
  await expect.poll(() => model.keys.at(-1)).toBe(`Bearer ${pasted}`);
});

test('a removed key is sent no more', async () => {
  await window.command('Notifications: Clear All Notifications');
  await window.command('Called It: Remove API Key');
  await window.notification('is removed').waitFor();
  await window.command('Called It: Clear All Results');
  await check();
  await window.lineText('called it: 9');
  expect(model.keys.at(-1)).toBe('');
  model.refuse(wrongKey);
});

test('Test Connection says what the server refuses, and offers the next step', async () => {
  await window.command('Notifications: Clear All Notifications');
  await window.command('Called It: Test Connection');
  const told = window.notification('answered 401');
  await told.getByRole('button', { name: 'Set API Key' }).waitFor();
  await told.getByRole('button', { name: 'Open Settings' }).waitFor();
  await window.picture('connection-refused');
});

test('a model that is not there hides no outcome, and the whole sentence offers to look', async () => {
  await window.command('Notifications: Clear All Notifications');
  model.refuse(noModel);
  await check();
  await window.lineText(`? not asked · really 9 · ${new URL(model.baseUrl).host} answered 404`);
  const told = window.notification(noModel.message);
  await told.getByRole('button', { name: 'Test Connection' }).waitFor();
  expect(await told.textContent()).toContain('Choose a model that the server lists');
  await window.picture('model-not-there');
});

test('Test Connection says that all is well', async () => {
  await window.command('Notifications: Clear All Notifications');
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await window.command('Called It: Test Connection');
  await window.notification(`It answers, and has ${modelName}`).waitFor();
  await window.picture('connection-well');
});

test('what was learned of the model is shown, and forgotten on demand', async () => {
  await window.command('Notifications: Clear All Notifications');
  await window.command('Called It: Show What Is Known of the Model');
  const dialog = window.dialog(`What is known of ${modelName}`);
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain('JSON is asked for by jsonSchema (tried: jsonSchema has effect).');
  await window.picture('known');
  await dialog.getByRole('button', { name: 'Forget It' }).click();
  await window.notification('is forgotten').waitFor();
  await window.command('Called It: Show What Is Known of the Model');
  await window.dialog('Nothing is learned of it yet').waitFor();
  await window.page.keyboard.press('Escape');
});

test('what a model writes is text in the hover, whatever Markdown it looks like', async () => {
  const hostile = "'\\\\|![x](https://evil.invalid/x.png)[y](command:calledIt.clearAll)<img src=x>\u202eb'";
  model.answer({ outcome: 'returns', return_repr: hostile, confidence_percent: 50 });
  await check();
  await window.lineText('✗ predicted');
  await window.page.locator('.view-line', { hasText: '>>> total' }).locator('span span').last().hover();
  const hover = window.page.locator('.monaco-hover:visible', { hasText: 'Missed' });
  await hover.waitFor();
  await window.picture('hostile-answer');
  expect(await hover.locator('img').count()).toBe(0);
  expect(await hover.locator('a').allInnerTexts()).toEqual([
    'Check again',
    'Show all',
    'Side by side',
    'Copy',
    'Debug this call',
    'Open record',
  ]);
  const text = await hover.textContent();
  for (const shown of ['|![x](https://evil.invalid/x.png)[y](command:calledIt.clearAll)<img', '\\u202e']) {
    expect(text).toContain(shown);
  }
});

test('a broken line of the corpus is counted in its view, and the others are shown', async () => {
  await window.command('Notifications: Clear All Notifications');
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await check();
  await window.lineText('called it: 9');
  appendFileSync(join(server.workspace, '.called-it', 'corpus.jsonl'), '{"kind": "check", "cut off\n');
  await window.page.locator('.activitybar .action-item a[aria-label="Called It"]').click();
  await window.command('Called It: Refresh the Corpus');
  const view = window.page.locator('.pane', { has: window.page.locator('.monaco-list[aria-label="Corpus"]') });
  await view.getByText('1 line of the corpus cannot be read; the others are shown.').waitFor();
  await view.locator('.monaco-list-row', { hasText: 'total([1, 2], k=3)' }).first().waitFor();
  await window.picture('broken-line');
});

test('a record whose call moved leads to where it stands now', async () => {
  await rewrite(`# A line more.\n${readFileSync(cart, 'utf8')}`, '# A line more.');
  await clickRecord();
  await window.status(/Ln 12, /).waitFor();
});

test('a record whose call is gone leads to its target, and says so', async () => {
  await rewrite(readFileSync(cart, 'utf8').replace('>>> total([1, 2], k=3)', '>>> total([5])'), '>>> total([5])');
  await clickRecord();
  await window.notification('is no longer in shop/cart.py; this is its target').waitFor();
  await window.status(/Ln 9, /).waitFor();
});

test('a record whose call and target are gone says so', async () => {
  await window.command('Notifications: Clear All Notifications');
  await rewrite('"""Nothing is left here."""\n', 'Nothing is left here');
  await clickRecord();
  await window.notification('is no longer in shop/cart.py, and neither is its target').waitFor();
  await window.picture('target-gone');
});
