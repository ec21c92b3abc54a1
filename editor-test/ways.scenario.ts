/** The other ways into a check and out of it, in one window: menus, comments, launch files, the corpus and its records, and what cannot run. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeServer } from './codeServer.ts';
import { keepEvidence } from './failures.ts';
import { openScene, type Scene } from './scene.ts';
import { modelName, type ScriptedModel } from './scriptedModel.ts';
import type { Workbench } from './workbench.ts';

const nine = { outcome: 'returns', return_repr: '9', confidence_percent: 92 } as const;
/** As launch files name it. */
const openFile = ['$', '{file}'].join('');
const launch = {
  version: '0.2.0',
  configurations: [
    { type: 'called-it', request: 'launch', name: 'Check a call', file: openFile, call: 'total([4], k=2)' },
  ],
};

let scene: Scene;
let model: ScriptedModel;
let server: CodeServer;
let window: Workbench;

keepEvidence(
  () => window,
  () => server,
);

beforeAll(async () => {
  const files = {
    '.vscode/launch.json': JSON.stringify(launch, null, 2),
    'shop/talk.py': 'from .cart import total\n\n# They say that total([5], k=2) is ten.\nSAID = total\n',
    'shop/broken.py': 'def twice(x):\n    return x * 2\n\n\ntwice(4)\n\n\ndef unfinished(:\n',
    'shop/missing.py': 'import no_such_package\n\n\ndef twice(x):\n    return x * 2\n\n\ntwice(4)\n',
  };
  scene = await openScene({ files }, { viewport: { width: 1440, height: 800 } });
  ({ model, server, window } = scene);
  model.answer(nine);
});

afterAll(() => scene.close());

async function clear(): Promise<void> {
  await window.command('Called It: Clear All Results');
  await expect.poll(() => window.lineTexts()).toEqual([]);
}

function corpusText(): string {
  return readFileSync(join(server.workspace, '.called-it', 'corpus.jsonl'), 'utf8');
}

/** A prediction is written as a draft before it has its name. */
function frozenIn(pending: string): readonly string[] {
  return existsSync(pending) ? readdirSync(pending).filter(name => name.endsWith('.json')) : [];
}

function tree() {
  return window.page.locator('.pane-body .monaco-list[aria-label="Corpus"]');
}

/** A row of the corpus view, and what its context menu does. */
async function onRecord(call: string, title: string): Promise<void> {
  await window.chooseFromMenu(tree().locator('.monaco-list-row', { hasText: call }).first(), title);
}

test('the lightbulb on a call starts a check', async () => {
  await window.status(`Called It: ${modelName}`).waitFor({ timeout: 60_000 });
  const bulb = '.monaco-editor [class*="codicon-gutter-lightbulb"], .monaco-editor .lightBulbWidget';
  const isLit = async (): Promise<boolean> => {
    await window.goTo(1, 1);
    await window.goTo(11, 12);
    const lit = window.page.locator(bulb).filter({ visible: true }).first();
    return lit.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  // The editor asks for actions once where the cursor comes to stand, which may be before the language server has read the file.
  await expect.poll(isLit, { timeout: 60_000 }).toBe(true);
  // A click would scroll the line below the headings that stick to the top; the key opens the same menu.
  await window.page.keyboard.press('Control+.');
  const action = window.page.locator('.action-widget .monaco-list-row', { hasText: 'Check this call' });
  await action.waitFor();
  await window.picture('lightbulb');
  await action.click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await clear();
});

test('the context menu of the text starts a check of the call under the pointer', async () => {
  await window.goTo(1, 1);
  const text = window.page.locator('.view-line', { hasText: '>>> total' }).locator('span', { hasText: 'total' }).last();
  await text.click({ button: 'right' });
  await window.menuItem('Check This Call').waitFor();
  await window.picture('context-menu');
  await window.menuItem('Check This Call').click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  await clear();
});

test('while the find widget is open the key does nothing', async () => {
  const before = model.asked.length;
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+F');
  await window.page.locator('.find-widget.visible').waitFor();
  await window.page.keyboard.press('Control+1');
  await window.page.keyboard.press('Control+Alt+R');
  await window.page.waitForTimeout(1000);
  expect(await window.lineTexts()).toEqual([]);
  expect(model.asked).toHaveLength(before);
  await window.page.keyboard.press('Escape');
  await window.page.locator('.find-widget.visible').waitFor({ state: 'detached' });
});

test('a call that is selected in a comment is checked', async () => {
  model.answer({ outcome: 'returns', return_repr: '10', confidence_percent: 70 });
  await window.openFile('shop/talk.py');
  await window.goTo(3, 17);
  for (let letter = 0; letter < 'total([5], k=2)'.length; letter++)
    await window.page.keyboard.press('Shift+ArrowRight');
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('called it')).toBe('✓ called it: 10 (70 %)');
  await window.picture('comment');
});

