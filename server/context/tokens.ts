/** How many tokens a text costs, without a tokenizer: an estimate that is meant to be rather too high than too low. */

/** The bare estimate falls short by up to a third on prose and code, and by more where numbers abound. */
const margin = 1.3;
const marginOfNumbers = 1.6;

export function estimateTokens(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0;
  const visible = text.match(/\S/g)?.length ?? 0;
  return Math.ceil(bareEstimate(text) * (digits * 3 > visible ? marginOfNumbers : margin));
}

/** Words, digits, line breaks with their indent, other blanks, punctuation, and each character beyond ASCII. */
const part =
  /(?<word>[A-Za-z_]+)|(?<digits>\d+)|(?<line>\r?\n[ \t]*)|(?<blank>[ \t\r\f\v]+)|(?<mark>[!-/:-@[-^`{-~]+)|(?<other>.)/gsu;

function bareEstimate(text: string): number {
  let tokens = 0;
  for (const { groups = {}, 0: whole } of text.matchAll(part)) {
    if (groups['word'] !== undefined) tokens += Math.ceil(whole.length / 6);
    else if (groups['digits'] !== undefined) tokens += Math.ceil(whole.length / 3);
    else if (groups['mark'] !== undefined) tokens += Math.ceil(whole.length / 2);
    else tokens += 1;
  }
  return tokens;
}
