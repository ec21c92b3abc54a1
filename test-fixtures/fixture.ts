/**
 * Programs with marks. Below a line, a comment of carets names a place in it, a caret or a selection, and says what is expected:
 *
 *     total([1, 2], k=3)
 *     #     ^ what is expected at the `1`
 *
 * The lines of marks are no part of the program.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Range } from '../server/core/source.ts';

export interface Mark {
  readonly range: Range;
  readonly says: string;
  /** One-based line of the mark in the fixture itself, for messages. */
  readonly line: number;
}

export interface Program {
  /** Relative to the fixture's folder, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

const mark = /^\s*#( *)(\^+) (.*)$/;

export function readProgram(file: string, marked: string): Program {
  const kept: string[] = [];
  const marks: Mark[] = [];
  for (const [at, line] of marked.split('\n').entries()) {
    const found = mark.exec(line);
    if (found === null) kept.push(line);
    else
      marks.push({ range: rangeOf(line, found[2]?.length ?? 1, kept.length - 1), says: found[3] ?? '', line: at + 1 });
  }
  return { file, text: kept.join('\n'), marks };
}

/** One caret is a place between two characters; more are a selection. */
function rangeOf(line: string, carets: number, row: number): Range {
  const column = line.indexOf('^');
  return { start: { line: row, column }, end: { line: row, column: carets === 1 ? column : column + carets } };
}

export interface Written {
  readonly root: string;
  readonly programs: readonly Program[];
}

/** Writes the programs of a fixture, without marks, into a new folder. */
export function writeFixture(folder: string): Written {
  const root = mkdtempSync(join(tmpdir(), 'called-it-fixture-'));
  const programs = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => {
      const path = join(entry.parentPath, entry.name);
      return readProgram(relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    });
  for (const { file, text } of programs) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { root, programs };
}
