/** Judges the printed text. One line end at the very end does not count: people and models leave it out. */

import { textFlags } from '../compare/strings.ts';
import type { Run } from '../outcome.ts';
import type { Aspect } from '../verdict.ts';
import { rightAspect, type Sides, undecidedAspect, wrongAspect } from './aspect.ts';

/** The aspect `stdout` for a text that was claimed to be printed. */
export function judgePrinted(claimed: string, run: Run): Aspect {
  const sides: Sides = { predicted: claimed, actual: run.stdout };
  const [one, other] = [withoutLastLineEnd(claimed), withoutLastLineEnd(run.stdout)];
  if (run.cut.includes('stdout')) return judgeCut(sides);
  if (one !== other) return wrongAspect('stdout', sides, textFlags(one, other));
  return { ...rightAspect('stdout', sides), equal: claimed === run.stdout };
}

function judgeCut(sides: Sides): Aspect {
  const isPrefix = sides.predicted.startsWith(sides.actual);
  return isPrefix ? undecidedAspect('stdout', sides, 'cut') : wrongAspect('stdout', sides);
}

/** The aspect `stdout` where the probe asked for it and nothing was claimed: that nothing is printed. */
export function judgeSilence(run: Run): Aspect {
  const sides: Sides = { predicted: '', actual: run.stdout };
  return run.stdout === '' ? rightAspect('stdout', sides) : wrongAspect('stdout', sides, { missed: true });
}

function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
