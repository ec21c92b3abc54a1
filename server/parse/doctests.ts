/** The examples of a docstring: `>>>` lines with their continuations, and what they are said to print. */
import { type Embedded, embed } from './embedded.ts';

export interface Example {
  readonly python: Embedded;
  readonly lastRow: number;
  /** It is said to raise, so it cannot be run as set-up for a later one. */
  readonly raises: boolean;
}

/** The examples of a docstring that stands in rows of a file, from `first` to `last`. */
export function examplesIn(rows: readonly string[], first: number, last: number): readonly Example[] {
  const isRaw = /^[^"']*r[bf]?["']/i.test(rows[first] ?? '');
  return isRaw ? rawExamples(rows, first, last) : rawExamples(rows, first, last).map(withoutEscapes);
}

/** Outside raw strings a backslash is written twice. Columns behind one are off by that. */
function withoutEscapes(example: Example): Example {
  const source = example.python.source.replaceAll(/\\([\\'"])/g, '$1');
  return { ...example, python: { ...example.python, source } };
}

function rawExamples(rows: readonly string[], first: number, last: number): readonly Example[] {
  const examples: Example[] = [];
  for (let row = first; row <= last; ) {
    const example = exampleAt(rows, row, last);
    if (example === undefined) row += 1;
    else {
      examples.push(example);
      row = example.lastRow + 1;
    }
  }
  return examples;
}

const prompt = /^(\s*(?:[rRbBuUfF]*(?:'''|"""))?\s*>>>)( |$)/;

function exampleAt(rows: readonly string[], row: number, last: number): Example | undefined {
  const start = prompt.exec(rows[row] ?? '');
  if (start === null) return undefined;
  const source = [pieceAfter(rows[row] ?? '', start[0].length, row === last)];
  let at = row + 1;
  for (; at <= last; at += 1) {
    const continuation = /^\s*\.\.\.( |$)/.exec(rows[at] ?? '');
    if (continuation === null) break;
    source.push(pieceAfter(rows[at] ?? '', continuation[0].length, at === last));
  }
  const wanted: string[] = [];
  for (; at <= last && (rows[at] ?? '').trim() !== '' && !prompt.test(rows[at] ?? ''); at += 1)
    wanted.push(rows[at] ?? '');
  const raises = wanted.some(line => /^\s*Traceback \((most recent call last|innermost last)\)/.test(line));
  return { python: embed(row, source), lastRow: at - 1, raises };
}

/** A docstring may end on the row of its last example. */
function pieceAfter(row: string, column: number, isLast: boolean): { readonly column: number; readonly text: string } {
  const text = row.slice(column).replace(/\r$/, '');
  return { column, text: isLast ? text.replace(/\s*("""|''')\s*$/, '') : text };
}

/** What runs before an example: all the earlier ones of its docstring that are not said to raise. */
export function setupBefore(examples: readonly Example[], example: Example): string {
  return examples
    .slice(0, examples.indexOf(example))
    .filter(earlier => !earlier.raises && !isRemark(earlier.python.source))
    .map(earlier => earlier.python.source)
    .join('\n');
}

function isRemark(source: string): boolean {
  return source.trim() === '' || source.trim().startsWith('#');
}
