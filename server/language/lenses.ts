/** The lenses of a document: **Check a call** above each callable. */
import type { CodeLens } from 'vscode-languageserver';
import { headingsOf, type Outline } from '../parse/outline.ts';

/** The command of the editor that offers calls of the definition whose name stands at a position. */
export const chooseCall = 'calledIt.chooseCall';

export function lensesOf(uri: string, outline: Outline): CodeLens[] {
  return headingsOf(outline).map(({ row, column }) => {
    const place = { line: row, character: column };
    return {
      range: { start: place, end: place },
      command: { title: 'Check a call', command: chooseCall, arguments: [uri, { line: row, column }] },
    };
  });
}
