/**
 * Appends lines to a file that several processes write at once. Each line is one write at the end of the file (`O_APPEND`), which the
 * system carries out whole and one after the other; a process that dies within its write leaves a torn line, and the next line written
 * by anyone starts on a line of its own.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const lineFeed = 0x0a;

/** Appends `lines` (each with its line feed) and returns when they are on the disk. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const handle = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o644);
  try {
    for (const line of lines) await appendLine(handle, Buffer.from(line, 'utf8'));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A write can fall short where the disk is full or a signal comes; then the whole line is written again, after a line feed. */
async function appendLine(handle: FileHandle, line: Buffer): Promise<void> {
  const whole = (await endsTorn(handle)) ? Buffer.concat([Buffer.of(lineFeed), line]) : line;
  const { bytesWritten } = await handle.write(whole);
  if (bytesWritten === whole.length) return;
  const again = Buffer.concat([Buffer.of(lineFeed), line]);
  const second = await handle.write(again);
  if (second.bytesWritten !== again.length) throw new Error('The disk took a part of the line only.');
}

async function endsTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  const { bytesRead } = await handle.read(last, 0, 1, size - 1);
  return bytesRead === 1 && last[0] !== lineFeed;
}
