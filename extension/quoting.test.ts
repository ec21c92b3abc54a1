import { expect, test } from 'vitest';
import { oneLine } from '../server/core/line.ts';
import { block, cellCode, code, sentence, words } from './quoting.ts';

/** The row is cut where a bar has an even number of backslashes before it, and then each `\|` is a bar: the rule of the editor's own reader. */
function cellsOf(row: string): readonly string[] {
  const cells: string[] = [''];
  for (const [at, character] of Array.from(row).entries()) {
    const before = /\\*$/.exec(Array.from(row).slice(0, at).join(''))?.[0].length ?? 0;
    if (character === '|' && before % 2 === 0) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map(cell => cell.trim().replaceAll('\\|', '|'));
}

/** What stands there to be read; throws where something could be a link, a picture, a tag or emphasis. */
function plainTextOf(markdown: string): string {
  let text = '';
  let rest = markdown;
  while (rest !== '') {
    const escaped = /^\\([!-/:-@[-`{-~])/.exec(rest);
    const span = /^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/.exec(rest);
    const plain = /^(?:(?![`*_{}[\]<>~&])(?!:\/\/)[\s\S])/.exec(rest);
    const [found, shown] = escaped
      ? [escaped[0], escaped[1] ?? '']
      : span
        ? [span[0], (span[2] ?? '').replace(/^ (.*\S.*) $/, '$1')]
        : [plain?.[0] ?? '', plain?.[0] ?? ''];
    if (found === '') throw new Error(`${JSON.stringify(rest.slice(0, 20))} is read as Markdown`);
    text += shown;
    rest = rest.slice(found.length);
  }
  return text;
}

const hostile: readonly string[] = [
  "'\\|![x](https://evil.example/a.png)'",
  "'\\\\|[x](command:calledIt.clearAll)'",
  "'\\\\\\|<img src=x>'",
  "'|' '\\|' '\\\\|'",
  '| a | b |\n|---|---|\n| c | d |',
  '`\\|` ![x](https://evil.example)',
  '``` \\| [x](y)',
  '`',
  '``',
  '\\',
  "'\\'",
  '\\`',
  '`\\',
  '![x](https://evil.example)',
  '[x]: https://evil.example',
  'https://evil.example www.evil.example me@evil.example ftp://evil.example',
  '<a href="command:calledIt.clearAll">x</a>',
  '<!-- -->',
  '&lt;img&gt;',
  '$(alert)',
  '**x** __x__ ~~x~~',
  '# x',
  '- x',
  '1. x',
  'a\r\r![x](https://evil.example)',
  'a\u2028b\u0085c\u000bd',
  "'\u202egnp.x\u200b'",
];

/** Every text of up to five of these is tried as well. */
const pieces = ['\\', '|', '`', '[', 'a'];

function* all(length: number): Generator<string> {
  if (length === 0) yield '';
  else for (const text of all(length - 1)) for (const piece of pieces) yield text + piece;
}

const texts = [...hostile, ...[1, 2, 3, 4, 5].flatMap(length => [...all(length)])];
const whole = Number.MAX_SAFE_INTEGER;

test('code in running text shows the text, and nothing but it', () => {
  for (const text of texts) expect(plainTextOf(code(text, whole))).toBe(oneLine(text, whole));
});

test('a cell of a table is one cell, and shows the text', () => {
  for (const text of texts) {
    const cells = cellsOf(` ✗ returns | ${cellCode(text, whole)} | end `);
    expect(cells).toHaveLength(3);
    expect(plainTextOf(cells[1] ?? '')).toBe(oneLine(text, whole));
  }
});

test('words show the text, in and out of tables', () => {
  for (const text of texts) {
    expect(plainTextOf(words(text))).toBe(oneLine(text, whole));
    const cells = cellsOf(`${words(text)} | end`);
    expect(cells).toHaveLength(2);
    expect(plainTextOf(cells[0] ?? '')).toBe(oneLine(text, whole));
  }
});

test.each(hostile)('no link, picture or tag is made of the sentence %j', text => {
  expect(sentence(text).replace(/\\[\s\S]/g, '')).not.toMatch(/[[\]<]|:\/\/|[\n\r]/);
});

test('a text that is cut is cut before it is quoted', () => {
  expect(cellCode("'\\|![x](https://evil.example)'", 4)).toBe("'\\\\\\|…");
});

test('a fence is longer than any run of backticks in its text', () => {
  expect(block('```\nx\n````')).toBe('`````\n```\nx\n````\n`````');
});
