/** The JSON document of a check, as DESIGN.md gives it to scripts. */
import type { Finished } from '../core/checking.ts';
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
  const { probe, record, verdict, prediction, run } = finished;
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
