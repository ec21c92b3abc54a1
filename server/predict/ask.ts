/**
 * One question to a model server until it is answered or given up: waits its turn, retries what may pass later, gives up what the
 * server refuses one thing at a time, and keeps what it learned. Every attempt counts against the budget.
 */

import { Failure } from '../core/failure.ts';
import type { Rung } from '../core/profile.ts';
import { bodyOf, rungOf, tokenLimitOf, type Wish } from './body.ts';
import { type Course, goOn, type Journey, type Line, nameOf, type Troubled } from './journey.ts';
import { learnedOf } from './ladder.ts';
import { usualPlaces } from './places.ts';
import { type Profile, profileInForce } from './profile.ts';
import type { Reply } from './reply.ts';
import { waitedText } from './timers.ts';
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

/** Never throws: a cancelled question is a trouble too. */
export async function question(line: Line, wish: Wish, signal: AbortSignal): Promise<Questioned> {
  const known = await line.means.profiles.get(line.address, wish.model);
  const profile = profileInForce(known, line.means.overrides);
  const loading = { waitedMs: 0, times: 0 };
  const course: Course = { known, profile, attempts: 0, retries: 0, loading, queueMs: 0, given: [] };
  for (;;) {
    const called = await attempt({ line, wish, course, signal });
    if (called === null) continue;
    if (called.kind === 'reply' && course.given.length > 0) await remember(line, wish, course);
    return questioned(wish, course, called);
  }
}

/** `null` where it is worth another attempt, for which `course` is set. */
async function attempt(journey: Journey): Promise<Called | null> {
  const { line, course, signal } = journey;
  const { means, address, effort } = line;
  const begun = performance.now();
  const places = means.concurrency ?? usualPlaces(address);
  const work = (): Promise<Called | null> => {
    course.queueMs += performance.now() - begun;
    return effort.during(() => atPlace(journey));
  };
  try {
    return await means.limiter.run(address.origin, places, work, signal);
  } catch (cause) {
    if (cause instanceof Failure && cause.code === 'cancelled') return unsent(plainTrouble('cancelled', 'Cancelled.'));
    throw cause;
  }
}

/** What comes of an attempt is settled before the place is free again, so that whoever waits for it waits with us, or is not sent. */
async function atPlace(journey: Journey): Promise<Called | null> {
  const { line, wish, course, signal } = journey;
  const { means, address, effort } = line;
  if (effort.ended !== null) return unsent(effort.ended);
  const leftMs = await means.limiter.pause(nameOf(line, wish), Math.min(means.longestWaitMs, effort.leftMs), signal);
  if (effort.ended !== null) return unsent(effort.ended);
  const hindered = hindrance(line, leftMs);
  const sentAt = performance.now();
  const called =
    hindered === null
      ? await withinBudget({ means, address, wish, profile: course.profile }, () => send(journey))
      : unsent(hindered);
  if (called.kind === 'reply') {
    effort.answered();
    return called;
  }
  const trouble = goOn(journey, called, sentAt);
  if (trouble === null) return null;
  if (!called.received.hasContent && !ofOneRequest.has(trouble.reason)) effort.ended = trouble;
  return { ...called, trouble };
}

/** These say nothing of other requests of the prediction, nor does what broke an answer off; all else they would meet too. */
const ofOneRequest: ReadonlySet<Trouble['reason']> = new Set([
  'cancelled',
  'contentFilter',
  'contextOverflow',
  'protocol',
  'timeoutIdle',
  'truncatedStream',
  'unsupported',
] as const);

/** Why nothing is sent now, after all waiting that is allowed. */
function hindrance(line: Line, leftMs: number): Trouble | null {
  const { address, effort } = line;
  if (effort.leftMs === 0) return outOfTime(line);
  if (leftMs === 0) return null;
  const asked = Math.ceil(leftMs / 1000);
  return plainTrouble('rateLimited', `${address.host} asks to wait ${asked} s. Come back then, or ask another model.`);
}

function outOfTime({ address, means }: Line): Trouble {
  const waited = waitedText('timeoutTotal', means.timers);
  return plainTrouble('timeoutTotal', `${address.host} ${waited}. Try a smaller prompt or a longer time.`);
}

function send({ line, wish, course, signal }: Journey): Promise<Called> {
  const { endpoint, address, means, effort, onText } = line;
  course.attempts += 1;
  const body = bodyOf(wish, course.profile);
  const { timers, network } = means;
  return callModel({ endpoint, address, body, onText, timers, leftMs: effort.leftMs, network }, signal);
}

function unsent(trouble: Trouble): Troubled {
  return { kind: 'trouble', trouble, received: nothingReceived };
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
