/** Thinking that a model wrote into its answer: kept apart, and never read for an answer. */

const opening = /^\s*(?:<(think|thinking|thought|reasoning)>|<\|channel\|>(?:analysis|commentary)<\|message\|>)/i;
/** Where thinking ends that began in the prompt: at a closing tag, or where the channel of the answer begins. */
const lateEnd =
  /<\/(think|thinking|thought|reasoning)>|(?:<\|end\|>\s*<\|start\|>assistant)?<\|channel\|>final<\|message\|>/i;

export interface Split {
  readonly text: string;
  readonly thinking: string;
}

/** Splits the thinking at the start of a reply off. Thinking that never ends leaves no text. */
export function splitThinking(whole: string): Split {
  const start = opening.exec(whole);
  if (start === null) return begunInPrompt(whole);
  const name = start[1];
  const rest = whole.slice(start[0].length);
  const end =
    name === undefined
      ? /<\|(?:end|channel)\|>(?:.*?final<\|message\|>)?/s.exec(rest)
      : new RegExp(`</${name}>`, 'i').exec(rest);
  return end === null ? { text: '', thinking: rest.trim() } : splitAt(rest, end);
}

/** Some templates open the thinking in the prompt, so that only its end is in the reply: the first that no opening stands before. */
function begunInPrompt(whole: string): Split {
  const end = lateEnd.exec(whole);
  if (end === null) return { text: whole, thinking: '' };
  const isOpened =
    end[1] !== undefined && whole.slice(0, end.index).toLowerCase().includes(`<${end[1].toLowerCase()}>`);
  return isOpened ? { text: whole, thinking: '' } : splitAt(whole, end);
}

function splitAt(whole: string, end: RegExpExecArray): Split {
  const after = whole.slice(end.index + end[0].length);
  return { text: after.replace(/^\s*\n/, ''), thinking: whole.slice(0, end.index).trim() };
}
