/** What a reply as a whole says against the answer that was read out of it. */
import type { NotAskedReason } from '../core/prediction.ts';
import { none, type Reading } from './reading.ts';
import type { Reply } from './reply.ts';

/** What the transport did to a reply, so that it says nothing of the model. */
export interface Spoilt {
  readonly kind: 'trouble';
  readonly reason: NotAskedReason;
  readonly explanation: string;
}

/** A prompt of which the server read only a part was another question; `null` where it read all. `sentTokens` is about what was sent. */
export function unreadPrompt({ usage }: Reply, sentTokens: number): Spoilt | null {
  const read = usage?.promptTokens ?? sentTokens;
  if (sentTokens < 400 || read >= 0.7 * sentTokens) return null;
  const explanation = `The server read only ${read} of about ${sentTokens} tokens of the prompt. Give the model a larger context window there, or show less code.`;
  return { kind: 'trouble', reason: 'promptTruncatedByServer', explanation };
}

/**
 * The reading where the reply stands for it. A stream that ended without saying so may have been cut, so that the answer counts only
 * where its own end shows that it is whole; one that was said to be all, without a reason, unless it plainly ends in the middle.
 */
export function checked(reading: Reading, reply: Reply): Reading | Spoilt {
  if (reply.finish === 'done') return withoutReason(reading, reply);
  if (reply.finish !== 'missing') return reading;
  if (reading.kind === 'answer' && endsWhole(reply)) return marked(reading);
  if (reading.kind === 'none' && reply.text === '') return reading;
  const explanation = 'The answer ended without saying that it is whole. Ask again.';
  return { kind: 'trouble', reason: 'truncatedStream', explanation };
}

function withoutReason(reading: Reading, { text }: Reply): Reading {
  if (reading.kind === 'answer') return marked(reading);
  return isOpen(text) ? none('truncatedLength', 'the reply ends in the middle', reading.flags) : reading;
}

function marked(reading: Extract<Reading, { kind: 'answer' }>): Reading {
  return { ...reading, flags: [...reading.flags, 'finishMissing'] };
}

function endsWhole({ toolArguments, text }: Reply): boolean {
  return toolArguments !== null || /[\])}'"%]\s*$|\n\s*$|(None|True|False)\s*$/.test(text);
}

/** Strings, from where no word goes on: an apostrophe opens none. */
const strings =
  /(?<![\w"'])[rbuf]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|(?!"""|''')(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))/gi;
const openString = /(?<![\w"'])[rbuf]{0,2}(?:"""[\s\S]*|'''[\s\S]*|"[^"\n]*|'[^'\n]*)$/i;

/** Whether a text ends inside of a bracket or a string. The end of a line ends a string of one line. */
export function isOpen(text: string): boolean {
  const closed = text.replace(strings, '');
  if (openString.test(closed)) return true;
  let depth = 0;
  for (const character of closed) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}
