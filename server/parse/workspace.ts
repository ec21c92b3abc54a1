/** The Python files of a folder on disk as a `Workspace`: searched within bounds, read when asked for, kept while unchanged. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Module } from '../core/module.ts';
import type { Workspace } from '../core/workspace.ts';
import { type IgnoreRules, isIgnored, readIgnoreRules } from './ignored.ts';
import { moduleFrom } from './modules.ts';
import { type Parser, parsed, type Syntax } from './parser.ts';
import { remarksIn, usesIn } from './uses.ts';

/** At most this many files are listed, and folders looked into. */
const mostFiles = 5000;
const mostFolders = 3000;
/** Bytes; a larger file is generated, or data. */
const largestFile = 2_000_000;
/** Milliseconds for which a listing is good although nothing was reported; a file made meanwhile is read all the same. */
const listingGoodFor = 10_000;

const skipped = /^(\..*|node_modules|__pycache__|venv|env|site-packages|.*\.egg-info|build|dist)$/;

/** Milliseconds for which a file is not looked at again: one question looks up the same files hundreds of times. */
const stampGoodFor = 500;

/** A workspace that lives as long as its process. */
export interface DiskWorkspace extends Workspace {
  /** Call when files were made, changed or deleted: what was seen of the disk lately is looked at again. */
  forget(): void;
}

export function openWorkspace(parser: Parser, root: string): DiskWorkspace {
  const kept = new Map<string, { readonly stamp: string; readonly module: Module }>();
  const trees = keptTrees(parser);
  const stamps = keptStamps(root);
  let listing: { readonly at: number; readonly files: readonly string[] } | undefined;
  const moduleOf = (file: string, text: string): Module => parsed(parser, text, syntax => moduleFrom(file, syntax));
  return {
    root,
    moduleOf,
    forget: () => {
      listing = undefined;
      stamps.forget();
    },
    files: async signal => {
      if (listing === undefined || Date.now() - listing.at > listingGoodFor) {
        listing = { at: Date.now(), files: await listFiles(root, signal) };
      }
      return listing.files;
    },
    isListed: async file => !file.split('/').some(part => skipped.test(part)) && !(await isNamedByRules(root, file)),
    isIgnored: file => isNamedByRules(root, file),
    read: async file => ((await stamps.of(file)) === undefined ? undefined : await textOf(join(root, file))),
    module: async file => {
      const stamp = await stamps.of(file);
      const known = kept.get(file);
      if (stamp === undefined || known?.stamp === stamp) return stamp === undefined ? undefined : known?.module;
      const text = await textOf(join(root, file));
      const module = text === undefined ? undefined : moduleOf(file, text);
      if (module !== undefined) kept.set(file, { stamp, module });
      return module;
    },
    usesOf: (module, definition) => usesIn(definition, trees(module.text)),
    remarksOf: module => remarksIn(trees(module.text)),
  };
}

/** As many trees are kept for the next question as one question usually goes through. */
const mostTrees = 24;

function keptTrees(parser: Parser): (text: string) => Syntax {
  const kept = new Map<string, Syntax>();
  return text => {
    const syntax = kept.get(text) ?? parser.parse(text);
    kept.delete(text);
    kept.set(text, syntax);
    for (const [oldest, unused] of kept) {
      if (kept.size <= mostTrees) break;
      unused.release();
      kept.delete(oldest);
    }
    return syntax;
  };
}

function keptStamps(root: string) {
  const kept = new Map<string, { readonly at: number; readonly stamp: Promise<string | undefined> }>();
  return {
    of: (file: string): Promise<string | undefined> => {
      const known = kept.get(file);
      if (known !== undefined && Date.now() - known.at < stampGoodFor) return known.stamp;
      const stamp = stampOf(join(root, file));
      kept.set(file, { at: Date.now(), stamp });
      return stamp;
    },
    forget: (): void => kept.clear(),
  };
}

/** Changes whenever the file does; `undefined` where it is no readable file of bearable size. */
async function stampOf(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || !facts.isFile() || facts.size > largestFile) return undefined;
  return `${facts.mtimeMs} ${facts.size}`;
}

/** Python reads sources as UTF-8 unless told otherwise; a byte order mark is no part of the text. */
async function textOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.replace(/^\ufeff/, '');
}

/** Whether the `.gitignore` files on the way to it name a file, or a folder that it is in. */
async function isNamedByRules(root: string, file: string): Promise<boolean> {
  const parts = file.split('/');
  const rules: IgnoreRules[] = [];
  for (const at of parts.keys()) {
    const folder = parts.slice(0, at).join('/');
    const text = await textOf(join(root, folder, '.gitignore'));
    if (text !== undefined) rules.push(readIgnoreRules(folder, text));
    if (isIgnored(rules, parts.slice(0, at + 1).join('/'), at < parts.length - 1)) return true;
  }
  return false;
}

async function listFiles(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting: { readonly folder: string; readonly rules: readonly IgnoreRules[] }[] = [{ folder: '', rules: [] }];
  for (let seen = 0; seen < mostFolders && files.length < mostFiles; seen += 1) {
    signal.throwIfAborted();
    const next = waiting.shift();
    if (next === undefined) break;
    const inside = await look(root, next.folder, next.rules);
    files.push(...inside.files);
    waiting.push(...inside.folders.map(folder => ({ folder, rules: inside.rules })));
  }
  return files.slice(0, mostFiles);
}

async function look(root: string, folder: string, outer: readonly IgnoreRules[]) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const path = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const text = entries.some(entry => entry.name === '.gitignore')
    ? await readFile(join(root, path('.gitignore')), 'utf8').catch(() => '')
    : '';
  const rules = text === '' ? outer : [...outer, readIgnoreRules(folder, text)];
  const isVirtual = folder !== '' && entries.some(entry => entry.name === 'pyvenv.cfg');
  const open = isVirtual ? [] : entries.filter(entry => !skipped.test(entry.name));
  const passing = open.filter(entry => !isIgnored(rules, path(entry.name), entry.isDirectory()));
  return {
    rules,
    files: passing.filter(entry => entry.isFile() && entry.name.endsWith('.py')).map(entry => path(entry.name)),
    folders: passing.filter(entry => entry.isDirectory()).map(entry => path(entry.name)),
  };
}
