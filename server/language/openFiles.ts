/** The open documents: their text in step with the editor, their tree and lenses made when asked for and kept over edits. */
import { fileURLToPath } from 'node:url';
import type { Module } from '../core/module.ts';
import { moduleFrom } from '../parse/modules.ts';
import { type Outline, outlineAfter, outlineOf } from '../parse/outline.ts';
import type { Parser, Syntax } from '../parse/parser.ts';

export interface OpenFile {
  readonly uri: string;
  /** The tree of the text as it is now. */
  syntax(): Syntax;
  outline(): Outline;
  /** Its names, under a path relative to the workspace. */
  module(file: string): Module;
}

/** What the files keep lives as long as the document is open. */
export interface OpenFiles {
  get(uri: string): OpenFile | undefined;
  changed(uri: string, text: string): void;
  closed(uri: string): void;
}

interface State {
  text: string;
  syntax: Syntax | undefined;
  outline: Outline | undefined;
  module: Module | undefined;
}

export function openFiles(parser: Parser): OpenFiles {
  const states = new Map<string, State>();
  return {
    get: uri => {
      const state = states.get(uri);
      return state === undefined ? undefined : fileOf(parser, uri, state);
    },
    changed: (uri, text) => {
      const state = states.get(uri);
      if (state === undefined) states.set(uri, { text, syntax: undefined, outline: undefined, module: undefined });
      else state.text = text;
    },
    closed: uri => {
      states.get(uri)?.syntax?.release();
      states.delete(uri);
    },
  };
}

/** Edits that come between two questions are parsed as one. */
function fileOf(parser: Parser, uri: string, state: State): OpenFile {
  const syntax = (): Syntax => {
    if (state.syntax === undefined) state.syntax = parser.parse(state.text);
    else if (state.syntax.text !== state.text) {
      state.syntax = state.syntax.edited(state.text);
      state.outline = state.outline === undefined ? undefined : outlineAfter(state.outline, state.syntax);
    }
    return state.syntax;
  };
  const outline = (): Outline => {
    const current = syntax();
    state.outline ??= outlineOf(current);
    return state.outline;
  };
  const module = (file: string): Module => {
    const current = syntax();
    if (state.module?.text !== current.text || state.module.file !== file) state.module = moduleFrom(file, current);
    return state.module;
  };
  return { uri, syntax, outline, module };
}

/** The path of a `file:` address, or of a plain path; empty for a buffer that is no file. */
export function pathOf(uri: string): string {
  if (uri.startsWith('file:')) return fileURLToPath(uri);
  return /^[a-z][a-z0-9+.-]+:/i.test(uri) ? '' : uri;
}
