/** Dates and times with a zone. */

import type { DatetimeNode, TimeNode, TimezoneNode, Value } from '../value.ts';
import { differing, exact, type Match } from './match.ts';
import type { Compare } from './walk.ts';

const clockFields = ['hour', 'minute', 'second', 'microsecond'] as const;
const dayFields = ['year', 'month', 'day'] as const;

/** Times of a day. */
export function compareClocks(predicted: TimeNode, actual: TimeNode, parts: Compare): Match {
  const isSame = clockFields.every(field => predicted[field] === actual[field]);
  return withZones(predicted, actual, isSame, parts);
}

export function compareDatetimes(predicted: DatetimeNode, actual: DatetimeNode, parts: Compare): Match {
  const isSame = [...dayFields, ...clockFields].every(field => predicted[field] === actual[field]);
  return withZones(predicted, actual, isSame, parts);
}

type Zoned = TimeNode | DatetimeNode;

function withZones(predicted: Zoned, actual: Zoned, isSame: boolean, parts: Compare): Match {
  const zones = isSame ? parts(predicted.zone ?? null, actual.zone ?? null) : null;
  if (zones?.grade === 'exact') return withFolds(predicted, actual);
  if (isSameInstant(predicted, actual)) {
    return differing(predicted, actual, { grade: 'near', why: 'the same instant in another zone', equal: true });
  }
  if (zones === null) return differing(predicted, actual, { grade: 'wrong', why: 'another time' });
  return {
    ...zones,
    equal: false,
    findings: zones.findings.map(finding => ({ ...finding, path: `.tzinfo${finding.path}` })),
  };
}

function withFolds(predicted: Zoned, actual: Zoned): Match {
  if (predicted.fold === actual.fold) return exact;
  return differing(predicted, actual, { grade: 'near', why: 'another fold', equal: true });
}

function isSameInstant(predicted: Zoned, actual: Zoned): boolean {
  const [one, other] = [instantOf(predicted), instantOf(actual)];
  return one !== undefined && one === other;
}

/** Microseconds since the epoch, or of a day, in UTC; nothing where the offset is not known. */
function instantOf(value: Zoned): number | undefined {
  const offset = offsetOf(value.zone);
  if (offset === undefined) return undefined;
  const day = value.kind === 'datetime' ? Date.UTC(value.year, value.month - 1, value.day) / 1000 : 0;
  return (day + value.hour * 3600 + value.minute * 60 + value.second - offset) * 1e6 + value.microsecond;
}

function offsetOf(zone: Value | undefined): number | undefined {
  return typeof zone === 'object' && zone?.kind === 'timezone' ? zone.offsetSeconds : undefined;
}

/** Time zones are `==` by their offset alone. */
export function compareTimezones(predicted: TimezoneNode, actual: TimezoneNode): Match {
  if (predicted.offsetSeconds !== actual.offsetSeconds) {
    return differing(predicted, actual, { grade: 'wrong', why: 'another offset' });
  }
  if (predicted.name === actual.name) return exact;
  return differing(predicted, actual, { grade: 'near', why: 'another name of the zone', equal: true });
}
