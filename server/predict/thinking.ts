/** Thinking that a model wrote into its answer: kept apart, and never read for an answer. */

const opening = /^\s*(?:<(think|thinking|thought|reasoning)>|<\|channel\|>analysis<\|message\|>)/i;

/** Splits the thinking at the start of a reply off. Thinking that never ends leaves no text. */
export function splitThinking(whole: string): { readonly text: string; readonly thinking: string } {
  const start = opening.exec(whole);
  if (start === null) return lateEnd(whole);
  const name = start[1];
  const rest = whole.slice(start[0].length);
  const end =
    name === undefined
      ? /<\|(?:end|channel)\|>(?:.*?final<\|message\|>)?/s.exec(rest)
      : new RegExp(`</${name}>`, 'i').exec(rest);
  if (end === null) return { text: '', thinking: rest.trim() };
  const after = rest.slice(end.index + end[0].length);
  return { text: after.replace(/^\s*\n/, ''), thinking: rest.slice(0, end.index).trim() };
}

/** Some templates open the thinking in the prompt, so that only its end is in the reply. */
function lateEnd(whole: string): { readonly text: string; readonly thinking: string } {
  const end = /^[^<]*\n<\/(think|thinking)>[ \t]*\n\s*/i.exec(whole);
  if (end === null) return { text: whole, thinking: '' };
  return { text: whole.slice(end[0].length), thinking: whole.slice(0, end[0].length).trim() };
}