test('a launch configuration checks its call with F5', async () => {
  model.answer({ outcome: 'returns', return_repr: '[8]', confidence_percent: 55 });
  await window.openFile('shop/cart.py');
  await window.page.keyboard.press('F5');
  expect(await window.lineText('really 8')).toBe('✗ predicted [8] (55 %) · really 8');
  await window.picture('launch-file');
  await clear();
});

test('a syntax error in the file is a sentence with its place', async () => {
  await window.openFile('shop/broken.py');
  await window.goTo(5, 3);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('! ')).toMatch(/SyntaxError/);
  await window.picture('syntax-error');
});

test('a file whose import fails is a sentence that names the exception', async () => {
  await window.openFile('shop/missing.py');
  await window.goTo(8, 3);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('! ')).toMatch(/no_such_package/);
  await window.picture('import-fails');
});

test('a reply that cannot be read is no answer, and the call runs all the same', async () => {
  model.say('I would rather not say, dear user.');
  await window.openFile('shop/cart.py');
  await window.goTo(11, 12);
  await window.page.keyboard.press('Control+Alt+R');
  expect(await window.lineText('really 9')).toMatch(/^\? no answer · really 9 · The reply could not be read/);
  await window.picture('unreadable-reply');
});

test('a check that was left unfinished is reported in the view, and completed with the prediction of then', async () => {
  model.answer(nine);
  await window.clickLens('Check a call', 0);
  await window.pick('Type a call');
  await window.answer('A Python call in the namespace', "total([__import__('time').sleep(3) or 9])");
  const pending = join(server.workspace, '.called-it', 'pending');
  await expect.poll(() => frozenIn(pending)).toHaveLength(1);
  const [name = ''] = frozenIn(pending);
  const frozen = readFileSync(join(pending, name), 'utf8');
  await window.command('Called It: Cancel the Running Check');
  await window.lineText('cancelled');
  await expect.poll(() => frozenIn(pending)).toEqual([]);
  // As a window leaves it that was killed while the call ran.
  writeFileSync(join(pending, name), frozen);
  await window.page.locator('.activitybar .action-item a[aria-label="Called It"]').click();
  await window.command('Called It: Refresh the Corpus');
  await window.page.getByText('1 check was never finished').waitFor();
  await window.picture('unfinished-view');
  const asked = model.asked.length;
  await window.command('Called It: Look After Unfinished Checks');
  const row = window.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'sleep(3)' });
  await row.waitFor();
  await window.picture('unfinished');
  await row.click();
  const dialog = window.dialog('sleep(3)');
  await dialog.waitFor();
  await window.picture('unfinished-choice');
  await dialog.getByRole('button', { name: 'Complete It' }).click();
  expect(await window.lineText('called it')).toBe('✓ called it: 9 (92 %)');
  expect(model.asked).toHaveLength(asked);
  expect(frozenIn(pending)).toEqual([]);
  expect(corpusText()).toContain(name.replace('.json', ''));
  await window.page.getByText('1 check was never finished').waitFor({ state: 'detached' });
  writeFileSync(join(pending, name), frozen);
  await window.command('Called It: Look After Unfinished Checks');
  await row.click();
  await dialog.getByRole('button', { name: 'Drop It' }).click();
  await expect.poll(() => frozenIn(pending)).toEqual([]);
});

