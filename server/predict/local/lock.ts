/** One process at a time makes a file; the others wait and then find it. A lock whose owner died is taken over. */
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { cancelled } from '../../core/failure.ts';

const beatMs = 2000;
const staleMs = 15_000;
const pollMs = 200;

/** Runs `work` while it alone holds the lock file `path`; `onWait` is called once if another holds it first. */
export async function withLock<T>(
  path: string,
  onWait: () => void,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let told = false;
  while (!(await take(path))) {
    if (!told) onWait();
    told = true;
    if (await isStale(path)) await rm(path, { force: true });
    else await wait(pollMs, undefined, { signal }).catch(cause => Promise.reject(signal.aborted ? cancelled() : cause));
  }
  const beat = setInterval(() => void touch(path), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) return false;
    throw cause;
  }
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

async function isStale(path: string): Promise<boolean> {
  try {
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > staleMs) return true;
    const owner = Number(await readFile(path, 'utf8'));
    return Number.isInteger(owner) && owner > 0 && !isAlive(owner);
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

function isAlive(owner: number): boolean {
  try {
    return process.kill(owner, 0);
  } catch (cause) {
    return isCode(cause, 'EPERM');
  }
}

const Coded = z.object({ code: z.string() });

/** Whether `cause` is an error of the operating system with this code. */
export function isCode(cause: unknown, code: string): boolean {
  return Coded.safeParse(cause).data?.code === code;
}
