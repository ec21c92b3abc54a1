/** The workspaces that were asked about, one for each folder, kept while the server lives. */
import { dirname } from 'node:path';
import type { Parser } from '../parse/parser.ts';
import { type DiskWorkspace, openWorkspace } from '../parse/workspace.ts';
import { pathOf } from './openFiles.ts';

export interface Workspaces {
  /** The workspace of a folder; without one, that of the folder of the file. */
  of(folder: string, uri: string): DiskWorkspace;
  /** To be told when files were made, changed or deleted. */
  forget(): void;
}

export function openWorkspaces(parser: Parser): Workspaces {
  const open = new Map<string, DiskWorkspace>();
  return {
    of: (folder, uri) => {
      const root = pathOf(folder) || dirname(pathOf(uri) || '.');
      const known = open.get(root) ?? openWorkspace(parser, root);
      open.set(root, known);
      return known;
    },
    forget: () => {
      for (const workspace of open.values()) workspace.forget();
    },
  };
}
