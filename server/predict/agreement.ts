/** Several samples become one prediction: the answer that most of them give, and how far they agree. */
import { canonicalJson } from '../core/canonical.ts';
import { readLiteral } from '../core/literal.ts';
import type { Claims } from '../core/prediction.ts';

/** The name of what a sample claims as its result: equal values have equal names, however they are written. */
export function resultName(claims: Claims): string {
  if (claims.raises !== undefined) return `raises ${claims.raises.type.split('.').at(-1)}`;
  const text = claims.returns ?? claims.input ?? '';
  const literal = readLiteral(text);
  return literal.kind === 'value' ? canonicalJson(literal.value) : `text ${text.replace(/\s+/g, '')}`;
}

export interface Agreement {
  /** The index of the sample that stands for the largest group: the first of those with the fewest targets left open. */
  readonly leader: number;
  /** Its share of the samples that have an answer. */
  readonly share: number;
  /** Those that stand for other groups as large. */
  readonly rivals: readonly number[];
}

/** `null` among `claims` is a sample without an answer. `null` where there is no answer at all. */
export function agreementOf(claims: readonly (Claims | null)[]): Agreement | null {
  const groups = new Map<string, number[]>();
  claims.forEach((claim, index) => {
    if (claim === null) return;
    const name = resultName(claim);
    groups.set(name, [...(groups.get(name) ?? []), index]);
  });
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const [first, ...others] = sorted;
  if (first === undefined) return null;
  const valid = sorted.reduce((sum, group) => sum + group.length, 0);
  const rivals = others.filter(group => group.length === first.length).flatMap(([index]) => index ?? []);
  const open = (index: number): number => claims[index]?.unanswered?.length ?? 0;
  const leader = first.reduce((best, index) => (open(index) < open(best) ? index : best));
  return { leader, share: first.length / valid, rivals };
}

/** Whether the leading answer cannot be overtaken by the samples that are left. */
export function isDecided(claims: readonly (Claims | null)[], left: number): boolean {
  const counts = new Map<string, number>();
  for (const claim of claims) {
    if (claim !== null) counts.set(resultName(claim), (counts.get(resultName(claim)) ?? 0) + 1);
  }
  const [first = 0, second = 0] = [...counts.values()].sort((a, b) => b - a);
  return first - second > left;
}
