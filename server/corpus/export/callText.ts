/** Takes the text of a call of a plain name apart: `total([1, 2], k=3)` is `total` and `[1, 2], k=3`. No parser: brackets and strings are enough. */

export interface CallText {
  readonly name: string;
  /** As between the parentheses. */
  readonly input: string;
  readonly arguments: readonly ArgumentText[];
}

export interface ArgumentText {
  /** Of a keyword argument; empty for a positional one. */
  readonly keyword: string;
  readonly text: string;
}

/** `undefined` where `expression` is anything but one call of a name, or has `*` or `**` arguments. */
export function callText(expression: string): CallText | undefined {
  const head = /^\s*([A-Za-z_]\w*)\s*\(/.exec(expression);
  if (head === null) return undefined;
  const [opening, name = ''] = head;
  const inner = expression.slice(opening.length);
  const ends = commasAndEnd(inner);
  if (ends === undefined || inner.slice(ends.end + 1).trim() !== '') return undefined;
  const starts = [0, ...ends.commas.map(comma => comma + 1)];
  const parts = starts.map((start, index) => inner.slice(start, ends.commas[index] ?? ends.end).trim());
  const texts = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  if (texts.some(text => text === '' || text.startsWith('*'))) return undefined;
  return { name, input: inner.slice(0, ends.end), arguments: texts.map(argumentText) };
}

function argumentText(text: string): ArgumentText {
  const [whole, keyword = ''] = /^([A-Za-z_]\w*)\s*=(?!=)\s*/.exec(text) ?? [''];
  return { keyword, text: text.slice(whole.length) };
}

/** Where the commas of the outermost level stand, and the parenthesis that ends the call. */
function commasAndEnd(text: string): { readonly commas: readonly number[]; readonly end: number } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      const end = stringEnd(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) return character === ')' ? { commas, end: at } : undefined;
      depth -= 1;
    } else if (character === ',' && depth === 0) commas.push(at);
    else if (character === '#') return undefined;
  }
  return undefined;
}

/** The last character of the string literal that begins at `start`. */
function stringEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  const triple = quote.repeat(3);
  const mark = text.startsWith(triple, start) ? triple : quote;
  for (let at = start + mark.length; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length - 1;
  }
  return undefined;
}
