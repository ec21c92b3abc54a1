/**
 * Reads a predicted text as a Python value, without running anything: what `ast.literal_eval` of CPython 3.13 reads, with the same
 * value (but for escapes `\N{…}`; up to 200 brackets within each other and four million characters, integers of any length), and
 * reprs and constructors of well-known types, of classes, functions and instances. An unreadable part makes the whole unreadable.
 */
import { type Cursor, misplaced, skipSpace, Unreadable, type UnreadableReason } from './literal/cursor.ts';
import { readExpressions } from './literal/grammar.ts';
import type { Value } from './value.ts';
import type { Flags } from './verdict.ts';

export type { UnreadableReason } from './literal/cursor.ts';

export type Literal =
  | { readonly kind: 'value'; readonly value: Value; readonly flags: Flags }
  | {
      readonly kind: 'unreadable';
      readonly reason: UnreadableReason;
      /** Offset of the trouble, after white space and fences around the text. */
      readonly at: number;
    };

export interface LiteralRules {
  /** Full names of classes of the value to compare with: they may be called though their names start small. See `classesOf`. */
  readonly known?: ReadonlySet<string>;
  /** Whether a text that is a bare word is read as a string. */
  readonly unquoted?: boolean;
}

const longest = 4_000_000;
const noNames: ReadonlySet<string> = new Set();

/** Reads `text`. Never throws. */
export function readLiteral(text: string, rules: LiteralRules = {}): Literal {
  if (text.length > longest) return { kind: 'unreadable', reason: 'tooLong', at: longest };
  const bare = withoutFence(text.replace(/\r\n?/g, '\n'));
  try {
    return { kind: 'value', value: readWhole(bare, rules.known ?? noNames), flags: {} };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (rules.unquoted === true && isBareWord(error, bare)) {
      return { kind: 'value', value: bare.trim(), flags: { unquoted: true } };
    }
    return { kind: 'unreadable', reason: error.reason, at: error.at };
  }
}

/** Only a text that begins with the word: within brackets or after an operator it is something else. */
function isBareWord(error: Unreadable, text: string): boolean {
  return error.reason === 'bareWord' && text.slice(0, error.at).trim() === '';
}

const fence = /^```[^\n`]*\n([\s\S]*?)\n?[ \t]*```$|^```([^`\n]+)```$|^`([^`]+)`$/;

/** Without one pair of backticks, or one fence, around it. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('`')) return text;
  const [, lines, line, quoted] = fence.exec(trimmed) ?? [];
  return (lines ?? line ?? quoted)?.trim() ?? text;
}

const leading = /[ \t]*(?:[ \t\f]*(?:#[^\n]*)?\n)*(?:[ \t\f]*\f)?(?:\\\n)*/y;
const trailing = /[ \t\f]*(?:#[^\n]*)?(?:\n(?:[ \t\f]*(?:#[^\n]*)?\n)*(?:[ \t\f]*(?:#[^\n]*|\f))?)?$/y;

function readWhole(text: string, known: ReadonlySet<string>): Value {
  refuseForeign(text);
  leading.lastIndex = 0;
  leading.exec(text);
  const cursor: Cursor = { text, at: leading.lastIndex, nesting: 0, known };
  if (cursor.at === text.length) throw new Unreadable('empty', 0);
  if (/[ \t]/.test(text[cursor.at] ?? '')) throw new Unreadable('syntax', cursor.at);
  const value = readExpressions(cursor);
  skipSpace(cursor);
  trailing.lastIndex = cursor.at;
  if (!trailing.test(text)) throw misplaced(cursor);
  return value;
}

/** Text that no Python source can be. */
function refuseForeign(text: string): void {
  if (text.includes('\0') || /\p{Cs}/u.test(text)) throw new Unreadable('syntax', 0);
}
