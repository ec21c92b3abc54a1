/**
 * How many tokens a text is, about. Exact counts need each model's own tables; this rule was fitted on Python files, where it gives
 * 0.7 to 1.2 of a modern tokenizer's count.
 */
export function estimateTokens(text: string): number {
  const parts = text.match(/[A-Za-z]+|[0-9]+|\n[ \t]*|[ \t]+|[\u0080-\uffff]|[^\sA-Za-z0-9\u0080-\uffff]+/g) ?? [];
  return parts.reduce((sum, part) => sum + weight(part), 0);
}

function weight(part: string): number {
  if (/^[A-Za-z]/.test(part)) return Math.ceil(part.length / 6);
  if (/^[0-9]/.test(part)) return Math.ceil(part.length / 3);
  if (/^[ \t]+$/.test(part)) return part.length === 1 ? 0 : 1;
  if (/^\s/.test(part) || part.charCodeAt(0) > 127) return 1;
  return Math.ceil(part.length / 2);
}

/** The estimate falls short by up to a third on prose and code, and by more where numbers abound. */
const margin = 1.3;
const marginOfNumbers = 1.6;

/** So many tokens a text hardly exceeds: for what must fit. */
export function tokensAtMost(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0;
  const visible = text.match(/\S/g)?.length ?? 0;
  return Math.ceil(estimateTokens(text) * (digits * 3 > visible ? marginOfNumbers : margin));
}
