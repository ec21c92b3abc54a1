/** `called-it run` by itself, in one bundle with nothing else, so that it starts fast. */
import * as z from 'zod';
import type { Surroundings } from './answer.ts';
import { perform } from './performing.ts';
import { registerRun } from './runCommand.ts';

/** To compile a schema costs more than it saves where one document is read. */
export async function performRun(words: readonly string[], around: Surroundings): Promise<void> {
  z.config({ jitless: true });
  await perform([registerRun], words, around);
}
