/** Where the code stands that a model is shown, short enough for a question to a person. */
import type { ContextManifest } from './prediction.ts';

const most = 8;

/** `shop/cart.py 8–14, 20–22; shop/money.py 3–9; 2 more files`: each file once, in its order; empty where no code is shown. */
export function shownPlaces({ shown }: Pick<ContextManifest, 'shown'>): string {
  const lines = new Map<string, string[]>();
  for (const { file, firstLine, lastLine } of shown) {
    const range = firstLine === lastLine ? `${firstLine}` : `${firstLine}–${lastLine}`;
    lines.set(file, [...(lines.get(file) ?? []), range]);
  }
  const files = [...lines].map(([file, ranges]) => `${file === '' ? 'the open text' : file} ${ranges.join(', ')}`);
  const left = files.length - most;
  return [...files.slice(0, most), ...(left > 0 ? [left === 1 ? '1 more file' : `${left} more files`] : [])].join('; ');
}
