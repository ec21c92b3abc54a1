/** The main job in a real editor: call, prediction, real run, both on the line, and what is kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type CodeServer, startCodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { modelName, openScriptedModel, type ScriptedModel } from './scriptedModel.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

/** The doctest `total([1, 2], k=3)` of the sample. */
const doctest = { line: 11, column: 12 };

beforeAll(async () => {
  model = await openScriptedModel();
  server = await startCodeServer({
    settings: { 'calledIt.baseUrl': model.baseUrl, 'calledIt.model': modelName, 'calledIt.answer': 'json' },
  });
  window = await openWorkbench(server, { file: 'shop/cart.py', viewport: { width: 1440, height: 800 } });
});

afterAll(async () => {
  await window.close();
  await server.stop();
  await model.close();
});

function corpusLines(): readonly string[] {
  return readFileSync(join(server.workspace, '.called-it', 'corpus.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
}

/** The editor writes blanks as no-break spaces. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll('\u00a0', ' ');
}

/** Checks the call at the cursor with the key. */
async function checkAt({ line, column }: { readonly line: number; readonly column: number }): Promise<void> {
  await window.goTo(line, column);
  await window.page.keyboard.press('Control+Alt+R');
}

/** Checks a call that is typed at the lens of the n-th function. */
async function checkTyped(lens: number, call: string): Promise<void> {
  await window.clickLens('Check a call', lens);
  await window.pick('Type a call');
  await window.answer('A Python call in the namespace', call);
}

test('a Python file activates the extension, which says who predicts', async () => {
  await window.status(`Called It: ${modelName}`).waitFor({ timeout: 60_000 });
});

test('a lens stands above each function', async () => {
  const lenses = window.page.locator('.monaco-editor .codelens-decoration', { hasText: 'Check a call' });
  await expect.poll(() => lenses.count()).toBeGreaterThan(2);
});

test('a right prediction is called on the line, and the record is kept out of commits', async () => {
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await checkAt(doctest);
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await window.picture('right');
  expect(corpusLines()).toHaveLength(1);
  expect(readFileSync(join(server.workspace, '.called-it', '.gitignore'), 'utf8')).toContain('*');
  expect(model.asked.join()).toContain('total([1, 2], k=3)');
});

test('the hover has both sides, the cost, the walls and what can be done next', async () => {
  await window.page
    .locator('.view-line', { hasText: '>>> total' })
    .locator('span', { hasText: 'total' })
    .last()
    .hover();
  const hover = window.page.locator('.monaco-hover:visible', { hasText: 'Called it' });
  await hover.waitFor();
  await window.picture('hover');
  const text = plain(await hover.textContent());
  for (const fact of [
    'returns',
    '9',
    '92 % sure',
    modelName,
    '512 + 34 tokens',
    'Walls',
    'Python 3',
    'Side by side',
    'Copy',
    'Open record',
  ]) {
    expect(text).toContain(fact);
  }
  await window.page.keyboard.press('Escape');
});

test('the lens offers the calls that were found, and one to be typed', async () => {
  await window.clickLens('Check a call');
  const rows = window.page.locator('.quick-input-widget .monaco-list-row');
  await rows.first().waitFor();
  const offered = await rows.allInnerTexts();
  expect(offered.join('\n')).toContain('Type a call');
  expect(offered.join('\n')).toContain('total([1, 2], k=3)');
  await window.picture('lens-calls');
  await window.page.keyboard.press('Escape');
});

test('a typed call is validated while it is typed', async () => {
  await window.clickLens('Check a call');
  await window.pick('Type a call');
  await window.page.locator('.quick-input-widget .quick-input-message', { hasText: 'A Python call' }).waitFor();
  await window.quickInput().fill('total([1, 2');
  const message = window.page.locator('.quick-input-widget .quick-input-message');
  await expect.poll(async () => plain(await message.textContent())).not.toContain('in the namespace of the module');
  await window.picture('typed-call');
  await window.page.keyboard.press('Escape');
});

test('the prediction stands on the line before the run is over', async () => {
  model.answer({ outcome: 'returns', return_repr: '[1, 2, 3]', confidence_percent: 92 });
  await checkTyped(0, "total([__import__('time').sleep(2.5) or 4])");
  expect(await window.lineText('predicted')).toBe('◌ predicted [1, 2, 3] · 92 % sure');
  await window.picture('predicted');
  expect(await window.lineText('really')).toBe('✗ predicted [1, 2, 3] (92 %) · really 4');
});

test('a missed prediction shows both sides, and what was left changed', async () => {
  model.answer({ outcome: 'returns', return_repr: "['card', 'gift']", confidence_percent: 95 });
  await checkTyped(1, "add_gift(['card'])");
  expect(await window.lineText("really ['card'")).toBe(
    "✗ predicted ['card', 'gift'] (95 %) · really ['card', 'sticker']",
  );
  await window.picture('wrong');
});

test('prediction and reality stand side by side in the diff editor of the editor', async () => {
  await window.command('Called It: Show Prediction and Reality Side by Side');
  const diff = window.page.locator('.monaco-diff-editor');
  await diff.waitFor();
  await expect
    .poll(async () => plain(await diff.locator('.editor.original .view-lines').textContent()))
    .toContain("'gift'");
  await expect
    .poll(async () => plain(await diff.locator('.editor.modified .view-lines').textContent()))
    .toContain("'sticker'");
  await window.picture('diff');
  await window.command('View: Close Editor');
});

test('the whole last result opens as a plain document', async () => {
  await window.command('Called It: Show the Last Result as a Document');
  await window.page.locator('.tab.active', { hasText: 'add_gift' }).waitFor();
  await expect.poll(() => window.visibleText()).toContain('What really happened');
  await window.picture('document');
  await window.command('View: Close Editor');
});

test('a call that raises is an outcome', async () => {
  model.answer({ outcome: 'raises', exception_type: 'TypeError', confidence_percent: 80 });
  await checkTyped(0, 'total(1, 2, 3)');
  expect(await window.lineText('called it: raises')).toMatch(/^✓ called it: raises TypeError: .* \(80 %\)$/);
});

test('cancelling ends in a visible state', async () => {
  model.delay(60_000);
  await checkTyped(2, "collect('a')");
  await window.lineText('asking');
  await window.notification('collect').getByRole('button', { name: 'Cancel' }).click();
  expect(await window.lineText('cancelled')).toBe('– cancelled');
  await window.picture('cancelled');
  model.delay(0);
});

test('the corpus view lists the records by verdict and target', async () => {
  await window.page.locator('.activitybar .action-item a[aria-label="Called It"]').click();
  const tree = window.page.locator('.pane-body .monaco-list[aria-label="Corpus"]');
  await tree.waitFor();
  for (const text of ['missed', 'called it', 'add_gift', 'total']) {
    await tree.locator('.monaco-list-row', { hasText: text }).first().waitFor();
  }
  await window.picture('corpus');
  if (process.env['CALLED_IT_SCREENSHOT'] === '1') await window.pictureForReadme();
});

test('a click on a record goes to its source line', async () => {
  await window.openFile('shop/money.py');
  const tree = window.page.locator('.pane-body .monaco-list[aria-label="Corpus"]');
  await tree.locator('.monaco-list-row', { hasText: "add_gift(['card'])" }).click();
  await window.page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
  await window.status(/Ln 17, /).waitFor();
});

test('a record is deleted after a question, and its line stays', async () => {
  const before = corpusLines().length;
  const tree = window.page.locator('.pane-body .monaco-list[aria-label="Corpus"]');
  const row = tree.locator('.monaco-list-row', { hasText: "add_gift(['card'])" });
  await row.hover();
  await row.getByRole('button', { name: 'Delete Record' }).click();
  await window.dialog('Delete the record').waitFor();
  await window.picture('delete');
  await window.dialog('Delete the record').getByRole('button', { name: 'Delete', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect(corpusLines()).toHaveLength(before + 1);
});

test('editing a call dims its mark, and then takes it away', async () => {
  await window.openFile('shop/cart.py');
  await window.command('Called It: Clear All Results');
  await expect.poll(() => window.lineTexts()).toEqual([]);
  model.answer({ outcome: 'returns', return_repr: '9', confidence_percent: 92 });
  await checkAt(doctest);
  await window.lineText('called it: 9');
  await window.goTo(doctest.line, 19);
  await window.page.keyboard.type('7, ');
  expect(await window.lineText('edited since')).toBe('✓ called it: 9 (92 %) · edited since');
  await window.picture('edited');
  await expect.poll(() => window.lineTexts()).not.toContainEqual(expect.stringContaining('edited since'));
});

test('the unsaved buffer is what runs', async () => {
  model.answer({ outcome: 'returns', return_repr: '30', confidence_percent: 60 });
  await checkAt(doctest);
  expect(await window.lineText('called it: 30')).toBe('✓ called it: 30 (60 %)');
});

test('one command clears everything', async () => {
  await window.command('Called It: Clear All Results');
  await expect.poll(() => window.lineTexts()).toEqual([]);
});

async function openForm() {
  await window.goTo(doctest.line, doctest.column);
  await window.command('Called It: Predict This Call Yourself');
  const form = window.guessForm();
  await form.getByRole('heading', { name: 'What will this call do?' }).waitFor();
  return form;
}

test('a person predicts in a form that says what cannot be read, and the truth stays hidden until then', async () => {
  const form = await openForm();
  expect((await window.lineTexts()).join()).not.toContain('30');
  const value = form.getByLabel('The value, as Python prints it');
  await form.locator('#value:focus').waitFor();
  await window.page.keyboard.type('[31');
  await form.getByText('`[31` is no Python value').waitFor();
  await form.getByLabel(/^prices, after the call/).fill('nothing');
  await form.getByText('`nothing` is no Python value').waitFor();
  await form.getByRole('slider').fill('70');
  await form.getByText('70 %').waitFor();
  await window.picture('person');
  await form.getByRole('button', { name: 'Submit and Run' }).click();
  await form.locator('#value:focus').waitFor();
  expect((await window.lineTexts()).join()).not.toContain('30');
  await form.getByLabel(/^prices, after the call/).fill('unchanged');
  await value.fill('31');
  await window.page.keyboard.press('Enter');
  expect(await window.lineText('really 30')).toBe('✗ predicted 31 (70 %) · really 30');
});

const Person = z.object({ predictorKind: z.literal('person'), latencyMs: z.number() });

test('how long the person took is kept', () => {
  const last = corpusLines().at(-1) ?? '';
  expect(Person.parse(JSON.parse(last)).latencyMs).toBeGreaterThan(400);
});

test('the form can be read in a dark theme, filled in by keys alone, and left with Escape', async () => {
  server.set({ 'workbench.colorTheme': 'Default Dark Modern' });
  await window.page.locator('.monaco-workbench.vs-dark').waitFor();
  const form = await openForm();
  const { keyboard } = window.page;
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowDown');
  await form.getByLabel('The class of the exception').waitFor();
  await keyboard.press('Tab');
  await keyboard.type('KeyError');
  await window.picture('person-dark');
  await keyboard.press('Escape');
  expect(await window.lineText('cancelled')).toBe('– cancelled');
  server.set({});
});

test('the exact prompt can be read, and nothing is sent', async () => {
  const before = model.asked.length;
  await window.goTo(doctest.line, doctest.column);
  await window.command('Called It: Show the Exact Prompt');
  await window.page.locator('.tab.active', { hasText: 'prompt' }).waitFor();
  await expect.poll(() => window.visibleText()).toContain('Nothing was sent');
  await window.picture('prompt');
  expect(model.asked).toHaveLength(before);
  await window.command('View: Close Editor');
});

test('a server that is down never hides what the call really does', async () => {
  await model.close();
  await window.command('Called It: Clear All Results');
  await checkAt(doctest);
  expect(await window.lineText('not asked · really')).toMatch(/^\? not asked · really 30 · Nothing listens at 127/);
  await window.picture('server-down');
});
