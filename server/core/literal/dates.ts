/** Constructors of the `datetime` module in a literal, with Python's ranges and its normal form of a timedelta. */

import { numberOf } from '../value/number.ts';
import type { TimedeltaNode, Value } from '../value.ts';
import type { LiteralCall } from './call.ts';
import type { Constructor } from './constructor.ts';

/** The arguments by parameter; nothing where one fits no parameter, or fits one that is taken. */
function bound(call: LiteralCall, parameters: readonly string[]): ReadonlyMap<string, Value> | undefined {
  const values = new Map<string, Value>();
  if (call.positional.length > parameters.length) return undefined;
  call.positional.forEach((value, index) => {
    values.set(parameters[index] ?? '', value);
  });
  for (const [name, value] of call.keywords) {
    if (values.has(name) || ![...parameters, 'fold'].includes(name)) return undefined;
    values.set(name, value);
  }
  return values;
}

/** An integer argument within its range; −1 where it is none. */
function field(values: ReadonlyMap<string, Value>, name: string, least: number, most: number, absent = -1): number {
  const value = values.get(name) ?? absent;
  return typeof value === 'number' && value >= least && value <= most ? value : -1;
}

const dayNames = ['year', 'month', 'day'];
const clockNames = ['hour', 'minute', 'second', 'microsecond', 'tzinfo'];

function dayOf(values: ReadonlyMap<string, Value>) {
  const day = {
    year: field(values, 'year', 1, 9999),
    month: field(values, 'month', 1, 12),
    day: field(values, 'day', 1, 31),
  };
  if (day.year < 0 || day.month < 0 || day.day < 0) return undefined;
  const isLeap = day.year % 4 === 0 && (day.year % 100 !== 0 || day.year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day.day <= (lengths[day.month - 1] ?? 0) ? day : undefined;
}

function clockOf(values: ReadonlyMap<string, Value>) {
  const clock = {
    hour: field(values, 'hour', 0, 23, 0),
    minute: field(values, 'minute', 0, 59, 0),
    second: field(values, 'second', 0, 59, 0),
    microsecond: field(values, 'microsecond', 0, 999_999, 0),
  };
  const fold = field(values, 'fold', 0, 1, 0);
  if (Object.values(clock).includes(-1) || fold < 0) return undefined;
  const zone = values.get('tzinfo') ?? null;
  return { ...clock, ...(zone === null ? {} : { zone }), ...(fold === 1 ? { fold: 1 as const } : {}) };
}

const date: Constructor = call => {
  const values = bound(call, dayNames);
  const day = values === undefined || values.has('fold') ? undefined : dayOf(values);
  return day === undefined ? undefined : { kind: 'date', ...day };
};

const time: Constructor = call => {
  const values = bound(call, clockNames);
  const clock = values === undefined ? undefined : clockOf(values);
  return clock === undefined ? undefined : { kind: 'time', ...clock };
};

const datetime: Constructor = call => {
  const values = bound(call, [...dayNames, ...clockNames]);
  if (values === undefined) return undefined;
  const [day, clock] = [dayOf(values), clockOf(values)];
  return day === undefined || clock === undefined ? undefined : { kind: 'datetime', ...day, ...clock };
};

/** Parameters of `timedelta` and their length in microseconds. */
const spans: ReadonlyMap<string, bigint> = new Map([
  ['days', 86_400_000_000n],
  ['seconds', 1_000_000n],
  ['microseconds', 1n],
  ['milliseconds', 1_000n],
  ['minutes', 60_000_000n],
  ['hours', 3_600_000_000n],
  ['weeks', 604_800_000_000n],
]);

const timedelta: Constructor = call => {
  const values = bound(call, [...spans.keys()]);
  if (values === undefined || values.has('fold')) return undefined;
  let over = 0n;
  let under = 1n;
  for (const [name, value] of values) {
    const number = numberOf(value);
    if (number?.kind !== 'finite' || typeof value === 'boolean') return undefined;
    over = over * number.under + number.over * (spans.get(name) ?? 0n) * under;
    under *= number.under;
  }
  return normalised(roundedHalfEven(over, under));
};

function roundedHalfEven(over: bigint, under: bigint): bigint {
  const floor = floorOf(over, under);
  const twice = 2n * (over - floor * under);
  if (twice < under || (twice === under && floor % 2n === 0n)) return floor;
  return floor + 1n;
}

function floorOf(over: bigint, under: bigint): bigint {
  const quotient = over / under;
  return over % under < 0n ? quotient - 1n : quotient;
}

function normalised(microseconds: bigint): TimedeltaNode | undefined {
  const day = 86_400_000_000n;
  const days = floorOf(microseconds, day);
  const rest = Number(microseconds - days * day);
  if (days < -999_999_999n || days > 999_999_999n) return undefined;
  return {
    kind: 'timedelta',
    days: Number(days),
    seconds: Math.floor(rest / 1e6),
    microseconds: rest % 1e6,
  };
}

const timezone: Constructor = call => {
  const [offset, name] = call.positional;
  if (typeof offset !== 'object' || offset?.kind !== 'timedelta' || call.keywords.length > 0) return undefined;
  const offsetSeconds = offset.days * 86_400 + offset.seconds + offset.microseconds / 1e6;
  if (Math.abs(offsetSeconds) >= 86_400 || call.positional.length > 2) return undefined;
  if (name === undefined) return { kind: 'timezone', offsetSeconds };
  return typeof name === 'string' ? { kind: 'timezone', offsetSeconds, name } : undefined;
};

/** By every name that they are written with. */
export const dateConstructors: readonly (readonly [string, Constructor])[] = Object.entries({
  date,
  time,
  datetime,
  timedelta,
  timezone,
}).flatMap(([name, build]) => [[name, build] as const, [`datetime.${name}`, build] as const]);
