/**
 * One question to a model server until it is answered or given up: waits its turn, retries what may pass later, gives up what the
 * server refuses one thing at a time, and keeps what it learned. Every attempt counts against the budget.
 */

import { Failure } from '../core/failure.ts';
import type { Endpoint } from '../core/messages.ts';
import type { Rung } from '../core/profile.ts';
import type { Address } from './address.ts';
import { bodyOf, rungOf, tokenLimitOf, type Wish } from './body.ts';
import type { Effort } from './effort.ts';
import { learnedOf, stepDown } from './ladder.ts';
import type { Means } from './means.ts';
import { usualPlaces } from './places.ts';
import { type Lesson, type Profile, profileInForce, taught } from './profile.ts';
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

export interface Line {
  readonly endpoint: Endpoint;
  readonly address: Address;
  readonly means: Means;
  /** Of the prediction that this question belongs to. */
  readonly effort: Effort;
  readonly onText: (text: string) => void;
  /** Hears why it takes longer. */
  readonly onWait: (why: string) => void;
}

const maxRetries = 2;
const firstLoadingMs = 1000;
const longestLoadingMs = 8000;

interface Course {
  readonly known: Profile;
  profile: Profile;
  attempts: number;
  retries: number;
  /** How long was waited for a model that is loaded, and how often. */
  readonly loading: { waitedMs: number; times: number };
  queueMs: number;
  readonly given: Lesson[];
}

/** One question on its way. */
interface Journey {
  readonly line: Line;
  readonly wish: Wish;
  readonly course: Course;
  readonly signal: AbortSignal;
}

type Troubled = Extract<Called, { kind: 'trouble' }>;

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
  if (!ofOneRequest.has(trouble.reason)) effort.ended = trouble;
  return { ...called, trouble };
}

/** These say nothing of other requests of the prediction; all else would meet them too. */
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

/** `null` where it is worth another attempt; else the trouble to report. */
function goOn(journey: Journey, { trouble, received }: Troubled, sentAt: number): Trouble | null {
  const { line, wish, course } = journey;
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
  const wait = trouble.retryAfterMs ?? usualWait(course, trouble);
  line.means.limiter.holdOff(nameOf(line, wish), wait);
  if (trouble.again === 'untilLoaded') return whileLoading(journey, trouble, wait);
  return line.effort.refused(sentAt) > maxRetries ? trouble : aFewTimes(journey, trouble, wait);
}

function aFewTimes({ line, course }: Journey, trouble: Trouble, wait: number): Trouble | null {
  if (wait > line.means.longestWaitMs) {
    return { ...trouble, explanation: `${trouble.explanation} It asks to wait ${Math.ceil(wait / 1000)} s.` };
  }
  if (course.retries >= maxRetries) return trouble;
  course.retries += 1;
  return null;
}

/** A large model takes minutes; it is asked for as long as any wait may last. */
function whileLoading({ line, wish, course }: Journey, trouble: Trouble, wait: number): Trouble | null {
  const { loading } = course;
  if (loading.waitedMs + wait > line.means.longestWaitMs) return trouble;
  loading.waitedMs += wait;
  loading.times += 1;
  line.onWait(`${line.address.host} is loading ${wish.model}`);
  return null;
}

function usualWait({ retries, loading }: Course, { again }: Trouble): number {
  if (again === 'untilLoaded') return Math.min(longestLoadingMs, firstLoadingMs * 2 ** loading.times);
  return Math.random() * 500 * 2 ** retries;
}

/** Whom a wait is about: another model of the same server may be free. */
function nameOf({ address }: Line, { model }: Wish): string {
  return `${address.origin} ${model}`;
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
