/** Code without its remarks: blanks stand in their place, so that line numbers stay true. */
import type { Lines, Remarks } from '../core/module.ts';
import type { Remark } from '../core/prediction.ts';
import { indexOfLine, type Range } from '../core/source.ts';

/** The lines of `text` without the kinds of remarks that are named. */
export function withoutRemarks(text: string, lines: Lines, at: Remarks, kinds: readonly Remark[]): string {
  let whole = text;
  if (kinds.includes('comments')) whole = at.comments.reduce((shown, range) => blanked(shown, range, ''), whole);
  if (kinds.includes('docstrings')) whole = at.docstrings.reduce((shown, range) => blanked(shown, range, '...'), whole);
  else if (kinds.includes('doctests')) whole = at.docstrings.reduce(withoutDoctests, whole);
  return whole
    .split('\n')
    .slice(lines.first, lines.last + 1)
    .map(line => line.trimEnd())
    .join('\n');
}

/** `text` with blanks in a range, or `instead` at its start; never longer and with the same lines. */
function blanked(text: string, range: Range, instead: string): string {
  const start = indexOfLine(text, range.start.line) + range.start.column;
  const end = indexOfLine(text, range.end.line) + range.end.column;
  const blank = text.slice(start, end).replaceAll(/[^\n]/g, ' ');
  return text.slice(0, start) + instead + blank.slice(instead.length) + text.slice(end);
}

/** Examples with what they should print: from `>>>` to the next blank line or the end of the docstring. */
function withoutDoctests(text: string, range: Range): string {
  const start = indexOfLine(text, range.start.line);
  const end = indexOfLine(text, range.end.line) + range.end.column;
  let isExample = false;
  const lines = text.slice(start, end).split('\n');
  const kept = lines.map((line, at) => {
    if (/^\s*(?:[rbuf]*["']{1,3})?\s*>>>/i.test(line)) isExample = true;
    else if (line.trim() === '') isExample = false;
    return isExample ? quotesOf(line, at === 0, at === lines.length - 1) : line;
  });
  return text.slice(0, start) + kept.join('\n') + text.slice(end);
}

/** The quotes that open and close the docstring stay. */
function quotesOf(line: string, isFirst: boolean, isLast: boolean): string {
  const opening = isFirst ? (/^\s*[rbuf]*["']{1,3}/i.exec(line)?.[0] ?? '') : '';
  const closing = isLast ? (/\s*["']{1,3}$/.exec(line)?.[0] ?? '') : '';
  return opening.length + closing.length >= line.length ? line : opening + closing;
}
