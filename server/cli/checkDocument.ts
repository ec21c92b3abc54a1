/** The JSON document of a check, as DESIGN.md gives it to scripts. */
import type { Finished } from '../core/checking.ts';
import type { Run } from '../core/outcome.ts';
import type { Frozen } from '../core/record.ts';

export interface CheckDocument extends Omit<Finished, 'probe'> {
  /** `null` where nothing was kept. */
  readonly record: {
    readonly id: string;
    readonly at: string;
    readonly frozen: Frozen;
    readonly corpus: string;
  } | null;
  readonly probe: {
    readonly id: string;
    readonly file: string;
    readonly target: string;
    readonly call: string;
    readonly setup: string;
  };
}

export function checkDocument(
  finished: Finished & {
    readonly record: { readonly id: string; readonly at: string; readonly frozen: Frozen } | null;
  },
  corpus: string,
): CheckDocument {
  const { probe, record, verdict, prediction } = finished;
  const run = withChangesAlone(finished.run);
  return {
    record: record === null ? null : { id: record.id, at: record.at, frozen: record.frozen, corpus },
    verdict,
    prediction,
    run,
    probe: {
      id: probe.id,
      file: probe.target.file,
      target: probe.target.name,
      call: probe.call.expression,
      setup: probe.call.setup,
    },
  };
}

/** A check runs with all state, since a claim may restate what did not change; told is what changed. */
export function withChangesAlone(run: Run): Run {
  return { ...run, state: run.state.filter(({ changed }) => changed) };
}
