/**
 * The editor: how long it waits for the activation, how long a key press takes to the real outcome on the line (no model), and the size of
 * the package. Needs the parts of the editor test (`node editor-test/install.mjs`) and a package (`npm run package`).
 */
import { statSync } from 'node:fs';
import { startCodeServer, vsix } from '../editor-test/codeServer.ts';
import { openWorkbench, type Workbench } from '../editor-test/workbench.ts';

const rounds = Number(process.env['CALLED_IT_ROUNDS'] ?? 10);
const windows = 5;
const restMs = 4000;

console.log(`.vsix for this machine            ${(statSync(vsix).size / 1e6).toFixed(2)} MB (aim: below 3)`);
const server = await startCodeServer({ extensions: ['bare'], settings: { 'calledIt.runs': 1 } });
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
} finally {
  await window.close();
}
try {
  console.log('activation (aim: below 50 ms), and that of an extension that does nothing in the same window:');
  await tell('with the window    ', 'shop/cart.py');
  await tell('with a file later  ', 'README.md');
} finally {
  await server.stop();
}

/** In milliseconds, as the editor itself measured them: the load of the entry and its activation. */
interface Activation {
  readonly ours: number;
  /** Of an extension that does nothing, in the same window: what is not in our hands. */
  readonly bare: number;
}

/** Activations in windows that open with `file`; one that is no Python is followed by one that is, when the editor is at rest. */
async function tell(when: string, file: string): Promise<void> {
  const activations: Activation[] = [];
  for (let count = 0; count < windows; count++) activations.push(await activationInNewWindow(file));
  const of = (numbers: readonly number[]): string => `${median(numbers)} ms, of ${numbers.join(', ')}`;
  console.log(`  ${when} ours    ${of(activations.map(({ ours }) => ours))}`);
  console.log(`  ${when} bare    ${of(activations.map(({ bare }) => bare))}`);
  console.log(`  ${when} between ${of(activations.map(({ ours, bare }) => ours - bare))}`);
}

async function activationInNewWindow(file: string): Promise<Activation> {
  // The list draws only the rows that are in sight.
  const fresh = await openWorkbench(server, { file, viewport: { width: 1280, height: 4000 } });
  try {
    if (!file.endsWith('.py')) {
      await fresh.page.locator('.tab.active').waitFor();
      await fresh.page.waitForTimeout(restMs);
      await fresh.openFile('shop/cart.py');
    }
    await fresh.status('Called It: no model').waitFor({ timeout: 60_000 });
    await fresh.command('Developer: Show Running Extensions');
    const [ours, bare] = await Promise.all([activationOf(fresh, 'Called It'), activationOf(fresh, 'bare')]);
    return { ours, bare };
  } finally {
    await fresh.close();
  }
}

async function activationOf({ page }: Workbench, name: string): Promise<number> {
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: name });
  const text = await row.first().locator('.activation-time').textContent();
  return Number(/\d+/.exec(text ?? '')?.[0] ?? Number.NaN);
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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
