/** Estimates of what is sent to a model, and what its server's counts teach about them. */
import { estimateTokens } from '../core/tokens.ts';

/** Of all turns together. */
export function estimateTurns(turns: readonly { readonly text: string }[]): number {
  return estimateTokens(turns.map(turn => turn.text).join('\n'));
}

/** So much does one count weigh beside all before it. */
const newest = 0.3;
/** Beyond these it is no count of what was sent, and of short prompts it says little. */
const [leastRatio, mostRatio, leastTokens] = [0.7, 3, 100];

/** Tokens that a server counts for one that we estimate, after one more count. */
export function tokenRatioAfter(ratio: number, counted: number, estimated: number): number {
  const seen = counted / estimated;
  if (estimated < leastTokens || seen < leastRatio || seen > mostRatio) return ratio;
  return ratio + newest * (seen - ratio);
}
