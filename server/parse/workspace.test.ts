import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../test-fixtures/files.ts';
import { openNativeParser } from './native.ts';
import { openWorkspace } from './workspace.ts';

const parser = openNativeParser();
const { signal } = new AbortController();

test('files are listed without hidden, installed and ignored ones', async () => {
  const root = writeFiles({
    '.gitignore': '# comment\n*.gen.py\n/only_here.py\nlocal/\n!kept.gen.py\n\\#odd.py\ndocs/**/deep.py\n',
    'a.py': '',
    'a.txt': '',
    'b.gen.py': '',
    'kept.gen.py': '',
    'only_here.py': '',
    'pkg/only_here.py': '',
    'pkg/.gitignore': 'secret?.py\n[ab].py\n',
    'pkg/secret1.py': '',
    'pkg/secret12.py': '',
    'pkg/a.py': '',
    'local/x.py': '',
    'pkg/local/x.py': '',
    '#odd.py': '',
    'docs/deep.py': '',
    'docs/a/b/deep.py': '',
    '.hidden/x.py': '',
    'node_modules/x/x.py': '',
    'venv3/pyvenv.cfg': '',
    'venv3/lib/x.py': '',
    '__pycache__/x.py': '',
  });
  const workspace = openWorkspace(parser, root);
  const listed = [...(await workspace.files(signal))].sort();
  expect(listed).toEqual(['a.py', 'kept.gen.py', 'pkg/only_here.py', 'pkg/secret12.py']);
  for (const file of listed) expect([file, await workspace.isListed(file)]).toEqual([file, true]);
  for (const file of [
    'b.gen.py',
    'only_here.py',
    'pkg/a.py',
    'pkg/local/x.py',
    '.hidden/x.py',
    'node_modules/x/x.py',
  ]) {
    expect([file, await workspace.isListed(file)]).toEqual([file, false]);
  }
});

test('a module is read again when its file changed, and not before', async () => {
  const root = writeFiles({ 'a.py': 'def f(): ...\n' });
  const workspace = openWorkspace(parser, root);
  const first = await workspace.module('a.py');
  expect(await workspace.module('a.py')).toBe(first);
  writeFileSync(join(root, 'a.py'), 'def g(): ...\n');
  utimesSync(join(root, 'a.py'), 1, 1);
  workspace.forget();
  expect((await workspace.module('a.py'))?.definitions.map(one => one.name)).toEqual(['g']);
  expect(await workspace.module('missing.py')).toBeUndefined();
});

test('a new file is listed once the workspace is told of changes', async () => {
  const root = writeFiles({ 'a.py': '' });
  const workspace = openWorkspace(parser, root);
  await workspace.files(signal);
  writeFileSync(join(root, 'b.py'), '');
  expect(await workspace.files(signal)).toEqual(['a.py']);
  workspace.forget();
  expect(await workspace.files(signal)).toEqual(['a.py', 'b.py']);
});

test('a listing is cancelled', async () => {
  const workspace = openWorkspace(parser, writeFiles({ 'a.py': '' }));
  await expect(workspace.files(AbortSignal.abort())).rejects.toThrow();
});

test('a byte order mark is no part of a text', async () => {
  const workspace = openWorkspace(parser, writeFiles({ 'a.py': '\ufeffx = 1\n' }));
  expect(await workspace.read('a.py')).toBe('x = 1\n');
});
