/** The floors of ARCHITECTURE.md: which folder may import what. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Folder → the folders and packages that its files may import, besides their own folder. */
const floors: Readonly<Record<string, readonly string[]>> = {
  'server/core': ['zod', 'node:crypto'],
  'server/parse': ['server/core', 'tree-sitter', 'tree-sitter-python', 'web-tree-sitter', 'node:'],
  'server/context': ['server/core', 'node:'],
  'server/predict': ['server/core', 'openai', 'undici', 'zod', 'node:'],
  'server/run': ['server/core', 'zod', 'node:'],
  'server/corpus': ['server/core', 'zod', 'node:'],
  'server/language': [
    'server/core',
    'server/parse',
    'server/context',
    'server/predict',
    'vscode-languageserver',
    'vscode-languageserver-textdocument',
    'zod',
    'node:',
  ],
  'server/debug': ['server/core', 'server/run', '@vscode/debugadapter', '@vscode/debugprotocol', 'zod', 'node:'],
  'server/cli': [
    'server/core',
    'server/parse',
    'server/context',
    'server/predict',
    'server/run',
    'server/corpus',
    'commander',
    'dotenv',
    'zod',
    'node:',
  ],
  'server/local': ['server/core', 'server/predict', 'zod', 'node:'],
  extension: ['server/core', 'server/corpus', 'vscode', 'vscode-languageclient', 'dotenv', 'zod', 'node:'],
  media: ['server/core'],
};

const forbiddenNames = /^(utils?|helpers?|common|shared|misc|types|managers?|services?|base|index)(\.|$)/;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !path.includes('__pycache__') && !path.includes('node_modules'));
}

const sources = ['server', 'extension', 'media'].flatMap(filesBelow).filter(path => path.endsWith('.ts'));
const product = sources.filter(path => !path.endsWith('.test.ts') && !path.includes('/testing/'));

function floorOf(path: string): string | undefined {
  return Object.keys(floors).find(folder => path.startsWith(`${folder}/`));
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const pattern = /^(?:import|export)\b(?:[^'";]*\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].map(([, statement, call]) => statement ?? call ?? '');
}

/** What `name` in the file `path` refers to: a folder with a floor, or a package. */
function destination(path: string, name: string): string {
  if (!name.startsWith('.')) return name;
  const file = relative(root, resolve(root, dirname(path), name))
    .split(sep)
    .join('/');
  return floorOf(file) ?? file;
}

function isAllowed(floor: string, to: string): boolean {
  const allowed = floors[floor] ?? [];
  return (
    to === floor ||
    allowed.some(entry => to === entry || (entry.endsWith(':') ? to.startsWith(entry) : to.startsWith(`${entry}/`)))
  );
}

test('every file stands on a floor', () => {
  expect(product.filter(path => floorOf(path) === undefined)).toEqual([]);
});

test('no file imports from above or beside its floor', () => {
  const broken = product.flatMap(path => {
    const floor = floorOf(path) ?? '';
    return importsOf(path)
      .filter(name => !isAllowed(floor, destination(path, name)))
      .map(name => `${path} imports ${name}`);
  });
  expect(broken).toEqual([]);
});

test('nothing imports a main', () => {
  const broken = product.flatMap(path =>
    importsOf(path)
      .filter(name => name.startsWith('.') && /\/main\.ts$/.test(name))
      .map(name => `${path} imports ${name}`),
  );
  expect(broken).toEqual([]);
});

test('the names that say nothing are not used', () => {
  const names = ['server', 'extension', 'media']
    .flatMap(filesBelow)
    .flatMap(path => path.split('/').map(part => [part, path] as const));
  expect(names.filter(([part]) => forbiddenNames.test(part)).map(([, path]) => path)).toEqual([]);
});
