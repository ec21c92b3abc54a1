import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Log } from '../core/log.ts';
import { silentLog } from '../core/log.ts';
import { openNativeParser } from './native.ts';
import { type Node, openParser, type Parser } from './parser.ts';
import { openWasmParser } from './wasm.ts';

/** Types, places and structure of a whole tree, so that two trees can be compared. */
function shapeOf(node: Node): unknown {
  const { type, startIndex, endIndex, startPosition, endPosition } = node;
  const children = node.children.filter(child => child !== null).map(shapeOf);
  return [
    type,
    startIndex,
    endIndex,
    startPosition.row,
    startPosition.column,
    endPosition.row,
    endPosition.column,
    children,
  ];
}

function failingNative(): Parser {
  throw new Error('invalid ELF header');
}

const builds: readonly (readonly [string, () => Promise<Parser>])[] = [
  ['native', async () => openNativeParser()],
  ['wasm', openWasmParser],
];

const whole = [
  'def f(a, b=1):\n    return a + b\n',
  'x = "é😀" + y\n',
  'class C:\n    def m(self): pass\n\n    async def n(self):\n        await f(1, [2, 3])\n',
  '\n',
  '# ünïcode 😀\n',
  "text = '''one\n  two '''\n",
  "print(f'{x!r:>{w}}')\n",
  'if x:\n\ty = f(\n\t  1)\nelse:\n\tz = 2\n',
  '@cache\ndef g(): ...\n',
];
const broken = ['(', ')', '"""', "'", 'def ', ':', '\t', '😀', 'é', '\\'];
const python = fc.array(fc.constantFrom(...whole), { maxLength: 12 });
const program = fc.array(fc.constantFrom(...whole, ...broken), { maxLength: 4 }).map(pieces => pieces.join(''));
const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 12 }), insert: program });

function applied(text: string, { at, remove, insert }: { at: number; remove: number; insert: string }): string {
  const start = text.length === 0 ? 0 : at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + remove);
}

describe.each(builds)('the %s build', (name, open) => {
  /** Where a text is no Python, how the grammar recovers may depend on the way to it. */
  test('parses again after edits into the tree that a whole parse gives, wherever the text is Python', async () => {
    const parser = await open();
    fc.assert(
      fc.property(python, fc.nat(), python, fc.array(edit, { maxLength: 4 }), (start, at, pieces, edits) => {
        let syntax = parser.parse(start.join(''));
        for (const one of edits) syntax = syntax.edited(applied(syntax.text, one));
        syntax = syntax.edited(start.toSpliced(at % (start.length + 1), 2, ...pieces).join(''));
        const again = parser.parse(syntax.text);
        expect(again.root.hasError).toBe(false);
        expect(shapeOf(syntax.root)).toEqual(shapeOf(again.root));
        syntax.release();
        again.release();
      }),
      { numRuns: name === 'native' ? 200 : 60 },
    );
  });

  test('counts columns in UTF-16 code units', async () => {
    const { root } = (await open()).parse('x = "é😀" + y\n');
    const y = root.descendantForIndex(12, 13);
    expect([y?.type, y?.startPosition.column]).toEqual(['identifier', 12]);
  });

  test('parses texts longer than 32 KB whole', async () => {
    const text = 'def f(a):\n    return a  # 😀\n'.repeat(5000);
    const { root } = (await open()).parse(text);
    expect([root.hasError, root.endIndex, root.namedChildren.length]).toEqual([false, text.length, 5000]);
  });
});

test('where the native build does not load, the one in WebAssembly takes over and the log says so', async () => {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: message => warnings.push(message) };
  const parser = await openParser(log, failingNative);
  expect(parser.build).toBe('wasm');
  expect(warnings).toEqual([
    'The native parser does not load here (Error: invalid ELF header); the one in WebAssembly takes over.',
  ]);
});

test('the native build is the first choice', async () => {
  expect((await openParser(silentLog)).build).toBe('native');
});
