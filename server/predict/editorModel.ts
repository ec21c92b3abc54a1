/** A model of the editor, asked through the client: no key, no address, no log-probabilities, and roles of user and assistant only. */

import { randomUUID } from 'node:crypto';
import { estimateTokens } from '../core/tokens.ts';
import type { Questioned } from './ask.ts';
import { type Turn, turnsAt, type Wish } from './body.ts';
import type { Effort } from './effort.ts';
import type { AskEditorModel, Means } from './means.ts';
import { startingProfile } from './profile.ts';
import { type Elapsed, type Timers, Watch, waitedText } from './timers.ts';
import { plainTrouble, type Trouble } from './trouble.ts';

/** A function that asks the editor's model named in the wish. It never throws. */
export function editorLine(
  ask: AskEditorModel,
  { ledger, timers }: Pick<Means, 'ledger' | 'timers'>,
  effort: Effort,
  onText: (text: string) => void,
  signal: AbortSignal,
): (wish: Wish) => Promise<Questioned> {
  return async wish => {
    const turns = mergedTurns(turnsAt(wish, rungOf(wish)));
    const tokens = estimateTokens(turns.map(turn => turn.text).join('\n'));
    if (effort.leftMs === 0) return questioned(wish, tooLong('timeoutTotal', timers), '', 0);
    const hold = await ledger.hold(tokens + wish.maxTokens, 0);
    if (hold.kind === 'refused') return questioned(wish, plainTrouble('budgetExceeded', hold.why), '', 0);
    const request = { model: wish.model, messages: turns };
    const heard = await effort.during(() => listen({ ask, timers, effort, onText }, request, signal));
    await hold.settle(tokens + estimateTokens(heard.text), 0);
    return heard.kind === 'trouble' ? questioned(wish, heard.trouble, heard.text, 1) : answered(wish, heard);
  };
}

interface Ears {
  readonly ask: AskEditorModel;
  readonly timers: Timers;
  readonly effort: Effort;
  readonly onText: (text: string) => void;
}

type Asked = Omit<Parameters<AskEditorModel>[0], 'token'>;

interface Whole {
  readonly kind: 'whole';
  readonly text: string;
  readonly servedModel: string;
  /** `null` where all of it came at once, so that nobody can tell. */
  readonly firstContentMs: number | null;
  readonly totalMs: number;
}

/** `text` is what was said before. */
interface Broken {
  readonly kind: 'trouble';
  readonly trouble: Trouble;
  readonly text: string;
}

/** Listens until the answer is whole, nobody wants it any more, or it takes too long; an editor that does not let go is not waited for. */
async function listen(
  { ask, timers, effort, onText }: Ears,
  request: Asked,
  signal: AbortSignal,
): Promise<Whole | Broken> {
  const begun = performance.now();
  const watch = new Watch({ ...timers, totalMs: effort.leftMs }, signal);
  let text = '';
  let firstContentMs: number | null = null;
  const hear = (soFar: string): void => {
    if (watch.signal.aborted || soFar === '') return;
    firstContentMs ??= performance.now() - begun;
    text = soFar;
    watch.piece();
    onText(soFar);
  };
  const broken = (trouble: Trouble): Broken => ({ kind: 'trouble', trouble, text });
  try {
    const reply = await Promise.race([
      ask({ token: randomUUID(), ...request }, hear, watch.signal),
      gone(watch.signal),
    ]);
    if (reply === null || watch.signal.aborted) return broken(stopped(watch, timers, signal));
    if (reply.kind === 'failed') return broken(plainTrouble(reply.reason, reply.message));
    onText(reply.text);
    return {
      kind: 'whole',
      text: reply.text,
      servedModel: reply.model,
      firstContentMs,
      totalMs: performance.now() - begun,
    };
  } catch (cause) {
    if (watch.signal.aborted) return broken(stopped(watch, timers, signal));
    const why = cause instanceof Error ? cause.message : cause;
    return broken(plainTrouble('serverError', `The editor's model could not be asked: ${why}. Try again.`));
  } finally {
    watch.stop();
  }
}

/** Resolves when `signal` is aborted. */
function gone(signal: AbortSignal): Promise<null> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

function stopped({ elapsed }: Watch, timers: Timers, signal: AbortSignal): Trouble {
  if (signal.aborted || elapsed === null) return plainTrouble('cancelled', 'Cancelled.');
  return tooLong(elapsed, timers);
}

function tooLong(elapsed: Elapsed, timers: Timers): Trouble {
  return plainTrouble(
    elapsed,
    `The editor's model ${waitedText(elapsed, timers)}. Try a smaller prompt or model, or a longer time.`,
  );
}

/** System turns go to the head of the first user turn. */
export function mergedTurns(turns: readonly Turn[]): { role: 'user' | 'assistant'; text: string }[] {
  const head = turns.flatMap(turn => (turn.role === 'system' ? [turn.text] : []));
  const others = turns.flatMap(turn => (turn.role === 'system' ? [] : [{ role: turn.role, text: turn.text }]));
  return others.map((turn, index) => (index === 0 ? { ...turn, text: [...head, turn.text].join('\n\n') } : turn));
}

/** Nothing but words asks the editor's models for a form. */
function rungOf({ json }: Wish): 'tagged' | null {
  return json === null ? null : 'tagged';
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
    rung: rungOf(wish),
    profile,
    maxTokens: null,
    degraded: [],
    attempts,
    queueMs: 0,
  };
}

function questioned(wish: Wish, trouble: Trouble, partial: string, attempts: number): Questioned {
  return { ...facts(wish, attempts), partial, result: { kind: 'trouble', trouble } };
}

/** The editor gives a text when it is over, without saying why it is. */
function answered(wish: Wish, { text, servedModel, firstContentMs, totalMs }: Whole): Questioned {
  const reply = {
    text,
    reasoning: '',
    toolArguments: null,
    toolCalls: 0,
    refusal: '',
    finish: 'done',
    usage: null,
    servedModel,
    provider: '',
    fingerprint: '',
    requestId: '',
    tokens: [],
    firstByteMs: null,
    firstContentMs,
    totalMs,
  } as const;
  return { ...facts(wish, 1), result: { kind: 'reply', reply } };
}
