/** Ranges and slices. */
import { integerOfHex } from '../value/integer.ts';
import type { RangeNode, Value } from '../value.ts';
import { addPart, differing, emptyTally, exact, type Match } from './match.ts';
import type { Compare } from './walk.ts';

/** Ranges are `==` when they give the same numbers, which may be written in several ways; slices when their parts are. */
export function compareRanges(predicted: RangeNode, actual: RangeNode, parts: Compare): Match {
  const tally = emptyTally();
  for (const part of ['start', 'stop', 'step'] as const) {
    addPart(tally, parts(predicted[part], actual[part]), () => `.${part}`);
  }
  if (tally.grade === 'exact') return exact;
  if (predicted.kind === 'slice' || !isSameNumbers(predicted, actual)) return tally;
  return differing(predicted, actual, { grade: 'near', why: 'the same numbers, written another way', equal: true });
}

function isSameNumbers(predicted: RangeNode, actual: RangeNode): boolean {
  const [one, other] = [numbersOf(predicted), numbersOf(actual)];
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  if (one.length === 0n) return true;
  return one.start === other.start && (one.length === 1n || one.step === other.step);
}

function numbersOf(range: RangeNode) {
  const [start, stop, step] = [range.start, range.stop, range.step].map(integerOf);
  if (start === undefined || stop === undefined || step === undefined || step === 0n) return undefined;
  const span = step > 0n ? stop - start + step - 1n : stop - start + step + 1n;
  const length = span / step;
  return { start, step, length: length > 0n ? length : 0n };
}

function integerOf(value: Value): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return typeof value === 'object' && value?.kind === 'int' ? integerOfHex(value.hex) : undefined;
}
