/**
 * The editor: how long it waits for the activation, how long a key press takes to the real outcome on the line (no model), and the size of
 * the package. Needs the parts of the editor test (`node editor-test/install.mjs`) and a package (`npm run package`).
 */
import { statSync } from 'node:fs';
import { startCodeServer, vsix } from '../editor-test/codeServer.ts';
import { openWorkbench } from '../editor-test/workbench.ts';

const rounds = Number(process.env['CALLED_IT_ROUNDS'] ?? 10);

console.log(`.vsix for this machine            ${(statSync(vsix).size / 1e6).toFixed(2)} MB (aim: below 3)`);
const server = await startCodeServer({ settings: { 'calledIt.runs': 1 } });
const window = await openWorkbench(server, { file: 'shop/cart.py' });
try {
  await window.status('Called It: no model').waitFor({ timeout: 60_000 });
  await window.lens('Check a call').first().waitFor();
  await window.goTo(11, 12);
  const first = await outcomeMs();
  const later: number[] = [];
  for (let round = 0; round < rounds; round++) later.push(await outcomeMs());
  console.log(`key press to outcome, first       ${first.toFixed(0)} ms`);
  console.log(`key press to outcome, median      ${median(later).toFixed(0)} ms, of ${rounds}`);
  console.log(`activation                        ${await activation()} (aim: below 50 ms)`);
} finally {
  await window.close();
  await server.stop();
}

/** Milliseconds from the key press to the outcome on the line, as the page shows it. */
async function outcomeMs(): Promise<number> {
  const { page } = window;
  if ((await window.lineTexts()).length > 0) await window.command('Called It: Clear All Results');
  while ((await window.lineTexts()).length > 0) await page.waitForTimeout(20);
  await page.keyboard.press('Control+1');
  const begun = performance.now();
  await page.keyboard.press('Control+Alt+R');
  await window.lineText('really');
  return performance.now() - begun;
}

/** As the editor itself measured it: the load of the entry and its activation. */
async function activation(): Promise<string> {
  // The list draws only the rows that are in sight.
  await window.page.setViewportSize({ width: 1280, height: 4000 });
  await window.command('Developer: Show Running Extensions');
  const row = window.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Called It' });
  return (await row.locator('.activation-time').textContent()) ?? 'not shown';
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
