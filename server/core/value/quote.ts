/** Strings and bytes as Python's `repr` quotes them. */

/** What `repr` gives for a str whose lone surrogates, if any, are in `text` as they are. */
export function quoteStr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(unprintable, part => {
    if (part === '\\') return '\\\\';
    if (part === "'" || part === '"') return part === quote ? `\\${part}` : part;
    return shortEscapes.get(part) ?? hexEscape(part.codePointAt(0) ?? 0);
  });
  return quote + body + quote;
}

/** What `repr` gives for bytes, from their hexadecimal digits. */
export function quoteBytes(hex: string): string {
  const text = textOfBytes(hex);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[^ -~]|[\\'"]/g, part => {
    if (part === '\\') return '\\\\';
    if (part === "'" || part === '"') return part === quote ? `\\${part}` : part;
    const escaped = shortEscapes.get(part);
    return escaped ?? `\\x${part.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `b${quote}${body}${quote}`;
}

/** Each byte as the character of its number. */
export function textOfBytes(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 2) text += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16));
  return text;
}

/** The hexadecimal digits of a text in UTF-8. */
export function bytesOfText(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('');
}

const unprintable = /[\\'"]|(?! )[\p{C}\p{Z}]/gu;
const shortEscapes = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function hexEscape(point: number): string {
  const digits = point.toString(16);
  if (point <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return point <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/** The repr of a str in the escaped form of values: backslashes doubled, lone surrogates as `\udxxx`. */
export function quoteEscaped(escaped: string): string {
  const parts = escaped.split(/(\\\\|\\ud[89a-f][0-9a-f]{2})/);
  const quote = escaped.includes("'") && !escaped.includes('"') ? '"' : "'";
  const body = parts.map(part => (part.startsWith('\\') ? part : quoteWith(part, quote)));
  return quote + body.join('') + quote;
}

function quoteWith(text: string, quote: string): string {
  const quoted = quoteStr(text).slice(1, -1);
  const plain = quoted.replaceAll("\\'", "'");
  return quote === "'" ? plain.replaceAll("'", "\\'") : plain;
}
