/** What a reply is read into: an answer to our question, or why there is none. Nothing is repaired by guessing, and nothing evaluated. */
import { readLiteral } from '../core/literal.ts';
import type { Claims, NoAnswerReason } from '../core/prediction.ts';

export interface Answer {
  readonly kind: 'answer';
  readonly claims: Claims;
  /** A fraction 0–1, where the answer itself says it. */
  readonly confidence: number | null;
  /** Remarks: `fenced`, `moreAnswers`, `textAfter`, `bareWord`, … */
  readonly flags: readonly string[];
}

export interface NoAnswer {
  readonly kind: 'none';
  readonly reason: NoAnswerReason;
  /** In a few words, for people. */
  readonly detail: string;
  readonly flags: readonly string[];
}

export type Reading = Answer | NoAnswer;

export function none(reason: NoAnswerReason, detail: string, flags: readonly string[] = []): NoAnswer {
  return { kind: 'none', reason, detail, flags };
}

/** Texts that the verdict may still read, by the class of the real value or the rule for strings without quotes. */
const leftToVerdict: readonly string[] = ['bareWord', 'call'];

/** Whether `text` is a literal, or one that only the verdict can tell; the flag it then carries. */
export function literalState(text: string): {
  readonly readable: boolean;
  readonly flag: string;
  readonly why: string;
} {
  const literal = readLiteral(text);
  if (literal.kind === 'value') return { readable: true, flag: '', why: '' };
  const left = leftToVerdict.includes(literal.reason);
  return { readable: left, flag: left ? literal.reason : '', why: literal.reason };
}

/** Whether `text` is a literal by itself. */
export function isLiteral(text: string): boolean {
  return readLiteral(text).kind === 'value';
}

/** What models write where they were to fill something in. */
export function isPlaceholder(text: string): boolean {
  return /^\s*(\?\?+|\.\.\.|…|<(value|literal|answer|output|result|repr)>|\{?(OUTPUT|ANSWER|VALUE|RESULT)\}?|NAME|TEXT)\s*$/.test(
    text,
  );
}

/** The word that prompts allow for what cannot be told. */
export function isAbstention(text: string): boolean {
  return /^\s*`?UNKNOWN`?[.]?\s*$/.test(text);
}

const named = /^([A-Za-z_][\w.]*)(?::[ ]?([\s\S]*))?$/;
const looksRaised = /(?:Error|Exception|Exit|Interrupt|Warning|Iteration|Group|Timeout|NotFound|Failure)$/;

/** The last line of a traceback: type and message. `known` accepts any name, else only names that look like an exception's. */
export function readException(text: string, known: 'any' | 'likely'): Claims['raises'] | undefined {
  const match = named.exec(text.trim());
  const type = match?.[1];
  if (type === undefined || (known === 'likely' && !looksRaised.test(type))) return undefined;
  return match?.[2] === undefined ? { type } : { type, message: match[2] };
}

/** Texts that differ in white space alone are the same call. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * A percent that was asked for last: `95`, `95%`, `95 percent`, or the first percent in a sentence. Outside 0–100 it is none, and so is
 * a bare fraction such as `0.9`, which may mean either.
 */
export function readPercent(text: string): number | null {
  const bare = /^\s*(\d{1,3}(?:\.\d+)?)\s*(?:%|percent)?\s*[.!]?\s*$/i.exec(text);
  const found = bare ?? /(\d{1,3}(?:\.\d+)?)\s*(?:%|percent)/i.exec(text) ?? /^\s*(\d{1,3}(?:\.\d+)?)\s*\n/.exec(text);
  const value = found === null ? Number.NaN : Number(found[1]);
  const isFraction = value > 0 && value < 1 && !/%|percent/i.test(text);
  return value >= 0 && value <= 100 && !isFraction ? value / 100 : null;
}
