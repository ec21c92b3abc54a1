/**
 * A Python module as its names: what it defines and what it imports. Made by `parse` from a text, read by `context`.
 * Lines are zero-based here, both ends included.
 */
import type { Position, Range } from './source.ts';

export interface Lines {
  readonly first: number;
  readonly last: number;
}

export type DefinitionKind =
  | 'function'
  | 'method'
  | 'classmethod'
  | 'staticmethod'
  | 'property'
  | 'class'
  | 'lambda'
  | 'variable';

/** A name that a statement of the module, of a class or of a function binds, and that others may use. */
export interface Definition {
  /** Qualified as Python does it: `Cart.total`, `outer.<locals>.inner`. */
  readonly name: string;
  readonly kind: DefinitionKind;
  /** The qualified name of the class or function around it; empty at the module's own level. */
  readonly owner: string;
  /** The whole statement, decorators included. */
  readonly range: Range;
  /** Where the name stands. */
  readonly position: Position;
  readonly lines: Lines;
  /** Decorators and signature; for a class also its docstring. The same as `lines` for a variable. */
  readonly head: Lines;
  /** As a person would write it: `total(xs, k=1) -> int`; empty for a variable. */
  readonly signature: string;
  /** The names of its parameters, without `self` or `cls` where it is a method. */
  readonly parameters: readonly Parameter[];
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** The base classes of a class, dotted as written. */
  readonly bases: readonly string[];
  /** What a variable is made by, dotted: `Cart` in `cart = Cart(3)`; empty where the value is no call of a name. */
  readonly madeBy: string;
  /** The name that a variable repeats: `total` in `sum_up = total`; empty otherwise. */
  readonly alias: string;
  /** Why it cannot be called from outside, as the end of a sentence; empty where it can. */
  readonly uncallable: string;
}

export interface Parameter {
  readonly name: string;
  readonly kind: 'positionalOnly' | 'positional' | 'rest' | 'keywordOnly' | 'keywordRest';
  readonly hasDefault: boolean;
}

/** A name that an import binds. `name` is empty for a module itself, `*` for everything; `module` keeps its leading dots. */
export interface ImportedName {
  readonly local: string;
  readonly module: string;
  readonly name: string;
  /** The qualified name of the function or class in which the import stands; empty at the module's own level. */
  readonly owner: string;
  readonly lines: Lines;
}

export interface Module {
  /** Relative to the workspace, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly definitions: readonly Definition[];
  readonly imports: readonly ImportedName[];
  /** Where the text stops being Python, if it does. */
  readonly syntaxError: Position | undefined;
}

/** A dotted name that a definition uses: `helper`, `m.f`, `self.total`; `.total` is that attribute of some other object. */
export interface Use {
  readonly name: string;
  /** 1 for what every path calls, less for what a branch or a type annotation names. */
  readonly weight: number;
}

/** Where a module speaks to people. */
export interface Remarks {
  readonly comments: readonly Range[];
  readonly docstrings: readonly Range[];
}

/** The definition of that qualified name: the last one, as in Python. */
export function definitionOf(module: Module, name: string): Definition | undefined {
  return module.definitions.findLast(definition => definition.name === name);
}

/** The text of whole lines. */
export function linesOf(text: string, lines: Lines): string {
  return text
    .split('\n')
    .slice(lines.first, lines.last + 1)
    .join('\n');
}
