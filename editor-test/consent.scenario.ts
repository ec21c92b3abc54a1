/** What is asked once: before code leaves the machine, and before it runs where no wall holds. */
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openScene, type Scene } from './scene.ts';
import type { ScriptedModel } from './scriptedModel.ts';
import type { Workbench } from './workbench.ts';

/** An address of this machine that is not its loopback one: to the product, a remote host. */
const address = Object.values(networkInterfaces())
  .flatMap(each => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const remote = test.skipIf(address === undefined);
const why = address === undefined ? ' (skipped: this machine has no address but loopback)' : '';

let scene: Scene;
let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  const settings = { 'workbench.colorTheme': 'Default High Contrast' };
  scene = await openScene({ isLockedDown: true, settings }, {}, address);
  ({ model, server, window } = scene);
});

afterAll(() => scene.close());

async function check(): Promise<void> {
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
}

/** Checks until the editor knows of changed settings, and asks this. */
async function asksSoon(question: string): Promise<void> {
  await window.command('Called It: Clear All Results');
  await expect
    .poll(async () => {
      await check();
      const dialog = window.dialog(question);
      return dialog.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
}

test('where no wall holds the first run asks, naming what is open', async () => {
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await check();
  const dialog = window.dialog('Run the real call without real walls?');
  await dialog.waitFor();
  await window.picture('walls');
  const text = await dialog.textContent();
  for (const said of ['level "process"', 'the network', 'writing and deleting your files', 'reading keys']) {
    expect(text).toContain(said);
  }
  expect(model.asked).toEqual([]);
});

test('a refusal runs nothing and sends nothing, and the line says so', async () => {
  await window.dialog('Run the real call').getByRole('button', { name: "Don't Run" }).click();
  expect(await window.lineText('! ')).toBe(
    '! You chose not to run the call without real walls. Check again to be asked.',
  );
  await window.picture('walls-refused');
  expect(model.asked).toEqual([]);
  expect(existsSync(join(server.workspace, '.called-it'))).toBe(false);
});

remote(`the first send to a remote host asks, naming the host and what is sent${why}`, async () => {
  await check();
  await window.dialog('Run the real call').getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = window.dialog(`Send code to ${new URL(model.baseUrl).host}?`);
  await dialog.waitFor();
  await window.picture('consent');
  const text = await dialog.textContent();
  for (const said of ['the call, the code around it', 'Shows now: shop/cart.py 8–14', 'for this workspace']) {
    expect(text).toContain(said);
  }
  expect(model.asked).toEqual([]);
});

remote(`a refusal sends nothing, and the call runs all the same${why}`, async () => {
  await window.dialog('Send code').getByRole('button', { name: "Don't Send" }).click();
  expect(await window.lineText('not asked · really')).toMatch(/^\? not asked · really 9 · You chose not to send/);
  expect(model.asked).toEqual([]);
});

remote(`an agreement is asked for once, to send and to run${why}`, async () => {
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await check();
  await window.dialog('Send code').getByRole('button', { name: 'Send', exact: true }).click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await window.picture('high-contrast');
  await window.command('Called It: Clear All Results');
  await check();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
});

remote(`where only this machine may be asked, agreement or not, nothing is sent elsewhere${why}`, async () => {
  server.set({ 'calledIt.localOnly': true });
  await expect
    .poll(async () => {
      await window.command('Called It: Clear All Results');
      await check();
      return window.lineText('really 9');
    })
    .toMatch(/^\? not asked · really 9 · Only this machine may be asked/);
  await window.picture('local-only');
  const asked = model.asked.length;
  await check();
  await window.lineText('Only this machine');
  expect(model.asked).toHaveLength(asked);
  server.set({});
});

remote(`a certificate that is not checked is a question of its own${why}`, async () => {
  server.set({ 'calledIt.baseUrl': model.baseUrl.replace('http:', 'https:') });
  // Here this setting is one of the browser, which no file holds.
  await window.command('Preferences: Open Settings (UI)');
  await window.page.keyboard.type('http.proxyStrictSSL');
  await window.page.getByRole('checkbox', { name: 'http.proxyStrictSSL' }).uncheck();
  await window.page.locator('.setting-item-contents.is-configured').waitFor();
  await window.page.keyboard.press('Escape');
  await window.page.keyboard.press('Escape');
  await asksSoon('without checking its certificate?');
  await window.picture('unchecked-certificate');
  await window.dialog('without checking').getByRole('button', { name: "Don't Send" }).click();
  expect(await window.lineText('not asked · really')).toMatch(/^\? not asked · really 9 · You chose not to send/);
});

remote(`walls that are switched off by the setting are a question of their own${why}`, async () => {
  server.set({ 'calledIt.walls': 'none' });
  await asksSoon('the setting `calledIt.walls` switches walls off');
  await window.dialog('Run the real call').getByRole('button', { name: "Don't Run" }).click();
  await window.lineText('! You chose not to run');
});
