/** What is asked once: before code leaves the machine, and before it runs where no wall holds. */
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { modelName, openScriptedModel, type ScriptedModel } from './scriptedModel.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** An address of this machine that is not its loopback one: to the product, a remote host. */
const address = Object.values(networkInterfaces())
  .flatMap(each => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const remote = test.skipIf(address === undefined);
const why = address === undefined ? ' (skipped: this machine has no address but loopback)' : '';

let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  model = await openScriptedModel(address ?? '127.0.0.1');
  server = await startCodeServer({
    settings: {
      'calledIt.baseUrl': model.baseUrl,
      'calledIt.model': modelName,
      'calledIt.answer': 'json',
      'workbench.colorTheme': 'Default High Contrast',
    },
  });
  window = await openWorkbench(server, { file: 'shop/cart.py' });
});

afterAll(async () => {
  await window.close();
  await server.stop();
  await model.close();
});

async function check(): Promise<void> {
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
}

remote(`the first send to a remote host asks, naming the host and what is sent${why}`, async () => {
  await window.status('Called It').waitFor({ timeout: 60_000 });
  await check();
  const dialog = window.dialog(`Send code to ${new URL(model.baseUrl).host}?`);
  await dialog.waitFor();
  await window.picture('consent');
  expect(await dialog.textContent()).toContain('the call, the code around it');
  expect(model.asked).toEqual([]);
});

remote(`a refusal sends nothing, and the call runs all the same${why}`, async () => {
  await window.dialog('Send code').getByRole('button', { name: 'Cancel' }).click();
  expect(await window.lineText('no answer · really')).toMatch(/^\? no answer · really 9 · You chose not to send/);
  expect(model.asked).toEqual([]);
});

remote(`an agreement is asked for once${why}`, async () => {
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await check();
  await window.dialog('Send code').getByRole('button', { name: 'Send', exact: true }).click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await window.picture('high-contrast');
  await window.command('Called It: Clear All Results');
  await check();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
});
