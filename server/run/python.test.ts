/** Finding an interpreter without starting one. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPython } from './python.ts';

const never = new AbortController().signal;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function executable(...parts: readonly string[]): Promise<string> {
  const path = join(folder, ...parts);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, '#!/bin/sh\nexit 9\n', { mode: 0o755 });
  return path;
}

describe.skipIf(process.platform === 'win32')('findPython (not on Windows: the candidates here are scripts)', () => {
  test('the first candidate that is there, with its leading arguments', async () => {
    const path = await executable('bin', 'python3');
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect(
      await findPython(
        [
          ['py', '-3'],
          ['python3', '-X', 'utf8'],
        ],
        never,
      ),
    ).toEqual([path, '-X', 'utf8']);
    expect(await findPython([[path]], never)).toEqual([path]);
  });

  test('nothing there is a failure that names what was tried', async () => {
    vi.stubEnv('PATH', folder);
    await expect(findPython([['python3'], ['py', '-3']], never)).rejects.toMatchObject({
      code: 'noPython',
      message: expect.stringContaining('python3, py -3'),
    });
  });

  test('a pyenv shim is resolved by the version that is selected', async () => {
    await executable('.pyenv', 'shims', 'python3');
    const real = await executable('.pyenv', 'versions', '3.11.7', 'bin', 'python3');
    vi.stubEnv('PATH', join(folder, '.pyenv', 'shims'));
    vi.stubEnv('PYENV_VERSION', '3.11.7');
    expect(await findPython([['python3']], never)).toEqual([real]);
  });

  test('a shim whose version is not installed gives a plain sentence, or way to the next candidate', async () => {
    await executable('.pyenv', 'shims', 'python3');
    vi.stubEnv('PATH', join(folder, '.pyenv', 'shims'));
    vi.stubEnv('PYENV_VERSION', '3.99.0');
    await expect(findPython([['python3']], never)).rejects.toMatchObject({
      code: 'pythonBroken',
      message: expect.stringContaining('pyenv selects 3.99.0, which is not installed'),
    });
    const other = await executable('other', 'python3');
    expect(await findPython([['python3'], [other]], never)).toEqual([other]);
  });
});
