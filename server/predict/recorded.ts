/**
 * Reads replies that others recorded. `direct`: the whole text is the answer. `cot`: the first `<<<Output>>>` that follows our
 * question; replies that repeat the prompt, or go on with questions of their own, hold several.
 */
import type { Style } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { callParts, closingBracket } from '../core/pythonText.ts';
import { clip } from './answerSession.ts';
import { isPlaceholder, literalState, none, type Reading, squeeze } from './reading.ts';

export function readRecorded(raw: string, style: Style, probe: Probe): Reading {
  if (raw.trim() === '') return none('empty', 'the reply is empty');
  if (probe.question.kind === 'input') return readRecordedInput(raw.trim(), probe);
  return style === 'direct' ? readText(raw, []) : readOutput(raw, probe);
}

function readText(text: string, flags: readonly string[]): Reading {
  if (isPlaceholder(text)) return none('placeholder', `it is only \`${clip(text.trim())}\``, flags);
  const state = literalState(text);
  if (!state.readable) return none('unreadable', `\`${clip(text.trim())}\` is no Python literal (${state.why})`, flags);
  const marked = state.flag === '' ? flags : [...flags, state.flag];
  return { kind: 'answer', claims: { returns: text.trim(), state: [] }, confidence: null, flags: marked };
}

function readRecordedInput(text: string, probe: Probe): Reading {
  const name = callParts(probe.call.expression)?.callee ?? probe.target.name;
  const isCall = text.startsWith(`${name}(`) && closingBracket(text, name.length) === text.length - 1;
  const input = isCall ? text : `${name}(${text})`;
  return { kind: 'answer', claims: { input, state: [] }, confidence: null, flags: [] };
}

/** `What would be the return value of `f(1)`?`, whose call may hold backticks itself. */
const questionLine = /What would be the (?:return value|output) of ?`([\s\S]*?)`\s*\?/g;
const end =
  /\[END-OF-RESPONSE\]|\[\/?INST\]|<\/?Example>|<\|[^|]*\|>|<<<[A-Za-z]+>>>|\n(?:Consider the following code|What would be the (?:return value|output) of)/;

function readOutput(raw: string, probe: Probe): Reading {
  const call = squeeze(probe.call.expression);
  const questions = [...raw.matchAll(questionLine)].map(match => ({
    call: squeeze(match[1] ?? ''),
    from: match.index + match[0].length,
    at: match.index,
  }));
  const own = questions.findIndex(question => question.call === call);
  const from = own === -1 ? 0 : (questions[own]?.from ?? 0);
  const to = questions[own + 1]?.at ?? raw.length;
  const outputs = outputsOf(raw.slice(from, to));
  const [first] = outputs.filter(output => !isPlaceholder(output.text));
  const others = questions.length > 0 || outputs.length > 1 ? outputsOf(raw.slice(from)).slice(1) : [];
  const flags = others.some(output => !isPlaceholder(output.text)) ? ['moreAnswers'] : [];
  if (first === undefined) {
    return questions.length > 0 && own === -1
      ? none('wrongTarget', 'it answers other questions, and not ours')
      : none('unreadable', 'no output follows our question');
  }
  if (first.text.trim() === '') return none('empty', 'the output is empty', flags);
  return readText(first.text, first.ended ? flags : [...flags, 'endMissing']);
}

interface Output {
  readonly text: string;
  /** Whether something shows that it is whole. */
  readonly ended: boolean;
}

function outputsOf(text: string): readonly Output[] {
  return text
    .split('<<<Output>>>')
    .slice(1)
    .map(part => {
      const stop = end.exec(part);
      return { text: stop === null ? part : part.slice(0, stop.index), ended: stop !== null };
    });
}
