/** The window of the editor as a user drives it: palette, files, lenses, notifications, and what stands at the end of lines. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import type { CodeServer } from './codeServer.ts';
import { editor } from './install.mjs';

const root = process.env['CALLED_IT_ROOT'] ?? resolve(import.meta.dirname, '..');
const pictures = join(root, 'artefacts', 'editor');
const tries = 4;
const patienceMs = 3000;
const menuMs = 300;

/** An expression of the page: text after a line is the content of a pseudo-element, quoted as in CSS. */
const lineTexts = `[...document.querySelectorAll('.monaco-editor .view-line span[class*="ced-"]')]
  .map(element => getComputedStyle(element, '::after').content)
  .filter(content => content !== 'none' && content !== 'normal')
  .map(content => content.replace(/^"|"$/g, '').replaceAll('\\\\"', '"'))`;

/** Whether nothing fades in or out any more; spinners turn for ever. */
const isStill = `document.getAnimations().every(animation =>
  animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)`;

export interface WorkbenchOptions {
  /** Opened at once; relative to the workspace. */
  readonly file?: string;
  /** What is opened: the workspace, nothing, or a workspace file with several folders. */
  readonly opens?: 'folder' | 'nothing' | { readonly workspaceFile: string };
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Opens the workspace of `server` in a browser of its own. */
export async function openWorkbench(server: CodeServer, options: WorkbenchOptions = {}): Promise<Workbench> {
  const profile = mkdtempSync(join(tmpdir(), 'called-it-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: editor.chromium() ?? 'chromium',
    headless: true,
    viewport: options.viewport ?? { width: 1280, height: 760 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(addressOf(server, options));
  await page.locator('.monaco-workbench .part.editor').waitFor({ timeout: 60_000 });
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return new Workbench(page, close);
}

function addressOf({ url, workspace }: CodeServer, { file, opens = 'folder' }: WorkbenchOptions): string {
  const remote = `vscode-remote://${new URL(url).host}`;
  const payload = [
    ['skipWelcome', 'true'],
    ...(file === undefined ? [] : [['openFile', `${remote}${join(workspace, file)}`]]),
  ];
  const [key, value] =
    opens === 'folder'
      ? ['folder', workspace]
      : opens === 'nothing'
        ? ['ew', 'true']
        : ['workspace', opens.workspaceFile];
  return `${url}/?${key}=${encodeURIComponent(value)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

export class Workbench {
  constructor(
    readonly page: Page,
    readonly close: () => Promise<void>,
  ) {}

  /** Waits for a folder in the Explorer. The editor may open a workspace file before it can read it: then the window is loaded again. */
  async untilListed(folder: string): Promise<void> {
    const row = this.page.locator('.explorer-viewlet .monaco-list-row', { hasText: folder }).first();
    for (let attempt = 1; ; attempt++) {
      try {
        await row.waitFor({ timeout: 20_000 });
        return;
      } catch (error) {
        if (attempt === tries) throw error;
        await this.page.reload();
      }
    }
  }

  /** Keeps a picture of the window among the artefacts. */
  async picture(name: string): Promise<void> {
    mkdirSync(pictures, { recursive: true });
    // Some menus never come to rest; then the picture is taken as it is.
    await this.page.waitForFunction(isStill, undefined, { timeout: patienceMs }).catch(() => undefined);
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  /** The picture that the README shows. */
  async pictureForReadme(): Promise<void> {
    await this.page.screenshot({ path: join(root, 'media', 'screenshot.png') });
  }

  /** Runs a command by its exact title. The quick input may be closed by a late change of focus: then again. */
  async command(title: string): Promise<void> {
    const { page } = this;
    const input = this.quickInput();
    const exact = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    const row = page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ has: page.locator('.label-name', { hasText: exact }) })
      .first();
    await this.again(async () => {
      await page.keyboard.press('F1');
      await input.waitFor({ timeout: 5000 });
      await input.fill(`>${title}`, { timeout: 5000 });
      await row.click({ timeout: 5000 });
    });
  }

  /** The titles that the palette offers for what is typed. */
  async palette(typed: string): Promise<readonly string[]> {
    const { page } = this;
    await page.keyboard.press('F1');
    await this.quickInput().fill(`>${typed}`);
    await page.locator('.quick-input-widget .monaco-list-row').first().waitFor();
    const titles = await page.locator('.quick-input-widget .monaco-list-row .label-name').allInnerTexts();
    await page.keyboard.press('Escape');
    return titles;
  }

  quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible :is(input[type="text"], input[type="password"])');
  }

  async pick(text: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first().click();
  }

  /** Answers the input box that asks with these words; the next box is the same element with other words. */
  async answer(question: string, text: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible .quick-input-message', { hasText: question }).waitFor();
    await this.quickInput().fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** The page of the form in which a person predicts. */
  guessForm(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** Predicts as a person: a value, no change, and how sure; `null` says nothing of that. */
  async guess(value: string, sure: number | null): Promise<void> {
    const form = this.guessForm();
    await form.getByLabel('The value, as Python prints it').fill(value);
    if (sure !== null) await form.getByRole('slider').fill(String(sure));
    await form.getByRole('button', { name: 'Submit and Run' }).click();
  }

  async openFile(name: string): Promise<void> {
    const { page } = this;
    await this.again(async () => {
      await page.keyboard.press('Control+P');
      await this.quickInput().fill(name, { timeout: 5000 });
      // The files that were open before stand in the list until it is filtered.
      await page
        .locator('.quick-input-widget .monaco-list-row[data-index="0"]', { hasText: basename(name) })
        .click({ timeout: 5000 });
      await page.locator('.tab.active', { hasText: basename(name) }).waitFor({ timeout: 5000 });
    });
  }

  /** Puts the cursor at a one-based line and column of the active editor. */
  async goTo(line: number, column: number): Promise<void> {
    const { page } = this;
    await this.again(async () => {
      await page.keyboard.press('Control+G');
      await this.quickInput().fill(`:${line}:${column}`, { timeout: 5000 });
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden', timeout: 5000 });
      await page
        .locator('#status\\.editor\\.selection', { hasText: `Ln ${line}, Col ${column}` })
        .waitFor({ timeout: 5000 });
    });
  }

  /** Lenses from the editor's cache have no command yet, and their refresh is cancelled while the text has no focus. */
  async clickLens(text: string, index = 0): Promise<void> {
    await this.again(async () => {
      await this.page.keyboard.press('Control+1');
      await this.lens(text).nth(index).click({ timeout: 5000 });
    });
  }

  lens(text: string): Locator {
    return this.page.locator('.monaco-editor .codelens-decoration a', { hasText: text });
  }

  /** What extensions wrote at the ends of the lines that are visible, from top to bottom. */
  async lineTexts(): Promise<readonly string[]> {
    return this.page.evaluate<string[]>(lineTexts);
  }

  /** Waits until a line text holds `part`, and gives it. */
  async lineText(part: string, timeout = 30_000): Promise<string> {
    const wanted = `${lineTexts}.find(text => text.includes(${JSON.stringify(part)}))`;
    const found = await this.page.waitForFunction(wanted, undefined, { timeout });
    return String(await found.jsonValue());
  }

  /** Does what the context menu of something offers. A menu that has just opened takes no click yet. */
  async chooseFromMenu(of: Locator, title: string): Promise<void> {
    const item = this.menuItem(title);
    await this.again(async () => {
      await of.click({ button: 'right', timeout: 5000 });
      await item.waitFor({ timeout: 5000 });
      await this.page.waitForTimeout(menuMs);
      await item.click({ timeout: 5000 });
      await item.waitFor({ state: 'hidden', timeout: 2000 });
    });
  }

  /** An item of the context menu that is open. */
  menuItem(title: string): Locator {
    return this.page.locator('.monaco-menu .action-item', { has: this.page.getByText(title, { exact: true }) }).first();
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast .notification-list-item', { hasText: text }).first();
  }

  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text }).first();
  }

  status(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** The lines that the active editor shows. */
  async visibleText(): Promise<string> {
    const lines = await this.page.locator('.editor-group-container.active .monaco-editor .view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  private async again(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await work();
        return;
      } catch (error) {
        if (attempt === tries) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }
}
