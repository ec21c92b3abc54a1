/** A part that is made when it is needed first. */

/** Makes a part at the first call, and gives the same one ever after. */
export function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => {
    const [part = make()] = made;
    made[0] = part;
    return part;
  };
}
