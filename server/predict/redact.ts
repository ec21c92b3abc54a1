/** Keeps keys out of texts that servers send back: some echo the key in their error. */

const patterns: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_*.-]{6,}/g,
  /\bAIza[0-9A-Za-z_-]{20,}/g,
  /\b(gh[pousr]_|github_pat_|xox[baprs]-)[A-Za-z0-9_-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g,
  /\b(Bearer|api-key:?)\s+[\x21-\x7e]{6,}/gi,
  /([?&](?:key|api_key|token)=)[^&\s"']+/gi,
];

/** `text` without `key`, its parts that a server may have kept, and what looks like a key. */
export function withoutKeys(text: string, key: string): string {
  const own = key.trim();
  const known = own.length >= 6 ? text.replaceAll(own, '«key»').replaceAll(own.slice(0, 12), '«key»') : text;
  return patterns.reduce((shown, pattern) => shown.replace(pattern, '«key»'), known);
}

/** `text` without `key` alone: an answer stays as it was said. */
export function withoutKey(text: string, key: string): string {
  const own = key.trim();
  return own.length >= 6 ? text.replaceAll(own, '«key»') : text;
}
