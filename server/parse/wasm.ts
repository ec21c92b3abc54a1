/** The build of tree-sitter in WebAssembly: slower, but it loads everywhere. */
import { createRequire } from 'node:module';
import type { Tree, Parser as WasmParser } from 'web-tree-sitter';
import { editBetween, widened } from './edit.ts';
import type { Change, Parser, Syntax } from './parser.ts';

/** Throws where the grammar is not installed. */
export async function openWasmParser(): Promise<Parser> {
  const { Language, Parser: Constructor } = await import('web-tree-sitter');
  await Constructor.init();
  const require = createRequire(import.meta.url);
  const grammar = await Language.load(require.resolve('tree-sitter-python/tree-sitter-python.wasm'));
  const parser = new Constructor();
  parser.setLanguage(grammar);
  return {
    build: 'wasm',
    parse: text => syntaxOf(parser, text, treeOf(parser, text), undefined),
  };
}

function treeOf(parser: WasmParser, text: string, previous?: Tree): Tree {
  const tree = parser.parse(text, previous);
  if (tree === null) throw new Error('The parser has no language.');
  return tree;
}

function syntaxOf(parser: WasmParser, text: string, tree: Tree, change: Change | undefined): Syntax {
  return {
    text,
    root: tree.rootNode,
    change,
    edited: after => {
      const edit = editBetween(text, after);
      if (edit === undefined) return syntaxOf(parser, text, tree, undefined);
      tree.edit(widened(edit, text));
      const next = treeOf(parser, after, tree);
      const changed = tree.getChangedRanges(next);
      tree.delete();
      return syntaxOf(parser, after, next, { edit, changed });
    },
    release: () => tree.delete(),
  };
}
