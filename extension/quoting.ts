/** Text that others wrote inside Markdown, so that nothing in it is read as Markdown, neither by its inline rules nor by those of tables. */
import { oneLine } from '../server/core/line.ts';
import { visible } from '../server/core/visible.ts';

/** Inline code in running text; empty for an empty text. */
export function code(text: string, limit: number): string {
  const line = oneLine(text, limit);
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * The same for a cell of a table. Cells are told apart before code is: a bar is escaped, and one that already stands behind a backslash
 * cannot stand in code, so such a text is plain words.
 */
export function cellCode(text: string, limit: number): string {
  const line = oneLine(text, limit);
  return line.includes('\\|') ? words(line) : code(line, limit).replaceAll('|', '\\|');
}

/** A fenced block with the whole text. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Plain words in which no character has a meaning of its own, in and out of tables. */
export function words(text: string): string {
  const line = visible(text.trim().replace(/\s*[\n\r]+\s*/g, ' '));
  return line.replace(/[\\`*_{}[\]()#+\-.!|<>~&$@]|:(?=\/\/)/g, '\\$&');
}

/** Words of a document that is read as it is written, too: only what could make a link, a picture or a tag is escaped. */
export function sentence(text: string): string {
  return visible(text.trim().replace(/\s*[\n\r]+\s*/g, ' ')).replace(/[\\[\]<]|:(?=\/\/)/g, '\\$&');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
