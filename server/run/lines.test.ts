/** Replies out of a stream of bytes, whatever is between them and wherever it is torn. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineReader, mark } from './lines.ts';

function readAll(chunks: readonly Buffer[]): readonly string[] {
  const read = lineReader();
  return chunks.flatMap(chunk => read(chunk));
}

test('replies come whole, wherever the stream is torn', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }).filter(text => !/[\n\r]/.test(text) && !text.includes(mark)));
  const cuts = fc.array(fc.nat(200), { maxLength: 30 });
  fc.assert(
    fc.property(texts, cuts, (replies, places) => {
      const stream = Buffer.from(replies.map(reply => `${mark}${reply}\n`).join(''));
      const edges = [0, ...places.map(place => place % (stream.length + 1)).sort((a, b) => a - b), stream.length];
      const chunks = edges.slice(1).map((edge, index) => stream.subarray(edges[index], edge));
      expect(readAll(chunks)).toEqual(replies);
    }),
  );
});

test('garbage between replies is passed over, a torn last line is never given', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), garbage => {
      const noise = Buffer.from(garbage.filter(byte => byte !== 10));
      const stream = Buffer.concat([noise, Buffer.from(`\n${mark}{"a":1}\n`), noise, Buffer.from(`\n${mark}{"torn`)]);
      expect(readAll([stream]).at(-1)).toBe('{"a":1}');
    }),
  );
});

test('a reply without an end is refused before it fills the memory', () => {
  const read = lineReader();
  const chunk = Buffer.alloc(8 << 20, 'x');
  expect(() => {
    for (let count = 0; count < 10; count += 1) read(chunk);
  }).toThrow(RangeError);
});
