/** A supervisor's reply as one run: which outcome it was, with the texts that people and scripts read. */
import type { At, Outcome, Raised, StateEntry, Walls } from '../core/outcome.ts';
import { textOf } from '../core/text.ts';
import { attemptText, reasonOfWalls } from './blocked.ts';
import type { Blame, Ran, Recorded, RecordedState } from './reply.ts';
import { placeIn } from './stack.ts';

/** What one run gave: a `Run` without the parts that several runs and the supervisor's start make up. */
export interface Single {
  readonly outcome: Outcome;
  readonly state: readonly StateEntry[];
  readonly walls: Walls;
  readonly cut: readonly string[];
  readonly notes: readonly string[];
  readonly ran: Ran;
}

/** The time limits in force, to be named in reasons. */
export interface Limits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Files of the user's own code: a stuck place is sought there first. */
  readonly file: string;
  readonly workspace: string;
}

export function singleOf(ran: Ran, limits: Limits): Single {
  const walls = wallsOf(ran);
  const outcome = outcomeOf(ran, walls, limits);
  const state = [...(ran.record?.state ?? []), ...(ran.files ?? [])].map(entryOf);
  return { outcome, state, walls, cut: cutOf(ran), notes: notesOf(ran), ran };
}

function wallsOf(ran: Ran): Walls {
  const none = {
    level: ran.level,
    network: 'open',
    files: 'open',
    secrets: 'open',
    processes: 'none',
    memory: 'none',
  } as const;
  const why = ran.level === 'none' ? 'walls were switched off' : ran.why;
  const refused = ran.tried.filter(line => !line.startsWith('~'));
  return { ...(ran.walls ?? none), why, tried: [...new Set(refused.map(attemptText))] };
}

function outcomeOf(ran: Ran, walls: Walls, limits: Limits): Outcome {
  if (ran.notRun !== undefined) return ran.notRun;
  if (ran.record !== undefined) return recordedOutcome(ran, ran.record, walls);
  if (ran.killedFor !== '') return killedOutcome(ran, limits);
  if (!hasBegun(ran)) return neverBegan(ran, limits);
  const at = placeIn(ran.stack, limits);
  if (ran.signal !== undefined) {
    return { kind: 'killed', signal: ran.signal, reason: `ended by ${ran.signal}`, ...(at && { at }) };
  }
  return { kind: 'exited', code: ran.code ?? 0, reason: 'the process ended without coming back from the call' };
}

function recordedOutcome(ran: Ran, record: Recorded, walls: Walls): Outcome {
  const { outcome } = record;
  if (outcome.kind === 'notRun') return outcome;
  if (outcome.kind === 'raised') {
    const exception = withTexts(outcome.exception, ran);
    const reason = reasonOfWalls(record.blame ?? blameOf(exception, record.errno ?? null), ran.tried, walls);
    return reason === '' ? { kind: 'raised', exception } : { kind: 'blocked', exception, reason };
  }
  const given = ran.texts?.repr ?? outcome.repr;
  const failed = ran.texts === undefined ? outcome.reprFailed : ran.texts.reprFailed;
  const { reprFailed: _, ...whole } = outcome;
  return {
    ...whole,
    repr: given ?? textOf(outcome.value),
    ...(given === undefined && failed !== undefined && { reprFailed: failed }),
  };
}

function blameOf(exception: Raised, errno: number | null): readonly Blame[] {
  return [{ types: [exception.type, ...exception.bases], errno, filename: null }];
}

function withTexts(exception: Raised, { texts }: Ran): Raised {
  if (texts === undefined) return exception;
  const chain = exception.chain.map((link, index) => ({ ...link, message: texts.chain?.[index] ?? link.message }));
  const { messageFailed: _, ...rest } = exception;
  if (texts.message !== undefined) return { ...rest, chain, message: texts.message };
  if (texts.messageFailed !== undefined) return { ...rest, chain, messageFailed: texts.messageFailed };
  return { ...exception, chain };
}

function killedOutcome(ran: Ran, limits: Limits): Outcome {
  const at = placeIn(ran.stack, limits);
  const where: { at?: At } = at === undefined ? {} : { at };
  const seconds = `${limits.timeoutMs / 1000} s`;
  if (!hasBegun(ran)) {
    const what = ran.stage === 'arguments' ? 'the set-up and the arguments' : 'importing the file';
    const reasons = { ...tooMuch(limits), time: `${what} did not end within ${seconds}` };
    return { kind: 'notRun', fault: 'program', reason: reasons[ran.killedFor || 'time'], ...where };
  }
  if (ran.killedFor === 'time') return { kind: 'timedOut', reason: `did not end within ${seconds}`, ...where };
  return { kind: 'killed', signal: 'SIGKILL', reason: tooMuch(limits)[ran.killedFor || 'cancelled'], ...where };
}

/** By the time that was noted: the stage can be written over by a program that looks for it. */
function hasBegun({ startMs }: Ran): boolean {
  return startMs !== undefined;
}

function tooMuch(limits: Limits): Readonly<Record<Exclude<Ran['killedFor'], ''>, string>> {
  return {
    time: 'took too long',
    output: 'printed more output than any call may',
    memory: `used more than ${limits.memoryMb} MB of memory`,
    disk: 'wrote more files than the walls allow',
    processes: 'started more processes than the walls allow',
    cancelled: 'cancelled',
  };
}

function neverBegan(ran: Ran, limits: Limits): Outcome {
  const at = placeIn(ran.stack, limits);
  const where: { at?: At } = at === undefined ? {} : { at };
  if (ran.stage === 'start' || ran.stage === 'walls') {
    return { kind: 'notRun', fault: 'walls', reason: ran.refusal || 'the walls could not be raised', ...where };
  }
  const how = ran.signal === undefined ? `the process ended with status ${ran.code ?? 0}` : `killed by ${ran.signal}`;
  const what = ran.stage === 'arguments' ? 'making the arguments' : 'importing the file';
  return { kind: 'notRun', fault: 'program', reason: `${what} failed: ${ran.refusal || how}`, ...where };
}

function entryOf(recorded: RecordedState): StateEntry {
  const { beforeValue, afterValue } = recorded;
  return {
    ...recorded,
    before: beforeValue === undefined ? '' : textOf(beforeValue),
    after: afterValue === undefined ? '' : textOf(afterValue),
  };
}

function cutOf(ran: Ran): readonly string[] {
  const streams = (['stdout', 'stderr'] as const).filter(name => ran[`${name}Bytes`] > Buffer.byteLength(ran[name]));
  return [...new Set([...(ran.record?.cut ?? []), ...(ran.texts?.cut ?? []), ...streams])];
}

function notesOf(ran: Ran): readonly string[] {
  const notes = [...(ran.record?.notes ?? [])];
  if (ran.forged) notes.push('the program wrote to the result channel; what it wrote was refused');
  return notes;
}
