import { expect, test } from 'vitest';
import { oneLine } from './line.ts';
import { visible } from './visible.ts';

const hidden: readonly [string, string][] = [
  ['\u0000', '\\x00'],
  ['\u001b[2J', '\\x1b[2J'],
  ['\r', '\\x0d'],
  ['\u007f', '\\x7f'],
  ['\u009b', '\\x9b'],
  ['\u00ad', '\\xad'],
  ['\u061c', '\\u061c'],
  ['\u200b', '\\u200b'],
  ['\u200d', '\\u200d'],
  ['\u200f', '\\u200f'],
  ['\u2028', '\\u2028'],
  ['\u202e', '\\u202e'],
  ['\u2060', '\\u2060'],
  ['\u2066', '\\u2066'],
  ['\u2800', '\\u2800'],
  ['\u3164', '\\u3164'],
  ['\ufe0f', '\\ufe0f'],
  ['\ufeff', '\\ufeff'],
  ['\ufff9', '\\ufff9'],
  ['\ud800', '\\ud800'],
  ['\ue000', '\\ue000'],
  ['\u{e0041}', '\\U000e0041'],
  ['\u{e0100}', '\\U000e0100'],
];

test.each(hidden)('%j is written as an escape, alone and between letters', (character, escaped) => {
  expect(visible(character)).toBe(escaped);
  expect(visible(`a${character}b`)).toBe(`a${escaped}b`);
});

test.each(['a\n\tb', "['é', 'ß', '日本', 'ไทย', 'नमस्ते']", 'naïve e\u0301', '😀 ❤\ufe0f', '\\u202e'])(
  '%j stays as it is',
  text => {
    expect(visible(text)).toBe(text);
  },
);

test('what a program prints cannot steer the terminal', () => {
  expect(visible('a\u001b[2Jb\r\n\tc\u009b\u202e')).toBe('a\\x1b[2Jb\\x0d\n\tc\\x9b\\u202e');
});

test('a line that is shown hides nothing either, and is cut after that', () => {
  expect(oneLine("'a\u202eb'", 20)).toBe("'a\\u202eb'");
  expect(oneLine('\u200b'.repeat(9), 8)).toBe('\\u200b\\…');
});
