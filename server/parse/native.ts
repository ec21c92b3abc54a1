/** The native build of tree-sitter. Loaded at run time, since it is a binary that a machine may not be able to load. */
import { createRequire } from 'node:module';
import type NativeParser from 'tree-sitter';
import { editBetween, widened } from './edit.ts';
import type { Change, Parser, Syntax } from './parser.ts';

/** Throws what the loader throws where the binaries do not fit this machine. */
export function openNativeParser(): Parser {
  const require = createRequire(import.meta.url);
  const Constructor: typeof NativeParser = require('tree-sitter');
  const parser = new Constructor();
  parser.setLanguage(require('tree-sitter-python'));
  return {
    build: 'native',
    parse: text => syntaxOf(parser, text, parser.parse(text), undefined),
  };
}

function syntaxOf(parser: NativeParser, text: string, tree: NativeParser.Tree, change: Change | undefined): Syntax {
  return {
    text,
    root: tree.rootNode,
    change,
    edited: after => {
      const edit = editBetween(text, after);
      if (edit === undefined) return syntaxOf(parser, text, tree, undefined);
      tree.edit(widened(edit, text));
      const next = parser.parse(after, tree);
      return syntaxOf(parser, after, next, { edit, changed: tree.getChangedRanges(next) });
    },
    /** The garbage collector frees native trees. */
    release: () => undefined,
  };
}
