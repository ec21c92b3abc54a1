/** A reply becomes an answer, or the reason why there is none: by the shape and rung it was asked for, always in the same way. */

import type { AnswerShape, Style } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import type { Rung } from '../core/profile.ts';
import { callParts } from '../core/pythonText.ts';
import { readAssertion, readInput } from './answerAssertion.ts';
import { readJson } from './answerJson.ts';
import { readSession } from './answerSession.ts';
import { echoesInstruction } from './instructionEcho.ts';
import { type NoAnswer, none, type Reading } from './reading.ts';
import type { Reply } from './reply.ts';

export interface HowAsked {
  readonly probe: Probe;
  readonly shape: AnswerShape;
  readonly style: Style;
  /** `null` for plain text. */
  readonly rung: Rung | null;
}

export type Said = Pick<Reply, 'text' | 'reasoning' | 'toolArguments' | 'toolCalls' | 'refusal' | 'finish'>;

/** Why nothing can be read of a reply, whatever was asked: it was stopped, refused, cut off, or says nothing. `null` where there is something. */
export function obstacleOf(said: Said): NoAnswer | null {
  if (said.finish === 'contentFilter') return none('contentFilter', "the provider's content filter stopped it");
  if (said.refusal !== '') return none('refusal', said.refusal.slice(0, 200));
  if (said.finish === 'length') return none('truncatedLength', 'the reply was cut off at the limit of tokens');
  if (said.text.trim() === '' && said.toolArguments === null) {
    return said.reasoning === ''
      ? none('empty', 'the reply is empty')
      : none('onlyReasoning', 'the reply has thinking, but no answer');
  }
  return null;
}

/** Reads the first complete answer to our question. A reply that was cut off has none. */
export function readReply(said: Said, how: HowAsked): Reading {
  const reading = readWhole(said, how);
  const isEcho = echoesInstruction(`${said.text}\n${said.toolArguments ?? ''}`);
  return isEcho ? { ...reading, flags: [...reading.flags, 'instructionEcho'] } : reading;
}

function readWhole(said: Said, how: HowAsked): Reading {
  const obstacle = obstacleOf(said);
  if (obstacle !== null) return obstacle;
  const reading = byShape(said, how);
  const isProse = reading.kind === 'none' || reading.flags.includes('bareWord');
  if (isProse && isRefusal(said.text)) return none('refusal', said.text.trim().slice(0, 200));
  if (reading.kind === 'none') return reading;
  return said.toolCalls > 1 ? { ...reading, flags: [...reading.flags, 'moreAnswers'] } : reading;
}

function byShape(said: Said, { probe, shape, style, rung }: HowAsked): Reading {
  const call = probe.call.expression.trim();
  if (probe.question.kind === 'input') return readInput(said.text, callParts(call)?.callee ?? probe.target.name);
  switch (shape) {
    case 'json':
      return readJson(said.text, said.toolArguments, rung ?? 'tagged');
    case 'session':
      return readSession(said.text, { call, setup: probe.call.setup, working: style !== 'direct' });
    case 'assertion':
      return readAssertion(said.text, call);
  }
}

/** A short reply without an answer that begins as refusals begin. */
function isRefusal(text: string): boolean {
  return (
    text.length < 600 &&
    /^\s*(I'?m sorry|Sorry\b|I can(no|')t\b|I am (not able|unable)|I'm unable|As an AI)/i.test(text)
  );
}
