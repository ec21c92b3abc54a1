/** What is asked, as it would be sent: pure, so that it can be shown without sending anything. */
import { fingerprint } from '../core/fingerprint.ts';
import type { AskOptions } from '../core/messages.ts';
import type { AnswerShape, ContextManifest } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { callParts } from '../core/pythonText.ts';
import { type StateTarget, stateTargets } from '../core/stateTargets.ts';
import { askedProbe } from './askedProbe.ts';
import type { Turn } from './body.ts';
import { numberedCode } from './shownCode.ts';
import { fill, type Template } from './template.ts';
import { templateFor } from './templates.ts';

/** A prompt ready to send. Follow-up questions are asked in the same conversation, after the answer. */
export interface Prompt {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the prompt file, before anything is filled in. */
  readonly sha256: string;
  readonly messages: readonly Turn[];
  /** Added to the question where the server takes no form for the answer; empty where it needs none. */
  readonly tagged: string;
  readonly state: readonly (StateTarget & { readonly text: string })[];
  /** The question about confidence; empty where the answer itself has it. */
  readonly confidence: string;
  /** The whole as people read it. */
  readonly text: string;
  readonly shape: AnswerShape;
}

export interface PromptOptions extends Pick<AskOptions, 'style' | 'answer' | 'pythonVersion'> {
  /** See `fenceKey.ts`. */
  readonly fenceKey: string;
}

/** The prompt of a probe. `auto` that nobody resolved yet is shown as a session. */
export function promptFor(typed: Probe, manifest: ContextManifest, options: PromptOptions): Prompt {
  const probe = askedProbe(typed);
  const shape = shapeFor(probe, options.answer);
  const template = templateFor(probe.question.kind, shape, options.style);
  const values = { ...callValues(probe), python: options.pythonVersion || '3' };
  const code = fenced(numberedCode(manifest), options.fenceKey);
  const messages: readonly Turn[] = [
    ...template.opening.map(turn => ({ ...turn, text: fill(turn.text, values) })),
    { role: 'user', text: fill(template.question, { ...values, code }).trimStart() },
  ];
  const targets = template.state === '' ? [] : stateTargets(probe);
  const state = targets.map(target => ({
    ...target,
    text: fill(template.state, { ...values, target: target.target }),
  }));
  const confidence = fill(template.confidence, values);
  const { tagged } = template;
  const text = [
    readable(messages, state, confidence),
    ...(tagged === '' ? [] : [`[after the question, where nothing else asks for the form]\n${tagged}`]),
  ].join('\n\n');
  return { ...identity(template), shape, messages, tagged, state, confidence, text };
}

/** An `input` question has the shape of an assertion in any case. */
function shapeFor(probe: Probe, answer: AskOptions['answer']): AnswerShape {
  if (probe.question.kind === 'input') return 'assertion';
  return answer === 'auto' ? 'session' : answer;
}

function identity({ name, version, sha256 }: Template): Pick<Prompt, 'name' | 'version' | 'sha256'> {
  return { name, version, sha256 };
}

function callValues(probe: Probe): Readonly<Record<string, string>> {
  const { expression, setup } = probe.call;
  return {
    call: expression.trim(),
    name: callParts(expression)?.callee ?? (probe.target.name || 'f'),
    wanted: probe.question.wanted ?? '',
    setup: setup.trim() === '' ? '' : `${setup.trim()}\n`,
    session: [...sessionLines(setup), ...sessionLines(expression)].join('\n'),
  };
}

/** Lines as they are typed at the interpreter's prompt. */
function sessionLines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (/^(\s|elif\b|else\b|except\b|finally\b|[)\]}])/.test(line) ? `... ${line}` : `>>> ${line}`));
}

/**
 * Code as data, between marks that stand nowhere in it and that nobody can guess who does not have the key; nothing where a call needs no
 * code to be shown, such as one of a builtin.
 */
function fenced(code: string, key: string): string {
  if (code === '') return '';
  for (let round = 0; ; round += 1) {
    const mark = `<<${fingerprint(JSON.stringify([key, round, code])).slice(0, 8)}>>`;
    if (!code.includes(mark)) return `${mark}\n${code}\n${mark}`;
  }
}

/** A conversation as people read it. */
export function readable(
  messages: readonly { readonly role: string; readonly text: string }[],
  state: Prompt['state'],
  confidence: string,
): string {
  const later = [...state.map(each => each.text), ...(confidence === '' ? [] : [confidence])];
  return [
    ...messages.map(turn => `[${turn.role}]\n${turn.text}`),
    ...later.map(text => `[user, after the answer]\n${text}`),
  ].join('\n\n');
}
