/** What tells whether files have changed since a module that read them was loaded. */
import { stat } from 'node:fs/promises';

const absent = 'absent';
/** Coarser than any file system's clock. */
const clockMs = 50;

/**
 * The stamps of `paths`, for a loading that began at `begunMs`. What was written since then may not be what was read: its stamp
 * fits nothing.
 */
export async function stampsOf(paths: readonly string[], begunMs: number): Promise<ReadonlyMap<string, string>> {
  const stamps = await Promise.all(paths.map(path => stampOf(path, begunMs)));
  return new Map(paths.map((path, index) => [path, stamps[index] ?? absent]));
}

/** Whether every file is as it was. */
export async function areFresh(stamps: ReadonlyMap<string, string>): Promise<boolean> {
  const now = await Promise.all([...stamps.keys()].map(path => stampOf(path, Number.POSITIVE_INFINITY)));
  return [...stamps.values()].every((stamp, index) => stamp === now[index]);
}

async function stampOf(path: string, begunMs: number): Promise<string> {
  try {
    const facts = await stat(path, { bigint: true });
    if (Number(facts.mtimeMs) > begunMs - clockMs) return 'written meanwhile';
    return `${facts.mtimeNs} ${facts.ctimeNs} ${facts.size} ${facts.ino}`;
  } catch {
    return absent;
  }
}
