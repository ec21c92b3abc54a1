/** The same call asked another question. */
import type { Run } from '../core/outcome.ts';
import { type Probe, probeId, type Question, type QuestionKind, resultScope } from '../core/probe.ts';

/**
 * `probe` asked for its input instead of its outcome: which arguments give the result that the call really had. `undefined` where
 * there is no result to ask for.
 */
function askedForInput(probe: Probe, expected: string, run: Run | null): Probe | undefined {
  const wanted = run?.outcome.kind === 'returned' ? run.outcome.repr : expected;
  if (wanted === '' || run?.cut.includes('return') === true) return undefined;
  return withQuestion(probe, { kind: 'input', scope: resultScope, wanted });
}

/** `probe` as the question `kind` asks it; `undefined` where it cannot be asked so. */
export function askedFor(
  probe: Probe,
  kind: QuestionKind | undefined,
  expected: string,
  run: Run | null,
): Probe | undefined {
  if (kind === undefined || kind === probe.question.kind) return probe;
  if (kind === 'input' && probe.question.kind === 'outcome') return askedForInput(probe, expected, run);
  if (kind === 'outcome') return withQuestion(probe, { kind, scope: probe.question.scope });
  return undefined;
}

function withQuestion(probe: Probe, question: Question): Probe {
  return { ...probe, question, id: probeId(probe.target, probe.call, question) };
}
