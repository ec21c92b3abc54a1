/** Predictions by rule, so that a rate has something to beat. */

import { canonicalJson } from '../core/canonical.ts';
import { grouped } from '../core/group.ts';
import type { Run } from '../core/outcome.ts';
import type { Prediction } from '../core/prediction.ts';
import type { Probe } from '../core/probe.ts';
import { textOf } from '../core/text.ts';
import { claimed } from './person.ts';
import { callParts } from './pythonText.ts';

export const baselineNames = ['echo', 'none', 'common'] as const;
export type BaselineName = (typeof baselineNames)[number];

/** What counts of a check made before; a record is one. */
export interface Earlier {
  readonly probe: Pick<Probe, 'target'>;
  readonly run: Pick<Run, 'outcome'>;
}

/** The baselines' predictions. `earlier` are records made before; only those of the same target count for `common`. */
export function baselines(probe: Probe, earlier: readonly Earlier[]): readonly Prediction[] {
  return baselineNames.map(name => baseline(name, probe, earlier));
}

/** `echo` gives back the first argument, `none` says `None`, `common` the target's most common return so far. */
export function baseline(name: BaselineName, probe: Probe, earlier: readonly Earlier[]): Prediction {
  const predictor = { kind: 'baseline', name, route: '' } as const;
  const returns = { echo: firstArgument, none: () => 'None', common: commonReturn }[name](probe, earlier);
  return claimed(predictor, probe, returns === undefined ? { state: [] } : { returns, state: [] }, null);
}

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
