/** Python text inside Markdown, so that nothing in it is read as Markdown. */
import { oneLine } from '../server/core/line.ts';

/** Inline code that may stand in a table. */
export function code(text: string, limit: number): string {
  const line = oneLine(text, limit).replaceAll('|', '\\|');
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A fenced block with the whole text. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Plain words in which no character has a meaning of its own. */
export function words(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
