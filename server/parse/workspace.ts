/** The Python files of a folder on disk as a `Workspace`: searched within bounds, read when asked for, kept while unchanged. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Details, Module } from '../core/module.ts';
import type { Workspace } from '../core/workspace.ts';
import { detailsOf } from './details.ts';
import { type IgnoreRules, isIgnored, readIgnoreRules } from './ignored.ts';
import { moduleFrom } from './modules.ts';
import { type Parser, parsed } from './parser.ts';

/** At most this many files are listed, and folders looked into. */
const mostFiles = 5000;
const mostFolders = 3000;
/** Bytes; a larger file is generated, or data. */
const largestFile = 2_000_000;
/** Milliseconds for which a listing is good although nothing was reported; a file made meanwhile is read all the same. */
const listingGoodFor = 10_000;

const skipped = /^(\..*|node_modules|__pycache__|venv|env|site-packages|.*\.egg-info|build|dist)$/;

/** A workspace that lives as long as its process: it forgets what it knows of a file when told that it changed. */
export interface DiskWorkspace extends Workspace {
  /** Call when files were made or deleted. */
  forgetListing(): void;
}

export function openWorkspace(parser: Parser, root: string): DiskWorkspace {
  const kept = new Map<string, { readonly stamp: string; readonly module: Module }>();
  const details = new WeakMap<Module, Details>();
  let listing: { readonly at: number; readonly files: readonly string[] } | undefined;
  const moduleOf = (file: string, text: string): Module => parsed(parser, text, syntax => moduleFrom(file, syntax));
  return {
    root,
    moduleOf,
    forgetListing: () => {
      listing = undefined;
    },
    files: async signal => {
      if (listing === undefined || Date.now() - listing.at > listingGoodFor) {
        listing = { at: Date.now(), files: await listFiles(root, signal) };
      }
      return listing.files;
    },
    module: async file => {
      const stamp = await stampOf(join(root, file));
      if (stamp === undefined) return undefined;
      const known = kept.get(file);
      if (known?.stamp === stamp) return known.module;
      const module = moduleOf(file, await readFile(join(root, file), 'utf8'));
      kept.set(file, { stamp, module });
      return module;
    },
    details: module => {
      const known = details.get(module) ?? parsed(parser, module.text, syntax => detailsOf(module, syntax));
      details.set(module, known);
      return known;
    },
  };
}

/** Changes whenever the file does; `undefined` where it is no readable file of bearable size. */
async function stampOf(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || !facts.isFile() || facts.size > largestFile) return undefined;
  return `${facts.mtimeMs} ${facts.size}`;
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
