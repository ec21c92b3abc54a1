/** Where a stream of events says that it is whole. The client library takes that mark away, so it is noticed in the bytes. */

const mark = /[\r\n]data: ?\[DONE\]/;
/** Some servers leave the connection open after the mark. */
const graceMs = 1000;
/** So much of what went by may be the beginning of the mark. */
const longestBeginning = 12;

/** A `fetch` that calls `onEnd` when a stream it opened has sent `[DONE]`; the response is otherwise as it was. */
export function noticingEnd(fetch: typeof globalThis.fetch, onEnd: () => void): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
    if (!isStream || response.body === null) return response;
    const facts = { status: response.status, headers: [...response.headers] };
    return new Response(response.body.pipeThrough(watching(onEnd)), facts);
  };
}

function watching(onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  let passed = '\n';
  let late: NodeJS.Timeout | undefined;
  return new TransformStream({
    transform(bytes, controller) {
      passed += Buffer.from(bytes).toString('latin1');
      if (late === undefined && mark.test(passed)) {
        onEnd();
        late = setTimeout(() => controller.terminate(), graceMs);
      }
      passed = passed.slice(-longestBeginning);
      controller.enqueue(bytes);
    },
    flush: () => clearTimeout(late),
  });
}
