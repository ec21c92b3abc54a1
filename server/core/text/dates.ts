/** Text of dates, times and their kin, as `repr` writes them. */

import { textOf } from '../text.ts';
import { lastPart } from '../value/name.ts';
import type { TimedeltaNode, TimeNode, TimezoneNode, Value, ValueNode } from '../value.ts';

/** The text of a value of the `datetime` module; nothing for any other. */
export function dateText(node: ValueNode): string | undefined {
  switch (node.kind) {
    case 'date':
      return `${named(node.type, 'date')}(${node.year}, ${node.month}, ${node.day})`;
    case 'time':
      return `${named(node.type, 'time')}(${clockText(node)})`;
    case 'datetime':
      return `${named(node.type, 'datetime')}(${node.year}, ${node.month}, ${node.day}, ${clockText(node)})`;
    case 'timedelta':
      return `${named(node.type, 'timedelta')}(${timedeltaText(node)})`;
    case 'timezone':
      return timezoneText(node);
    default:
      return undefined;
  }
}

function named(type: string | undefined, plain: string): string {
  return type === undefined ? `datetime.${plain}` : lastPart(type);
}

interface ClockParts {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  readonly zone?: Value | undefined;
  readonly fold?: TimeNode['fold'];
}

function clockText(clock: ClockParts): string {
  const parts = [String(clock.hour), String(clock.minute)];
  if (clock.second !== 0 || clock.microsecond !== 0) parts.push(String(clock.second));
  if (clock.microsecond !== 0) parts.push(String(clock.microsecond));
  if (clock.fold === 1) parts.push('fold=1');
  if (clock.zone !== undefined) parts.push(`tzinfo=${textOf(clock.zone, 200)}`);
  return parts.join(', ');
}

function timedeltaText(node: TimedeltaNode): string {
  const parts: string[] = [];
  if (node.days !== 0) parts.push(`days=${node.days}`);
  if (node.seconds !== 0) parts.push(`seconds=${node.seconds}`);
  if (node.microseconds !== 0) parts.push(`microseconds=${node.microseconds}`);
  return parts.join(', ') || '0';
}

function timezoneText(node: TimezoneNode): string {
  if (node.offsetSeconds === 0 && node.name === undefined) return 'datetime.timezone.utc';
  const days = Math.floor(node.offsetSeconds / 86_400);
  const rest = node.offsetSeconds - days * 86_400;
  const seconds = Math.floor(rest);
  const microseconds = Math.round((rest - seconds) * 1e6);
  const offset = timedeltaText({ kind: 'timedelta', days, seconds, microseconds });
  const name = node.name === undefined ? '' : `, ${textOf(node.name, 200)}`;
  return `datetime.timezone(datetime.timedelta(${offset})${name})`;
}