test('notes, tags and a doubt about the comparison stand on a record', async () => {
  await onRecord('total([4], k=2)', 'Add a Note');
  await window.answer('', 'Looks like a list, but sum() gives a number.');
  await onRecord('total([4], k=2)', 'Edit Tags');
  await window.answer('Words with commas', 'easy, teaching');
  const row = tree().locator('.monaco-list-row', { hasText: 'total([4], k=2)' }).first();
  await row.getByText('#easy').waitFor();
  await onRecord('total([4], k=2)', 'Edit Tags');
  await window.answer('Words with commas', 'teaching');
  await onRecord('total([4], k=2)', 'The Comparison Was Wrong');
  await window.answer('Why', 'Only to see how it looks.');
  await row.getByText('disputed').waitFor();
  await window.picture('remarks');
  await onRecord('total([4], k=2)', 'Open Record');
  await expect.poll(() => window.visibleText()).toContain('What people said');
  const text = await window.visibleText();
  for (const said of ['Note: Looks like a list', 'Tag taken away: easy', 'The comparison was wrong: Only to see']) {
    expect(text).toContain(said);
  }
  await window.picture('record');
  await window.command('View: Close Editor');
  await onRecord('total([4], k=2)', 'The Comparison Was Right After All');
  await row.getByText('disputed').waitFor({ state: 'detached' });
});

test('the corpus is shared by a command, and kept to oneself by it again', async () => {
  const ignore = join(server.workspace, '.called-it', '.gitignore');
  await window.command('Called It: Share the Corpus With the Repository, or Stop It');
  await window.notification('The corpus can be committed now').waitFor();
  await window.picture('sharing');
  expect(readFileSync(ignore, 'utf8')).not.toMatch(/^\*$/m);
  await window.command('Called It: Share the Corpus With the Repository, or Stop It');
  await window.notification('stays out of commits again').waitFor();
  expect(readFileSync(ignore, 'utf8')).toMatch(/^\*$/m);
  await window.command('Notifications: Clear All Notifications');
});

test.for(['Default Dark Modern', 'Default Light Modern', 'Default High Contrast', 'Default High Contrast Light'])(
  'in the theme %s line, hover and corpus can be read',
  async theme => {
    server.set({ 'workbench.colorTheme': theme });
    await window.page.locator(`.monaco-workbench[class*="${themeClass[theme]}"]`).waitFor();
    await clear();
    model.answer(nine);
    await window.openFile('shop/cart.py');
    await window.goTo(11, 12);
    await window.page.keyboard.press('Control+Alt+R');
    await window.lineText('called it: 9');
    model.answer({ outcome: 'returns', return_repr: "['card', 'gift']", confidence_percent: 95 });
    await window.clickLens('Check a call', 1);
    await window.pick('Type a call');
    await window.answer('A Python call in the namespace', "add_gift(['card'])");
    await window.lineText('really [');
    await window.page
      .locator('.view-line', { hasText: 'def add_gift' })
      .locator('span', { hasText: 'add_gift' })
      .last()
      .hover();
    await window.page.locator('.monaco-hover:visible', { hasText: 'Missed' }).waitFor();
    await window.picture(`theme-${theme.toLowerCase().replaceAll(' ', '-')}`);
    await window.page.keyboard.press('Escape');
  },
);

const themeClass: Readonly<Record<string, string>> = {
  'Default Dark Modern': 'vs-dark',
  'Default Light Modern': 'vs ',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
};

test('the walkthrough opens, and each step has its picture', async () => {
  await window.command('Welcome: Open Walkthrough...');
  await window.quickInput().fill('Would the model');
  await window.pick('Would the model have known?');
  for (const step of ['Choose who predicts', 'Check a call', 'Read the verdict', 'Keep what was missed']) {
    // The middle of a step may be one of its buttons.
    await window.page.locator('.getting-started-step .step-title', { hasText: step }).click();
    await window.page.locator('.getting-started-media iframe, .getting-started-media webview').first().waitFor();
    await window.page.waitForTimeout(500);
    await window.picture(`walkthrough-${step.toLowerCase().replaceAll(' ', '-')}`);
  }
});
