/** The workspace's own environment variables for the real call. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { parse } from 'dotenv';
import { envFileUnreadable } from '../server/core/failure.ts';

/** The variables of the file at `path`. The default file may be absent; one that was named may not. */
export async function environmentOf(path: string, folder: string): Promise<Record<string, string>> {
  if (path === '') return {};
  const file = isAbsolute(path) ? path : join(folder, path);
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent && file === join(folder, '.env')) return {};
    throw envFileUnreadable(file, error instanceof Error ? error.message : String(error));
  }
}
