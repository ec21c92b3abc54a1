/** Probes for the tests of this folder. */
import { fingerprint } from '../../core/fingerprint.ts';
import type { ContextManifest } from '../../core/prediction.ts';
import { fullScope, type Probe, probeId, type Question, resultScope, type Target } from '../../core/probe.ts';

interface Wanted {
  readonly source: string;
  readonly call: string;
  readonly setup?: string;
  readonly name?: string;
  readonly form?: Target['form'];
  readonly question?: Question;
}

/** A probe that asks for the result alone, unless a question is given. */
export function outcomeProbe(wanted: Wanted): Probe {
  const { source, name = 'f', form = 'function' } = wanted;
  const target = { file: '', name, form, isAsync: false, isGenerator: false, source, fingerprint: fingerprint(source) };
  const call = { expression: wanted.call, setup: wanted.setup ?? '' };
  const question = wanted.question ?? { kind: 'outcome', scope: resultScope };
  return { id: probeId(target, call, question), target, call, question, code: source, chosen: 'hand' };
}

/** A probe that asks for the state after the call too. */
export function stateProbe(wanted: Wanted): Probe {
  return outcomeProbe({ ...wanted, question: { kind: 'outcome', scope: fullScope } });
}

/** For what does not depend on the code; `targetAlone` for what does. */
export const nothingShown: ContextManifest = {
  level: 'function',
  shown: [],
  leftOut: [],
  estimatedTokens: 0,
  budgetTokens: 0,
  leaks: [],
  stripped: [],
};
