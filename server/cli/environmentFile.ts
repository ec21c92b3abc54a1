/** The variables of the workspace's own `.env`, which the code under test is given. */
import { readFile } from 'node:fs/promises';

/** Empty where there is no such file. The parser is loaded only where there is one. */
export async function environmentFile(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return {};
  const { parse } = await import('dotenv');
  return parse(text);
}
