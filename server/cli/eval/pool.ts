/** Work on many things, a few at a time. */

/**
 * Calls `work` for every item, `size` at a time, begun in order. The first that throws stops the others from being begun and is thrown
 * when those under way have ended.
 */
export async function inPool<T>(
  items: readonly T[],
  size: number,
  work: (item: T, index: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  let failed: { readonly error: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && failed === undefined && !signal.aborted) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) await work(item, index).catch((error: unknown) => (failed ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker));
  if (failed !== undefined) throw failed.error;
  signal.throwIfAborted();
}
