/** Text in which nothing is hidden: what steers a terminal, turns the direction of writing around or has no width is written as Python writes it. */

/**
 * Controls but line feed and tab, marks of format and direction, lone surrogates, private characters, separators that are no space, and
 * what is drawn as nothing. The selector that makes a pictogram one stays.
 */
const hidden =
  /(?![\n\t])\p{Cc}|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|(?!(?<=\p{Extended_Pictographic})\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/** `text` with each hidden character as an escape: `\x1b`, `\u202e`, `\U000e0041`. */
export function visible(text: string): string {
  return text.replace(hidden, character => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
  });
}
