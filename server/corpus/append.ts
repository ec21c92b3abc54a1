/**
 * Appends lines to a file that several processes write at once. Lines go in whole writes to the end of the file (`O_APPEND`),
 * which the system carries out one after the other; a process that dies within its write leaves a torn line, and the next line written
 * by anyone starts on a line of its own.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const lineFeed = 0x0a;

/** Appends `lines` (each with its line feed) and returns when they are on the disk. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const handle = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o644);
  try {
    for (const write of inWrites(lines)) await appendWhole(handle, Buffer.from(write, 'utf8'));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Small lines go into one write together; where that is torn, those before the torn one are whole. */
const writeLength = 256 * 1024;

function inWrites(lines: readonly string[]): readonly string[] {
  const writes: string[] = [];
  let current = '';
  for (const line of lines) {
    if (current !== '' && current.length + line.length > writeLength) {
      writes.push(current);
      current = '';
    }
    current += line;
  }
  return current === '' ? writes : [...writes, current];
}

/** A write can fall short where the disk is full or a signal comes; then all of it is written again, after a line feed. */
async function appendWhole(handle: FileHandle, lines: Buffer): Promise<void> {
  const whole = (await endsTorn(handle)) ? Buffer.concat([Buffer.of(lineFeed), lines]) : lines;
  const { bytesWritten } = await handle.write(whole);
  if (bytesWritten === whole.length) return;
  const again = Buffer.concat([Buffer.of(lineFeed), lines]);
  const second = await handle.write(again);
  if (second.bytesWritten !== again.length) throw new Error('The disk took a part of the lines only.');
}

async function endsTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  const { bytesRead } = await handle.read(last, 0, 1, size - 1);
  return bytesRead === 1 && last[0] !== lineFeed;
}
