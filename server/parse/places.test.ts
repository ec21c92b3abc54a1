import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Program, writeFixture } from '../../test-fixtures/fixture.ts';
import type { Range } from '../core/source.ts';
import { moduleFrom } from './modules.ts';
import { openNativeParser } from './native.ts';
import type { Parser } from './parser.ts';
import { type Place, probeAt } from './places.ts';
import { openWasmParser } from './wasm.ts';
import { openWorkspace } from './workspace.ts';

const programs = join(import.meta.dirname, '..', '..', 'test-fixtures', 'programs');

/** What stands at a place, in one line, as the marks of the fixtures say it. */
function described(place: Place): string {
  if (place.kind === 'nothing') return `nothing ${place.reason}`;
  if (place.kind === 'definition') return `definition ${place.definition.name}`;
  const { target, call } = place.probe;
  const manner = `${target.isAsync ? ' async' : ''}${target.isGenerator ? ' generator' : ''}`;
  const where = target.definedIn === undefined ? '' : ` in ${target.definedIn}`;
  const after = call.setup === '' ? '' : ` after ${call.setup}`;
  const shown = target.name === '' ? target.form : `${target.form} ${target.name}`;
  return `probe ${call.expression} → ${shown}${manner}${where}${after}`.replaceAll('\n', '↵');
}

async function check(parser: Parser, root: string, program: Program): Promise<void> {
  const workspace = openWorkspace(parser, root);
  const syntax = parser.parse(program.text);
  const source = { parser, workspace, syntax, module: moduleFrom(program.file, syntax) };
  const found = await Promise.all(
    program.marks.map(async ({ range, line }) => `${line}: ${described(await probeAt(source, range))}`),
  );
  syntax.release();
  expect(found).toEqual(program.marks.map(({ line, says }) => `${line}: ${says}`));
}

describe.each([
  ['native', async () => openNativeParser()],
  ['wasm', openWasmParser],
])('with the %s parser, the marks hold of', (_, open) => {
  test.each(readdirSync(programs))('%s', async name => {
    const { root, programs: written } = writeFixture(join(programs, name));
    const parser = await open();
    for (const program of written.filter(one => one.marks.length > 0)) await check(parser, root, program);
  });
});

test('the range of a call in a doctest is its place in the file', async () => {
  const parser = openNativeParser();
  const text = 'def f(x):\n    """\n    >>> 1 + f(\n    ...     2)\n    """\n';
  const syntax = parser.parse(text);
  const workspace = openWorkspace(parser, mkdtempSync(join(tmpdir(), 'called-it-places-')));
  const caret: Range = { start: { line: 3, column: 12 }, end: { line: 3, column: 12 } };
  const place = await probeAt({ parser, workspace, syntax, module: moduleFrom('m.py', syntax) }, caret);
  expect(place.kind === 'probe' ? place.probe.call.range : undefined).toEqual({
    start: { line: 2, column: 12 },
    end: { line: 3, column: 14 },
  });
});
