import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { readSource } from './sourceText.ts';

const folder = mkdtempSync(join(tmpdir(), 'called-it-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(bytes: Uint8Array | string): Promise<string> {
  const file = join(folder, 'm.py');
  writeFileSync(file, bytes);
  const { text } = await readSource('m.py', folder, folder);
  return text;
}

async function complaint(path: string): Promise<string> {
  return readSource(path, folder, folder).then(
    () => 'none',
    error => (error instanceof Failure ? `${error.code}: ${error.message}` : String(error)),
  );
}

test('UTF-8 is what a file is in without a word about it', async () => {
  expect(await read('x = "é"\n')).toBe('x = "é"\n');
});

test('a byte order mark is no part of the text', async () => {
  expect(await read(Buffer.from('\ufeffx = 1\n'))).toBe('x = 1\n');
});

test.each([
  ['# -*- coding: latin-1 -*-\nx = "\xe9"\n', 'latin1'],
  ['#!/usr/bin/python\n# vim: set fileencoding=iso-8859-1 :\nx = "\xe9"\n', 'latin1'],
] as const)('the coding line is followed: %j', async (text, coding) => {
  expect(await read(Buffer.from(text, coding))).toBe(text);
});

test('a coding line below code is none', async () => {
  expect(await read('x = 1\n# coding: latin-1\ny = "é"\n')).toContain('"é"');
});

test('bytes that are not in the coding of the file are said to be so', async () => {
  writeFileSync(join(folder, 'bad.py'), Buffer.from('x = "\xe9"\n', 'latin1'));
  expect(await complaint('bad.py')).toBe('fileUnreadable: bad.py cannot be read: it is not utf-8 text.');
});

test('no such file, a folder, a coding that nobody knows: each has its sentence', async () => {
  writeFileSync(join(folder, 'odd.py'), '# coding: klingon\n');
  expect(await complaint('none.py')).toBe('fileMissing: There is no file none.py.');
  expect(await complaint('.')).toBe('fileUnreadable: . cannot be read: it is a folder.');
  expect(await complaint('odd.py')).toBe(
    'fileUnreadable: odd.py cannot be read: its coding `klingon` is not known here.',
  );
});

test('a file is looked for in the current folder, then in the workspace, and named from the workspace', async () => {
  writeFileSync(join(folder, 'm.py'), 'x = 1\n');
  expect(await readSource('m.py', tmpdir(), folder)).toMatchObject({ file: join(folder, 'm.py'), shownFile: 'm.py' });
  expect(await readSource('m.py', folder, join(folder, 'elsewhere'))).toMatchObject({
    shownFile: join(folder, 'm.py'),
  });
});
