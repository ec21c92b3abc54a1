/** The flags of an aspect in words, for people who ask why a prediction was not simply right. */
import type { Flags } from './verdict.ts';

/** One short phrase each; none where nothing of note was found. */
export function hintsOf(flags: Flags): readonly string[] {
  const { delta, rounded, lengths, missingKeys = [], extraKeys = [] } = flags;
  return [
    ...(flags.quoted === true ? ['right but for quotes'] : []),
    ...(flags.unquoted === true ? ['read as a string without quotes'] : []),
    ...(flags.sameText === true ? ['the same text, as str and as bytes'] : []),
    ...(flags.sameElements === true ? ['the same elements in another container'] : []),
    ...(rounded === undefined ? [] : [`rounded to ${rounded} places`]),
    ...(flags.whitespace === true ? ['differs in whitespace only'] : []),
    ...(flags.caseOnly === true ? ['differs in upper and lower case only'] : []),
    ...(delta === undefined ? [] : [`off by ${delta.replace(/^(?=\d)/, '+')}`]),
    ...(lengths === undefined || lengths[0] === lengths[1] ? [] : [`length ${lengths[0]}, really ${lengths[1]}`]),
    ...(missingKeys.length === 0 ? [] : [`left out: ${missingKeys.join(', ')}`]),
    ...(extraKeys.length === 0 ? [] : [`not there: ${extraKeys.join(', ')}`]),
    ...(flags.relation === undefined ? [] : [`a ${flags.relation} of the real one`]),
    ...(flags.missed === true ? ['the change was not foretold'] : []),
    ...(flags.invented === true ? ['it did not change'] : []),
  ];
}
