/** Statements taken out of their place. */
import { everything } from './nodes.ts';
import type { Node } from './parser.ts';

/** The text of a statement as it would stand at the margin; lines inside its strings keep every blank. */
export function dedented(statement: Node, text: string): string {
  const { column, row } = statement.startPosition;
  const held = new Set(
    [...everything(statement)]
      .filter(node => node.type === 'string' || node.type === 'string_content')
      .flatMap(node => rowsAfterFirst(node)),
  );
  const lines = text.slice(statement.startIndex, statement.endIndex).split('\n');
  return lines.map((line, at) => (at === 0 || held.has(row + at) ? line : withoutIndent(line, column))).join('\n');
}

function rowsAfterFirst(node: Node): readonly number[] {
  const first = node.startPosition.row;
  return Array.from({ length: node.endPosition.row - first }, (_, at) => first + 1 + at);
}

function withoutIndent(line: string, columns: number): string {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, columns));
}
