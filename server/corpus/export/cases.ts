/** The cases of a corpus as exports need them: each probe once, with the latest real run of it and the latest checks. */
import type { Outcome, Run } from '../../core/outcome.ts';
import type { Probe } from '../../core/probe.ts';
import type { CheckRecord } from '../../core/record.ts';
import type { Contents } from '../corpus.ts';
import { repeatKey } from '../entry.ts';

export interface Case {
  readonly probe: Probe;
  /** `null` where the call never ran here. */
  readonly run: Run | null;
  /** What the probe's source states as the result; empty where it states none. */
  readonly expected: string;
  /** The latest check of each predictor and prompt, in the order of the corpus. */
  readonly checks: readonly CheckRecord[];
  readonly redacted: boolean;
}

/** In the order in which the probes first appear. */
export function casesOf({ probes, records }: Contents): readonly Case[] {
  const cases = new Map<string, Case>();
  for (const { probe, run, expected, provenance } of probes) {
    cases.set(probe.id, { probe, run, expected, checks: [], redacted: provenance.redacted });
  }
  const latest = new Map(records.map(record => [keyOf(record), record]));
  for (const record of latest.values()) {
    const { probe, run } = record;
    const before = cases.get(probe.id) ?? { probe, run, expected: '', checks: [], redacted: false };
    const isGold = probe.question.kind !== 'input';
    cases.set(probe.id, {
      ...before,
      run: isGold ? run : before.run,
      checks: [...before.checks, record],
      redacted: before.redacted || record.provenance.redacted,
    });
  }
  return [...cases.values()];
}

function keyOf({ probe, prediction }: CheckRecord): string {
  const { predictor, asked } = prediction;
  return repeatKey({
    probe: probe.id,
    predictorKind: predictor.kind,
    model: predictor.name,
    route: predictor.route,
    promptSha256: asked?.prompt.sha256 ?? '',
    style: asked?.style ?? '',
  });
}

/** Why a case cannot stand for a truth; `undefined` where it can. */
export function notGold({ probe, run, redacted }: Case): string | undefined {
  if (redacted) return 'redacted: the text that was run is not the text that is stored';
  if (probe.question.kind !== 'outcome') return 'the question is not about the outcome';
  if (run === null) return 'never run here';
  if (!run.certificate.stable) return `unstable: ${run.certificate.varied.join(', ')} varied`;
  return undefinedOutcome(run.outcome) ?? (run.cut.includes('return') ? 'the result is cut' : undefined);
}

function undefinedOutcome(outcome: Outcome): string | undefined {
  if (outcome.kind === 'returned' || outcome.kind === 'raised') return undefined;
  return `the call ${outcome.kind === 'timedOut' ? 'timed out' : `was ${outcome.kind}`}`;
}

/** The outcome in one line, as a model is asked to give it: the value's text, or `raises` and the exception. */
export function goldText(run: Run): string {
  const { outcome } = run;
  if (outcome.kind === 'returned') return outcome.repr;
  if (outcome.kind === 'raised') return `raises ${outcome.exception.type.replace(/^builtins\./, '')}`;
  return outcome.kind;
}

/** A name for the case that is the same in every export: the source's own, or from the probe's id. */
export function caseName({ probe }: Case): string {
  return probe.source?.id ?? `called-it-${probe.id.slice(0, 16)}`;
}
