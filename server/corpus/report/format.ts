/** Numbers as a report writes them, for the terminal and the page alike. */
import type { Interval } from '../../core/score/rate.ts';

/** A share as a percentage with one place; a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`;
}

export function intervalText(interval: Interval | null): string {
  return interval === null ? '–' : `${(interval[0] * 100).toFixed(1)}–${(interval[1] * 100).toFixed(1)} %`;
}

export function decimal(number: number | null, places = 3): string {
  return number === null ? 'n/a' : number.toFixed(places);
}

/** A signed percentage, for a difference. */
export function points(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} points`;
}

export function milliseconds(number: number | null): string {
  if (number === null) return '–';
  return number < 1000 ? `${Math.round(number)} ms` : `${(number / 1000).toFixed(1)} s`;
}

export function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** A text that may come from a program: control and direction characters are written out. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character => {
    if (character === '\n') return '⏎';
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
