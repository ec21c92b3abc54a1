/** One question on its way to a model server, and what is made of a trouble on the way: given up, asked otherwise, or waited for. */
import type { Endpoint } from '../core/messages.ts';
import type { Address } from './address.ts';
import type { Wish } from './body.ts';
import type { Effort } from './effort.ts';
import { stepDown } from './ladder.ts';
import type { Means } from './means.ts';
import { type Lesson, type Profile, profileInForce, taught } from './profile.ts';
import type { Trouble } from './trouble.ts';
import type { Called } from './wire.ts';

/** To whom questions go, and who hears of them. */
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

/** What became of a question so far. */
export interface Course {
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
export interface Journey {
  readonly line: Line;
  readonly wish: Wish;
  readonly course: Course;
  readonly signal: AbortSignal;
}

export type Troubled = Extract<Called, { kind: 'trouble' }>;

const maxRetries = 2;
const firstLoadingMs = 1000;
const longestLoadingMs = 8000;

/** `null` where it is worth another attempt; else the trouble to report. */
export function goOn(journey: Journey, { trouble, received }: Troubled, sentAt: number): Trouble | null {
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
export function nameOf({ address }: Line, { model }: Wish): string {
  return `${address.origin} ${model}`;
}
