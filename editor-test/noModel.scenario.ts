/** A fresh editor in which nobody predicts: the outcome is shown all the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let server: CodeServer;
let window: Workbench;

beforeAll(async () => {
  server = await startCodeServer({ settings: { 'workbench.colorTheme': 'Default Light Modern' } });
  window = await openWorkbench(server, { file: 'shop/cart.py' });
});

afterAll(async () => {
  await window.close();
  await server.stop();
});

test('without a model the line says what the call really does, and the ways to a prediction are offered', async () => {
  await window.status('Called It: no model').waitFor({ timeout: 60_000 });
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('really')).toBe('▸ really 9 · no prediction');
  const offer = window.notification('No model is set up');
  await offer.waitFor();
  await offer.getByRole('button', { name: 'Small Local Model' }).waitFor();
  await window.picture('no-model');
});
