/** Reads a reply that is an interpreter session: printed lines, then the repr of the value or a traceback, then perhaps `>>> xs`. */
import type { Claims } from '../core/prediction.ts';
import {
  isAbstention,
  isLiteral,
  isPlaceholder,
  literalState,
  none,
  type Reading,
  readException,
  squeeze,
} from './reading.ts';

/** What a session was asked about. */
export interface SessionQuestion {
  /** The call as it was shown at the prompt. */
  readonly call: string;
  /** Prompt lines before it. */
  readonly setup: string;
  /** Whether working may stand before the repeated prompt line. */
  readonly working: boolean;
}

interface Block {
  /** What stands after the prompt; empty for what comes before the first. */
  readonly typed: string;
  readonly lines: readonly string[];
}

/** The first answer to our call. */
export function readSession(text: string, question: SessionQuestion): Reading {
  const { inner, fenced } = unfenced(text);
  const blocks = blocksOf(inner);
  const own = blocks.findIndex(block => block.typed !== '' && squeeze(block.typed) === squeeze(question.call));
  const setup = new Set(question.setup.split('\n').map(squeeze));
  const first = blocks[0];
  const start = own >= 0 ? own : question.working ? -1 : 0;
  if (start === -1) return none('unreadable', 'the prompt line was not repeated before the answer', fenced);
  if (own === -1 && first !== undefined && first.lines.every(line => line.trim() === '')) {
    const next = blocks.slice(1).find(block => !setup.has(squeeze(block.typed)));
    return next === undefined
      ? none('empty', 'the reply is empty', fenced)
      : none('wrongTarget', `it answers \`${next.typed}\` instead`, fenced);
  }
  const block = blocks[start];
  const rest = blocks.slice(start + 1);
  const result = readBlock(block?.lines ?? []);
  if (result.kind === 'none') return { ...result, flags: [...fenced, ...result.flags] };
  return { ...result, flags: [...fenced, ...result.flags, ...more(rest, question.call)] };
}

/** Blocks by prompt line. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { typed: string; lines: string[] }[] = [{ typed: '', lines: [] }];
  for (const line of text.split('\n')) {
    const typed = /^\s*>>> ?(.*)$/.exec(line)?.[1];
    if (typed !== undefined) blocks.push({ typed: typed.trim(), lines: [] });
    else if (/^\s*\.\.\.( |$)/.test(line) && blocks.at(-1)?.lines.length === 0) continue;
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

/** Another line at the prompt that calls the same function is an answer to a question that nobody asked. */
function more(rest: readonly Block[], call: string): readonly string[] {
  const callee = call.slice(0, call.indexOf('('));
  return rest.some(block => block.typed.startsWith(`${callee}(`)) ? ['moreAnswers'] : [];
}

/** Reads what was printed after our prompt line. */
export function readBlock(all: readonly string[]): Reading {
  const end = all.findIndex(line => /^\s*(```|~~~)/.test(line));
  const lines = trimmed(end === -1 ? all : all.slice(0, end));
  if (lines.length === 0) return none('empty', 'nothing was printed after the prompt line');
  const whole = resultOf(lines);
  if (whole.kind === 'answer') return whole;
  const gap = lines.findIndex(line => line.trim() === '');
  const paragraph = gap > 0 ? resultOf(lines.slice(0, gap)) : whole;
  return paragraph.kind === 'answer' && !paragraph.flags.includes('bareWord')
    ? { ...paragraph, flags: [...paragraph.flags, 'textAfter'] }
    : whole;
}

function resultOf(lines: readonly string[]): Reading {
  const trace = lines.findIndex(line => /^\s*Traceback \(most recent call last\)/.test(line));
  if (trace !== -1) return tracebackOf(lines.slice(0, trace), lines.slice(trace + 1));
  const text = lines.join('\n');
  if (isAbstention(text)) return none('abstained', '');
  if (isPlaceholder(text)) return none('placeholder', `it is only \`${text.trim()}\``);
  if (isLiteral(text)) return answer({ returns: text.trim(), state: [] });
  const last = lines.at(-1) ?? '';
  const printed = lines.slice(0, -1);
  if (isLiteral(last)) return answer({ returns: last.trim(), state: [], ...stdoutOf(printed) });
  const raises = readException(last, 'likely');
  if (raises !== undefined) return answer({ raises, state: [], ...stdoutOf(printed) }, ['noTraceback']);
  const state = literalState(text.trim());
  if (state.readable && lines.length === 1) return answer({ returns: text.trim(), state: [] }, [state.flag]);
  return none('unreadable', `\`${clip(last)}\` is no Python literal (${literalState(last).why})`);
}

function tracebackOf(printed: readonly string[], lines: readonly string[]): Reading {
  const at = lines.findIndex(line => /^[A-Za-z_]/.test(line) && readException(line, 'any') !== undefined);
  if (at === -1) return none('unreadable', 'the traceback names no exception');
  const raises = readException(trimmed(lines.slice(at)).join('\n'), 'any');
  if (raises === undefined) return none('unreadable', 'the traceback names no exception');
  return answer({ raises, state: [], ...stdoutOf(printed) });
}

function stdoutOf(lines: readonly string[]): Pick<Claims, 'stdout'> {
  return lines.length === 0 ? {} : { stdout: `${lines.join('\n')}\n` };
}

function answer(claims: Claims, flags: readonly string[] = []): Reading {
  return { kind: 'answer', claims, confidence: null, flags };
}

/** Without blank lines at both ends. */
function trimmed(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => line.trim() !== '');
  const last = lines.findLastIndex(line => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

/** One fence around the whole reply is taken off. */
export function unfenced(text: string): { readonly inner: string; readonly fenced: readonly string[] } {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const match = /^\s*```[^\n`]*\n([\s\S]*?)\n?```[^\n]*\s*$/.exec(clean);
  return match?.[1] === undefined ? { inner: clean, fenced: [] } : { inner: match[1], fenced: ['fenced'] };
}

/** The start of a text, for a sentence. */
export function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
