/** Just enough of Python's surface to take a call apart: brackets and strings are seen, nothing is evaluated. */

/** A call's callee and arguments as texts; `null` where the expression's top is no call. */
export interface CallParts {
  readonly callee: string;
  readonly args: readonly string[];
}

const opens = '([{';
const closes = ')]}';

/** Where the string literal that begins at `start` (its first quote) ends; the length of the text where it never does. */
function stringEnd(text: string, start: number): number {
  const quote = text[start] ?? '';
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + mark.length; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length;
  }
  return text.length;
}

/** Splits `text` at its commas outside of brackets and strings. */
export function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") at = stringEnd(text, at) - 1;
    else if (opens.includes(character)) depth += 1;
    else if (closes.includes(character)) depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  const rest = text.slice(begin).trim();
  return rest === '' ? parts : [...parts, rest];
}

/** The index of the bracket that closes the one at `start`; -1 where none does. */
export function closingBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") at = stringEnd(text, at) - 1;
    else if (opens.includes(character)) depth += 1;
    else if (closes.includes(character)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Takes `C(1).add(2, k=3)` apart into `C(1).add` and its arguments. */
export function callParts(expression: string): CallParts | null {
  const text = expression.trim().replace(/^await\s+/, '');
  /** The callee with its brackets and strings left out: names and dots, or the top is no call. */
  let bare = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") {
      at = stringEnd(text, at) - 1;
      bare += '_';
    } else if (!opens.includes(character)) {
      bare += character;
    } else {
      const end = closingBracket(text, at);
      if (end === -1) return null;
      if (end === text.length - 1) {
        const isCall = character === '(' && /^[\w.]+$/.test(bare);
        return isCall ? { callee: text.slice(0, at).trim(), args: splitTopLevel(text.slice(at + 1, end)) } : null;
      }
      bare += '_';
      at = end;
    }
  }
  return null;
}

/** Parameter names of the first `def` in a definition's source, without stars, annotations and defaults. */
export function parametersOf(source: string): readonly string[] {
  const start = /\bdef\s+\w+\s*(?:\[[^\]]*\])?\(/.exec(source);
  if (start === null) return [];
  const open = start.index + start[0].length - 1;
  const end = closingBracket(source, open);
  const inner = source.slice(open + 1, end === -1 ? source.length : end).replace(/#[^\n]*/g, '');
  return splitTopLevel(inner)
    .filter(part => part !== '*' && part !== '/')
    .map(part => /^\**\s*(\w+)/.exec(part)?.[1] ?? '')
    .filter(name => name !== '');
}
