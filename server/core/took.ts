/** What a prediction took and how many samples stand behind it, in short phrases for people. */
import { isLoopbackHost } from './loopback.ts';
import { type Exchange, type Prediction, sampleCounts } from './prediction.ts';

/** `$0.0012`; `local, 23 tokens/s` of a server on this machine that nobody has a price of; empty where the cost is unknown. */
export function costText(prediction: Prediction): string {
  const { usage, predictor } = prediction;
  if (usage === null) return '';
  if (usage.cost !== null) return `${about(prediction)}$${dollars(usage.cost)}`;
  if (predictor.kind !== 'model' || !isLocal(predictor.route)) return '';
  const speed = speedOf(prediction);
  return speed === null ? 'local' : `local, ${about(prediction)}${speed} tokens/s`;
}

/** Cents, or of less than a dollar two digits that say something. */
function dollars(cost: number): string {
  if (cost === 0 || cost >= 1) return cost.toFixed(2);
  return cost.toFixed(Math.min(20, 1 - Math.floor(Math.log10(cost))));
}

/** `about ` where what was taken is estimated; else empty. */
export function about({ usage }: Prediction): 'about ' | '' {
  return usage?.estimated === true ? 'about ' : '';
}

/** `2 of 3 samples have an answer`, with how many were not asked; empty where there was one. */
export function samplesText({ samples }: Prediction): string {
  if (samples.length < 2) return '';
  const { asked, valid } = sampleCounts(samples);
  const lost = samples.length - asked;
  return `${valid} of ${asked} samples have an answer${lost === 0 ? '' : `, ${lost} not asked`}`;
}

function isLocal(route: string): boolean {
  return URL.canParse(`http://${route}`) && isLoopbackHost(new URL(`http://${route}`).hostname);
}

/** So short a time is none of writing: all came at once. */
const shortestMs = 20;

/** Tokens a second, from the first byte on; `null` where nobody knows. */
function speedOf({ usage, asked, samples }: Prediction): number | null {
  const exchanges = [...(asked?.exchanges ?? []), ...samples.flatMap(sample => sample.exchanges ?? [])];
  const writingMs = exchanges.reduce((sum, each) => sum + writingOf(each), 0);
  const tokens = usage?.completionTokens ?? 0;
  if (writingMs < shortestMs || tokens === 0) return null;
  const speed = (tokens * 1000) / writingMs;
  return speed >= 10 ? Math.round(speed) : Math.round(speed * 10) / 10;
}

function writingOf({ latency: { firstByteMs, totalMs } }: Exchange): number {
  return firstByteMs === null ? 0 : totalMs - firstByteMs;
}
