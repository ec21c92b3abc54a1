/**
 * One question to a model server until it is answered or given up: waits its turn, retries what may pass later, gives up what the
 * server refuses one thing at a time, and keeps what it learned. Every attempt counts against the budget.
 */

import { Failure } from '../core/failure.ts';
import type { Endpoint } from '../core/messages.ts';
import type { Rung } from '../core/profile.ts';
import type { Address } from './address.ts';
import { bodyOf, rungOf, tokenLimitOf, type Wish } from './body.ts';
import { learnedOf, stepDown } from './ladder.ts';
import type { Means } from './means.ts';
import { type Lesson, type Profile, profileInForce, taught } from './profile.ts';
import type { Reply } from './reply.ts';
import { plainTrouble, type Trouble } from './trouble.ts';
import { type Called, callModel, nothingReceived } from './wire.ts';
import { withinBudget } from './withinBudget.ts';

/** What a question came to, with what was needed on the way. */
export interface Questioned {
  readonly result:
    | { readonly kind: 'reply'; readonly reply: Reply }
    | { readonly kind: 'trouble'; readonly trouble: Trouble };
  /** The text received before a trouble, and the thinking. */
  readonly partial: string;
  readonly partialReasoning: string;
  readonly rung: Rung | null;
  readonly profile: Profile;
  readonly maxTokens: number | null;
  readonly degraded: readonly string[];
  readonly attempts: number;
  readonly queueMs: number;
}

export interface Line {
  readonly endpoint: Endpoint;
  readonly address: Address;
  readonly means: Means;
  readonly onText: (text: string) => void;
}

const maxRetries = 2;

interface Course {
  readonly known: Profile;
  profile: Profile;
  attempts: number;
  retries: number;
  queueMs: number;
  readonly given: Lesson[];
}

/** Never throws: a cancelled question is a trouble too. */
export async function question(line: Line, wish: Wish, signal: AbortSignal): Promise<Questioned> {
  const known = await line.means.profiles.get(line.address, wish.model);
  const profile = profileInForce(known, line.means.overrides);
  const course: Course = { known, profile, attempts: 0, retries: 0, queueMs: 0, given: [] };
  for (;;) {
    const called = await attempt(line, wish, course, signal);
    if (called.kind === 'reply') {
      if (course.given.length > 0) await remember(line, wish, course);
      return questioned(wish, course, called);
    }
    const trouble = goOn(line, wish, course, called);
    if (trouble !== null) return questioned(wish, course, { ...called, trouble });
  }
}

/** `null` where it is worth another attempt, for which `course` is set; else the trouble to report. */
function goOn(line: Line, wish: Wish, course: Course, called: Extract<Called, { kind: 'trouble' }>): Trouble | null {
  const { trouble, received } = called;
  if (received.hasContent) return trouble;
  if (trouble.degradable) {
    const { overrides } = line.means;
    const step = stepDown({ profile: course.profile, wish, detail: trouble.detail, overrides }, course.given);
    if (step === null) return trouble;
    course.given.push(step);
    course.profile = profileInForce(course.given.reduce(taught, course.known), overrides);
    return null;
  }
  if (trouble.again === 'never') return trouble;
  const asked = trouble.retryAfterMs ?? 0;
  if (asked > line.means.longestWaitMs) {
    return { ...trouble, explanation: `${trouble.explanation} It asks to wait ${Math.ceil(asked / 1000)} s.` };
  }
  if (course.retries >= maxRetries) return trouble;
  course.retries += 1;
  return null;
}

async function attempt(line: Line, wish: Wish, course: Course, signal: AbortSignal): Promise<Called> {
  const { means, address } = line;
  const begun = performance.now();
  const places = means.concurrency ?? (address.isPrivate ? 1 : 4);
  try {
    return await means.limiter.run(
      address.origin,
      places,
      async () => {
        course.queueMs += performance.now() - begun;
        const { profile } = course;
        const called = await withinBudget({ means, address, wish, profile }, () => send(line, wish, course, signal));
        if (called.kind === 'trouble') holdOff(line, course, called.trouble);
        return called;
      },
      signal,
    );
  } catch (cause) {
    if (cause instanceof Failure && cause.code === 'cancelled') return trouble(plainTrouble('cancelled', 'Cancelled.'));
    throw cause;
  }
}

function send(
  { endpoint, address, means, onText }: Line,
  wish: Wish,
  course: Course,
  signal: AbortSignal,
): Promise<Called> {
  course.attempts += 1;
  const body = bodyOf(wish, course.profile);
  return callModel({ endpoint, address, body, onText, timers: means.timers, network: means.network }, signal);
}

/** Before the place is free again, so that whoever waits for it waits with us. */
function holdOff({ means, address }: Line, course: Course, found: Trouble): void {
  if (found.again === 'never') return;
  const wait = found.retryAfterMs ?? Math.random() * 500 * 2 ** course.retries;
  if (wait <= means.longestWaitMs) means.limiter.holdOff(address.origin, wait);
}

function trouble(found: Trouble): Called {
  return { kind: 'trouble', trouble: found, received: nothingReceived };
}

/** What was learned goes to what is known by then, and nothing of what the user says with it. */
async function remember({ means, address }: Line, { model }: Wish, { given }: Course): Promise<void> {
  const known = await means.profiles.get(address, model);
  await means.profiles.set(address, model, learnedOf(known, given));
}

function degradedOf({ given, profile: { thinkingOff } }: Course): readonly string[] {
  const changes = given.map(({ change }) => change);
  return thinkingOff === 'no' ? changes : [`thinking:${thinkingOff}`, ...changes];
}

function questioned(wish: Wish, course: Course, called: Called): Questioned {
  return {
    result:
      called.kind === 'reply' ? { kind: 'reply', reply: called.reply } : { kind: 'trouble', trouble: called.trouble },
    partial: called.kind === 'reply' ? '' : called.received.text,
    partialReasoning: called.kind === 'reply' ? '' : called.received.reasoning,
    rung: rungOf(wish, course.profile),
    profile: course.profile,
    maxTokens: tokenLimitOf(wish, course.profile),
    degraded: degradedOf(course),
    attempts: course.attempts,
    queueMs: course.queueMs,
  };
}
