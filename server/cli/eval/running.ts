/** Runs calls for an evaluation. Equal calls of equal probes share one run where that is asked for. */
import type { RunOptions } from '../../core/messages.ts';
import type { Run } from '../../core/outcome.ts';
import type { Probe } from '../../core/probe.ts';

export type RunCall = (probe: Probe, file: string, signal: AbortSignal) => Promise<Run>;

/**
 * A function that runs a probe's call in `options`, in the file that is named or in the probe's own code. Where state is asked for, the
 * unchanged is listed too: a prediction may name it.
 */
export function callsWith(
  run: (probe: Probe, options: RunOptions, signal: AbortSignal) => Promise<Run>,
  options: RunOptions,
): RunCall {
  return (probe, file, signal) => run(probe, { ...options, file, allState: probe.question.scope.state }, signal);
}

/** The same, but each expression of a probe's module runs once. */
export function shared(runCall: RunCall): RunCall {
  const runs = new Map<string, Promise<Run>>();
  return (probe, file, signal) => {
    const { call, target } = probe;
    const key = JSON.stringify([file, target.fingerprint, probe.code, call.setup, call.expression]);
    const known = runs.get(key);
    if (known !== undefined) return known;
    const run = runCall(probe, file, signal);
    runs.set(key, run);
    return run;
  };
}
