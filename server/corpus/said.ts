/** What the remarks on a record come to. */
import type { Remark } from '../core/record.ts';

export interface Said {
  readonly tags: readonly string[];
  readonly notes: number;
  readonly comparisonWrong: boolean;
  readonly deleted: boolean;
}

export const nothingSaid: Said = { tags: [], notes: 0, comparisonWrong: false, deleted: false };

/** What is said after one more remark. Tags are in order, each once. */
export function saidAfter(before: Said, { what, text }: Pick<Remark, 'what' | 'text'>): Said {
  switch (what) {
    case 'note':
      return { ...before, notes: before.notes + 1 };
    case 'tag':
      return { ...before, tags: [...new Set([...before.tags, text])].sort() };
    case 'untag':
      return { ...before, tags: before.tags.filter(tag => tag !== text) };
    case 'comparisonWrong':
    case 'comparisonRight':
      return { ...before, comparisonWrong: what === 'comparisonWrong' };
    case 'deletion':
    case 'restoration':
      return { ...before, deleted: what === 'deletion' };
  }
}
