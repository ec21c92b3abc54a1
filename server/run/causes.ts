/** What likely made two runs differ, judged by what differs and by what the code uses. Likely, not proven. */

/** Texts of one aspect in two runs. */
export interface Difference {
  readonly aspect: string;
  readonly first: string;
  readonly second: string;
}

const address = /0x[0-9a-f]{6,}/g;

/** `hash order`, `time`, `random`, `address`, `process id`; empty where nothing gives a hint. */
export function causesOf(
  differences: readonly Difference[],
  code: string,
  timesMs: readonly number[],
): ReadonlySet<string> {
  return new Set(differences.flatMap(each => causeOf(each, code, timesMs)));
}

function causeOf({ first, second }: Difference, code: string, timesMs: readonly number[]): readonly string[] {
  if (first.replace(address, '') === second.replace(address, '')) return ['address'];
  if (isNow(first, timesMs) && isNow(second, timesMs)) return ['time'];
  if (sorted(first) === sorted(second)) return ['hash order'];
  if (/\bgetpid\b|\bprocess_?id\b/.test(code) && onlyNumbersDiffer(first, second)) return ['process id'];
  if (/\b(random|randint|shuffle|choice|secrets|urandom|uuid[14]|token_hex|default_rng)\b/.test(code))
    return ['random'];
  if (/\bhash\(|\bset\(|\bfrozenset\(|\{[^{}:]*\bfor\b/.test(code)) return ['hash order'];
  if (/\b(time|perf_counter|monotonic|process_time|now|today|utcnow|time_ns)\b/.test(code)) return ['time'];
  if (/\bid\(/.test(code)) return ['address'];
  return [];
}

/** Whether a number in the text is the time of the runs: in seconds, milliseconds, microseconds or nanoseconds, or a date. */
function isNow(text: string, timesMs: readonly number[]): boolean {
  const close = (ms: number): boolean => timesMs.some(time => Math.abs(time - ms) < 120_000);
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const hexadecimal = [...text.matchAll(/"hex":"(-?[0-9a-f]+)"/g)].map(([, hex = '']) =>
    Number(`0x${hex.replace('-', '')}`),
  );
  if ([...numbers, ...hexadecimal].some(number => [1000, 1, 1e-3, 1e-6].some(unit => close(number * unit))))
    return true;
  const dates = [...text.matchAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?/g)].map(([date]) =>
    Date.parse(`${date.replace(' ', 'T')}Z`),
  );
  return dates.some(date => Math.abs((timesMs[0] ?? 0) - date) < 15 * 3_600_000) || isNowInFields(text, timesMs);
}

/** A described `datetime`, whose fields stand apart. */
function isNowInFields(text: string, timesMs: readonly number[]): boolean {
  const field = (name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(text)?.[1] ?? Number.NaN);
  const at = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'));
  return timesMs.some(time => Math.abs(time - at) < 15 * 3_600_000);
}

function sorted(text: string): string {
  return (text.match(/\w+|[^\w\s,]/g) ?? []).sort().join(' ');
}

function onlyNumbersDiffer(first: string, second: string): boolean {
  return first.replace(/\d+/g, '#') === second.replace(/\d+/g, '#');
}
