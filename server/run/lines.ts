/** Replies out of a stream of bytes: whole marked lines alone, whatever noise, tears or floods stand between them. */

/** Begins every reply of the supervisor. */
export const mark = 'called-it ';

const longest = 64 << 20;

/** Takes chunks as they come and gives the text of each whole marked line. Throws where a line grows beyond any reply. */
export function lineReader(): (chunk: Buffer) => readonly string[] {
  let pending: Buffer[] = [];
  let length = 0;
  return chunk => {
    const found: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...pending, chunk.subarray(from, end)]).toString('utf8');
      pending = [];
      length = 0;
      from = end + 1;
      const start = line.indexOf(mark);
      if (start >= 0) found.push(line.slice(start + mark.length));
    }
    if (from < chunk.length) {
      pending.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > longest) throw new RangeError('a reply longer than any reply can be');
    }
    return found;
  };
}
