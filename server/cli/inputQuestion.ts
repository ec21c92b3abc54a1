/** An `input` question asks which arguments give a result: that result is what the call really returns, so it runs first. */
import { usage } from '../core/failure.ts';
import type { RunOptions } from '../core/messages.ts';
import { type Probe, probeId } from '../core/probe.ts';
import type { CallRunner } from './running.ts';

/** `probe` with the wanted result in its question. Throws where the call returns nothing that can be written down whole. */
export async function withWantedResult(
  probe: Probe,
  runner: CallRunner,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Probe> {
  const { outcome, cut } = await runner.run(probe, options, signal);
  if (outcome.kind !== 'returned' || cut.includes('return')) {
    throw usage(
      `\`${probe.call.expression}\` ${outcome.kind === 'returned' ? 'returns too much to ask for' : 'does not return'}, so nobody can be asked which arguments give its result.`,
      'Ask an `outcome` question, or name a call that returns.',
    );
  }
  const question = { ...probe.question, wanted: outcome.repr };
  return { ...probe, question, id: probeId(probe.target, probe.call, question) };
}
