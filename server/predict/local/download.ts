/** Fetches one large file over HTTP, going on where an earlier attempt stopped. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { cancelled } from '../../core/failure.ts';

const headersMs = 6000;
const idleMs = 30_000;

/** Writes the body of `url` to the file `part`, from its present end on. Rejects with the reason in a few words. */
export async function download(
  url: string,
  part: string,
  onBytes: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const start = await sizeOf(part);
  const dispatcher = new EnvHttpProxyAgent({
    connectTimeout: headersMs,
    headersTimeout: headersMs,
    bodyTimeout: idleMs,
  });
  try {
    const headers = start > 0 ? { range: `bytes=${start}-` } : {};
    const response = await fetch(url, { headers, dispatcher, signal });
    if (!response.ok || response.body === null) throw new Error(`it answered ${response.status}`);
    const from = response.status === 206 ? start : 0;
    const sink = createWriteStream(part, { flags: from === 0 ? 'w' : 'a' });
    await pipeline(Readable.fromWeb(response.body), counter(from, onBytes), sink, { signal });
  } catch (cause) {
    throw signal.aborted ? cancelled() : cause;
  } finally {
    await dispatcher.destroy();
  }
}

function counter(from: number, onBytes: (done: number) => void): Transform {
  const count = { done: from };
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      count.done += chunk.length;
      onBytes(count.done);
      next(null, chunk);
    },
  });
}

/** The size of a file in bytes, 0 where there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    found => found.size,
    () => 0,
  );
}
