/** What a scenario leaves behind when it fails: a picture of the window, and what the extension logged. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { CodeServer } from './codeServer.ts';
import type { Workbench } from './workbench.ts';

/**
 * Call it once in a scenario, after the hooks that close what is open: hooks after a test run last to first. The functions give what is
 * open when a test fails.
 */
export function keepEvidence(window: () => Workbench | undefined, server: () => CodeServer | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await window()?.picture(`failed-${task.name.replace(/\W+/g, '-').slice(0, 60)}`);
    const folder = server()?.folder;
    if (folder !== undefined) process.stderr.write(`${logOf(folder)}\n`);
  });
}

/** The end of the extension's log. */
function logOf(folder: string): string {
  const data = join(folder, 'data');
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(path => /Called It\.log$/.test(path));
  return files.map(file => readFileSync(join(data, file), 'utf8').slice(-3000)).join('\n');
}
