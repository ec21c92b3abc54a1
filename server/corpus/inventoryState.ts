/** Whether a derived index still fits its file: the file is the same one as long as its beginning and the last indexed bytes are. */
import { open } from 'node:fs/promises';
import { fingerprint } from '../core/fingerprint.ts';
import { sizeOf } from './place.ts';

/** How far a file was indexed, and what it looked like. */
export interface IndexedState {
  /** The byte after the last indexed line. */
  readonly end: number;
  /** Fingerprint of its first bytes and of those before `end`. */
  readonly mark: string;
}

export const nothingIndexed: IndexedState = { end: 0, mark: '' };

const markedBytes = 4096;

export async function markAt(file: string, end: number): Promise<string> {
  if (end === 0) return '';
  const handle = await open(file, 'r');
  try {
    const length = Math.min(markedBytes, end);
    const first = await handle.read(Buffer.alloc(length), 0, length, 0);
    const last = await handle.read(Buffer.alloc(length), 0, length, end - length);
    return fingerprint(`${end} ${first.buffer.toString('latin1')} ${last.buffer.toString('latin1')}`);
  } finally {
    await handle.close();
  }
}

/** `same`: nothing to do; `grown`: index from `end` on; `other`: begin anew. */
export async function compareState(file: string, state: IndexedState): Promise<'same' | 'grown' | 'other'> {
  const size = await sizeOf(file);
  if (size < state.end) return 'other';
  if (state.end > 0 && (await markAt(file, state.end)) !== state.mark) return 'other';
  return size <= state.end + 1 ? 'same' : 'grown';
}
