/** What the steps may know of the Python files around a probe. `parse` implements it; nothing here touches a disk. */
import type { Definition, Module, Remarks, Use } from './module.ts';

export interface Workspace {
  /** The absolute path of its folder. */
  readonly root: string;
  /**
   * Its Python files, relative, with forward slashes: bounded in number, without hidden folders, virtual environments,
   * `node_modules` and what `.gitignore` names.
   */
  files(signal: AbortSignal): Promise<readonly string[]>;
  /** Whether `files` could list it: it is neither hidden nor ignored nor in a virtual environment. */
  isListed(file: string): Promise<boolean>;
  /** Whether a `.gitignore` of the workspace names it. */
  isIgnored(file: string): Promise<boolean>;
  /** The text on disk; `undefined` where there is none, or it is too large to read. */
  read(file: string): Promise<string | undefined>;
  /** The module of that relative path as it is on disk; `undefined` where there is none, or it is too large to read. */
  module(file: string): Promise<Module | undefined>;
  /** The module that `text` would be under that path, such as an unsaved buffer. */
  moduleOf(file: string, text: string): Module;
  /** The names that a definition of that module uses, without those that it binds itself. */
  usesOf(module: Module, definition: Definition): readonly Use[];
  remarksOf(module: Module): Remarks;
}

/** Whether a path is that of a test: such files are never shown to a model, and calls in them are offered as such. */
export function isTestFile(file: string): boolean {
  const parts = file.split('/');
  const name = parts.at(-1) ?? '';
  return (
    parts.slice(0, -1).some(part => /^(tests?|testing)$/.test(part)) ||
    /^(test_.*|.*_test|tests|conftest)\.py$/.test(name)
  );
}
