/** The small local model, for real: offered with its size and licence, started, asked, and stopped. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const title = 'Qwen2.5-Coder-0.5B-Instruct Q4_K_M';
const cache =
  process.env['CALLED_IT_CACHE'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'called-it');
const isHere = existsSync(join(cache, 'models', 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf'));
const downloadMs = 300_000;

let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  server = await startCodeServer({ env: { CALLED_IT_CACHE: cache }, settings: { 'calledIt.answer': 'session' } });
  window = await openWorkbench(server, { file: 'shop/cart.py' });
});

afterAll(async () => {
  await window.close();
  await server.stop();
});

test('the small local model is offered with its size and licence, and starts', { timeout: downloadMs }, async () => {
  await window.status('Called It: no model').waitFor({ timeout: 60_000 });
  await window.command('Called It: Use a Small Local Model');
  const row = window.page.locator('.quick-input-widget .monaco-list-row', { hasText: title });
  await row.waitFor();
  expect(await row.textContent()).toContain('491 MB');
  expect(await row.textContent()).toContain('Licence Apache-2.0');
  await window.picture('local-model');
  await row.click();
  if (!isHere) {
    const dialog = window.dialog(`Download ${title}?`);
    await dialog.waitFor();
    await window.picture('local-model-download');
    expect(await dialog.textContent()).toContain('491 MB');
    await dialog.getByRole('button', { name: 'Download' }).click();
  }
  await window.notification('is ready and predicts from now on').waitFor({ timeout: downloadMs });
  await window.status('Called It: qwen-0.5b').waitFor();
});

test('it predicts a call, and the real one shows whether it was right', async () => {
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  const verdict = expect.stringMatching(/^(✓ called it: 9|✗ predicted .* · really 9|\? .*really 9)/);
  await expect.poll(() => window.lineTexts(), { timeout: 60_000 }).toContainEqual(verdict);
  await window.picture('local-model-check');
});

test('it stops with a command', async () => {
  await window.command('Called It: Stop the Small Local Model');
  await window.status('Called It: no model').waitFor();
});
