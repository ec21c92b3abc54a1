/** What the doctor finds: one line a matter, and for what is not well what to do about it. */
import { visible } from '../../core/visible.ts';
import type { Paint } from '../terminal.ts';

export interface Finding {
  /** What it is about: `Python`, `walls`, `model`, … */
  readonly about: string;
  /** `limited` works, but less than it could. */
  readonly state: 'works' | 'limited' | 'missing';
  readonly what: string;
  /** Empty where all is well. */
  readonly remedy: string;
}

const symbols: Readonly<Record<Finding['state'], string>> = { works: '✓', limited: '!', missing: '✗' };

const labelWidth = 14;

export function findingText({ about, state, what, remedy }: Finding, paint: Paint): string {
  const colour = { works: paint.good, limited: paint.doubtful, missing: paint.bad }[state];
  const line = `${colour(symbols[state])} ${about.padEnd(labelWidth)} ${visible(what)}`;
  return remedy === '' ? line : `${line}\n${' '.repeat(labelWidth + 3)}${paint.faint(`→ ${visible(remedy)}`)}`;
}
