/**
 * The Python grammar behind one interface, whichever of two builds of tree-sitter carries it: the native one, or the one in
 * WebAssembly where the native one does not load. All indices and columns are UTF-16 code units.
 */
import type { Log } from '../core/log.ts';
import type { Edit } from './edit.ts';
import { openNativeParser } from './native.ts';
import { openWasmParser } from './wasm.ts';

export interface Point {
  readonly row: number;
  readonly column: number;
}

/** What both builds know of a node. */
export interface Node {
  readonly id: number;
  readonly type: string;
  readonly isNamed: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly hasError: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: Point;
  readonly endPosition: Point;
  readonly parent: Node | null;
  readonly children: readonly (Node | null)[];
  readonly namedChildren: readonly (Node | null)[];
  readonly nextNamedSibling: Node | null;
  readonly previousNamedSibling: Node | null;
  childForFieldName(name: string): Node | null;
  descendantForIndex(start: number, end: number): Node | null;
  descendantsOfType(type: string): readonly (Node | null)[];
  walk(): Cursor;
}

/** A place in a tree that moves: several times cheaper than nodes where only few of them matter. */
export interface Cursor {
  readonly nodeType: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: Point;
  readonly currentNode: Node;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  /** Gives memory back, where the build has to be told to. */
  delete?(): void;
}

export interface Change {
  readonly edit: Edit;
  /** Where the structure is different, in the new text. */
  readonly changed: readonly Stretch[];
}

/** A stretch of a text, end excluded. */
export interface Stretch {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A parsed text. A text that is no Python still has a tree, with errors in it. */
export interface Syntax {
  readonly text: string;
  readonly root: Node;
  /** What is different from the tree that this one was edited from; absent for a first parse. */
  readonly change: Change | undefined;
  /** The tree of a later text, made from this one by parsing only what changed. This one must not be used afterwards. */
  edited(text: string): Syntax;
  /** Gives the memory back. It must not be used afterwards. */
  release(): void;
}

export interface Parser {
  readonly build: 'native' | 'wasm';
  parse(text: string): Syntax;
}

/** Loads the grammar: the native build, else the one in WebAssembly, which the log then says. Throws where neither loads. */
export async function openParser(log: Log, openFirst: () => Parser = openNativeParser): Promise<Parser> {
  try {
    return openFirst();
  } catch (cause) {
    log.warn(`The native parser does not load here (${String(cause)}); the one in WebAssembly takes over.`);
    return await openWasmParser();
  }
}

/** What `use` makes of the tree of `text`, which is given back afterwards. */
export function parsed<T>(parser: Parser, text: string, use: (syntax: Syntax) => T): T {
  const syntax = parser.parse(text);
  try {
    return use(syntax);
  } finally {
    syntax.release();
  }
}
