/** Predictions by rule, so that a rate has something to beat. */

import { canonicalJson } from './canonical.ts';
import { claimed } from './claimed.ts';
import { grouped } from './group.ts';
import type { Run } from './outcome.ts';
import { type Prediction, unanswered } from './prediction.ts';
import type { Probe } from './probe.ts';
import { callParts } from './pythonText.ts';
import { textOf } from './text.ts';

export const baselineNames = ['echo', 'none', 'common'] as const;
export type BaselineName = (typeof baselineNames)[number];

/** What counts of a check made before; a record is one. */
export interface Earlier {
  readonly probe: Pick<Probe, 'target'>;
  readonly run: Pick<Run, 'outcome'>;
}

/** `echo` gives back the first argument, `none` says `None`, `common` the target's most common return so far. */
export function baseline(name: BaselineName, probe: Probe, earlier: readonly Earlier[]): Prediction {
  const predictor = { kind: 'baseline', name, route: '' } as const;
  const returns = { echo: firstArgument, none: () => 'None', common: commonReturn }[name](probe, earlier);
  return returns === undefined
    ? unanswered(predictor, 'empty', nothingToGoBy)
    : claimed(predictor, { returns, state: [] });
}

const nothingToGoBy =
  'This rule has nothing to go by: the call has no argument, or no earlier return of the function is recorded.';

function firstArgument(probe: Probe): string | undefined {
  const arg = callParts(probe.call.expression)?.args[0];
  return arg?.replace(/^[A-Za-z_]\w*\s*=(?!=)\s*/, '');
}

function commonReturn(probe: Probe, earlier: readonly Earlier[]): string | undefined {
  const values = earlier.flatMap(({ probe: other, run }) =>
    other.target.fingerprint === probe.target.fingerprint && run.outcome.kind === 'returned' ? [run.outcome.value] : [],
  );
  const groups = grouped(values, canonicalJson).map(([, members]) => members);
  const largest = groups.reduce<readonly (typeof values)[number][]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  );
  const [value] = largest;
  return value === undefined ? undefined : textOf(value);
}
