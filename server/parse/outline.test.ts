import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openNativeParser } from './native.ts';
import { headingsOf, outlineAfter, outlineOf } from './outline.ts';

const parser = openNativeParser();

function namesIn(text: string): readonly string[] {
  return headingsOf(outlineOf(parser.parse(text))).map(({ name, row, column }) => `${name} ${row}:${column}`);
}

test('functions, methods, classes, nested classes and lambdas are found; closures, properties and __init__ are not', () => {
  const text = `import os
def plain(): 
    def closure(): pass
async def later(): ...
@cache
def decorated(): ...
double = lambda x: 2 * x
total = 3
class Outer:
    rate = lambda self: 1
    def __init__(self): ...
    @property
    def size(self): ...
    @classmethod
    def make(cls): ...
    class Inner:
        def method(self): ...
@dataclass
class Point:
    def norm(self): ...
if True:
    def maybe(): ...
    class Also:
        def of(self): ...
try: pass
except E:
    def fallback(): ...
`;
  expect(namesIn(text)).toEqual([
    'plain 1:4',
    'later 3:10',
    'decorated 5:4',
    'double 6:0',
    'Outer 8:6',
    'rate 9:4',
    'make 14:8',
    'Inner 15:10',
    'method 16:12',
    'Point 18:6',
    'norm 19:8',
    'maybe 21:8',
    'Also 22:10',
    'of 23:12',
    'fallback 26:8',
  ]);
});

const piece = fc.constantFrom(
  'def f(a):\n    return a\n',
  'class C:\n    def m(self): pass\n    class D:\n        def n(self):\n            return 1\n',
  '    def more(self): pass\n',
  '        def deep(self): pass\n',
  '@cache\n',
  'if x:\n    def g(): pass\nelse:\n    class E:\n        def h(self): pass\n',
  'double = lambda x: x\n',
  'x = 1\n',
  '"""\n',
  '\n',
  '# é😀\n',
  '(',
  ')',
  ':',
  'def ',
  'class ',
  '    ',
);
const program = fc.array(piece, { maxLength: 15 }).map(pieces => pieces.join(''));
const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 30 }), insert: program });

test('after any edits the outline is the one that the whole tree gives', () => {
  fc.assert(
    fc.property(program, fc.array(edit, { minLength: 1, maxLength: 4 }), (start, edits) => {
      let syntax = parser.parse(start);
      let outline = outlineOf(syntax);
      for (const { at, remove, insert } of edits) {
        const place = at % (syntax.text.length + 1);
        syntax = syntax.edited(syntax.text.slice(0, place) + insert + syntax.text.slice(place + remove));
        outline = outlineAfter(outline, syntax);
      }
      expect(headingsOf(outline)).toEqual(headingsOf(outlineOf(syntax)));
    }),
    { numRuns: 300 },
  );
});
