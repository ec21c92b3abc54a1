/** How long it will take, in words. */

/** `, 3 min 20 s left`: by the time that what is done took; empty before there is anything to go by. */
export function etaText(elapsedMs: number, done: number, total: number): string {
  if (done === 0 || done >= total) return '';
  const seconds = Math.ceil(((elapsedMs / done) * (total - done)) / 1000);
  if (seconds < 60) return `, ${seconds} s left`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `, ${minutes} min ${seconds % 60} s left`
    : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
