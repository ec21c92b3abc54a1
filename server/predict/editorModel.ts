/** A model of the editor, asked through the client: no key, no address, no log-probabilities, and roles of user and assistant only. */

import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { askEditorModel } from '../core/messages.ts';
import type { Questioned } from './ask.ts';
import type { Turn, Wish } from './body.ts';
import type { Ledger } from './ledger.ts';
import type { AskEditorModel } from './means.ts';
import { startingProfile } from './profile.ts';
import { estimateTokens } from './tokens.ts';
import { plainTrouble, type Trouble } from './trouble.ts';

type EditorReply = z.infer<(typeof askEditorModel)['reply']>;

/** A function that asks the editor's model named in the wish. It never throws. */
export function editorLine(
  ask: AskEditorModel,
  ledger: Ledger,
  onText: (text: string) => void,
  signal: AbortSignal,
): (wish: Wish) => Promise<Questioned> {
  return async wish => {
    const turns = mergedTurns(wish.turns);
    const tokens = estimateTokens(turns.map(turn => turn.text).join('\n'));
    const hold = await ledger.hold(tokens + wish.maxTokens, 0);
    if (hold.kind === 'refused') return questioned(wish, plainTrouble('budgetExceeded', hold.why), 0);
    const begun = performance.now();
    const reply = await asked(ask, wish.model, turns, onText, signal);
    await hold.settle(tokens + (reply.kind === 'text' ? estimateTokens(reply.text) : 0), 0);
    if (reply.kind === 'failed') return questioned(wish, plainTrouble(reply.reason, reply.message), 1);
    onText(reply.text);
    return answered(wish, reply, performance.now() - begun);
  };
}

async function asked(
  ask: AskEditorModel,
  model: string,
  messages: { role: 'user' | 'assistant'; text: string }[],
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<EditorReply> {
  const failed = (reason: 'cancelled' | 'serverError', message: string): EditorReply => ({
    kind: 'failed',
    reason,
    message,
  });
  if (signal.aborted) return failed('cancelled', 'Cancelled.');
  try {
    const reply = await ask({ token: randomUUID(), model, messages }, onText, signal);
    return signal.aborted ? failed('cancelled', 'Cancelled.') : reply;
  } catch (cause) {
    if (signal.aborted) return failed('cancelled', 'Cancelled.');
    return failed(
      'serverError',
      `The editor's model could not be asked: ${cause instanceof Error ? cause.message : cause}. Try again.`,
    );
  }
}

/** System turns go to the head of the first user turn. */
export function mergedTurns(turns: readonly Turn[]): { role: 'user' | 'assistant'; text: string }[] {
  const head = turns.flatMap(turn => (turn.role === 'system' ? [turn.text] : []));
  const others = turns.flatMap(turn => (turn.role === 'system' ? [] : [{ role: turn.role, text: turn.text }]));
  return others.map((turn, index) => (index === 0 ? { ...turn, text: [...head, turn.text].join('\n\n') } : turn));
}

const placeless = {
  baseUrl: 'vscode.lm',
  query: {},
  origin: '',
  host: 'vscode.lm',
  isPrivate: true,
  isLoopback: true,
  auth: 'none',
} as const;

function facts(wish: Wish, attempts: number): Omit<Questioned, 'result'> {
  const profile = {
    ...startingProfile(placeless, wish.model, new Date()),
    rung: 'tagged',
    temperature: 'fixed',
    seed: false,
    logprobs: false,
  } as const;
  return {
    partial: '',
    partialReasoning: '',
    rung: wish.json === null ? null : 'tagged',
    profile,
    maxTokens: null,
    degraded: [],
    attempts,
    queueMs: 0,
  };
}

function questioned(wish: Wish, trouble: Trouble, attempts: number): Questioned {
  return { ...facts(wish, attempts), result: { kind: 'trouble', trouble } };
}

function answered(wish: Wish, reply: Extract<EditorReply, { kind: 'text' }>, totalMs: number): Questioned {
  return {
    ...facts(wish, 1),
    result: {
      kind: 'reply',
      reply: {
        text: reply.text,
        reasoning: '',
        toolArguments: null,
        toolCalls: 0,
        refusal: '',
        finish: 'stop',
        usage: null,
        servedModel: reply.model,
        fingerprint: '',
        tokens: [],
        firstByteMs: totalMs,
        firstContentMs: totalMs,
        totalMs,
      },
    },
  };
}
