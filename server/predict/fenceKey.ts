/**
 * What the marks around shown code are derived with, beside the code itself: random, and of this installation alone. Whoever wrote the
 * code cannot know the mark and so not leave the fence, yet the same question is the same text again, so that servers find it cached.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const form = /^[0-9a-f]{64}$/;

/** The key in `folder`, made where there is none. Without a folder that can be written, one for the life of the process. */
export function fenceKeyIn(folder: string): string {
  const fresh = randomBytes(32).toString('hex');
  if (folder === '') return fresh;
  const file = join(folder, 'fence');
  const kept = keptIn(file);
  if (kept !== null) return kept;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch {
    // Another process was faster, or nothing can be written here.
    return keptIn(file) ?? fresh;
  }
}

function keptIn(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    return form.test(text) ? text : null;
  } catch {
    return null;
  }
}
