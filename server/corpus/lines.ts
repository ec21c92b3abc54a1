/** Reads a file of lines piece by piece, plain or gzipped, so that its size does not matter; what is torn or broken is told apart. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { lineStart } from './line.ts';

export interface Line {
  readonly text: string;
  /** One-based. */
  readonly number: number;
  /** Where its bytes begin in the file; for a gzipped file, in what it unpacks to. */
  readonly offset: number;
  /** In bytes, without the line feed. */
  readonly length: number;
}

/** The lines of the file that are not blank, from the byte `start` on. A last line without a line feed is given too. */
export async function* linesOf(path: string, start = 0): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = start;
  let number = 0;
  for await (const chunk of await bytesOf(path, start)) {
    const bytes = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, asBuffer(chunk)]);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      number += 1;
      if (end > from)
        yield { text: bytes.toString('utf8', from, end), number, offset: offset + from, length: end - from };
      from = end + 1;
    }
    rest = bytes.subarray(from);
    offset += from;
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), number: number + 1, offset, length: rest.length };
}

function asBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

async function bytesOf(path: string, start: number): Promise<Readable> {
  const isPacked = await isGzipped(path);
  const file = createReadStream(path, { start, highWaterMark: 1 << 20 });
  if (!isPacked) return file;
  const unpacked = createGunzip();
  file.on('error', error => unpacked.destroy(error));
  return file.pipe(unpacked);
}

async function isGzipped(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/**
 * The whole lines that a torn one has swallowed: a writer that dies at the moment in which another one writes leaves its piece in front
 * of a whole line.
 */
export function swallowed(line: Line): readonly Line[] {
  const found: Line[] = [];
  for (let at = line.text.indexOf(lineStart, 1); at !== -1; at = line.text.indexOf(lineStart, at + 1)) {
    const end = line.text.indexOf(lineStart, at + 1);
    const text = line.text.slice(at, end === -1 ? undefined : end);
    const before = Buffer.byteLength(line.text.slice(0, at));
    found.push({ text, number: line.number, offset: line.offset + before, length: Buffer.byteLength(text) });
  }
  return found;
}
