/** Python floats: their shortest text, as `repr` writes it, and the double behind a text. */
import type { FloatNode } from '../value.ts';

/** What Python's `repr` gives for a float. */
export function floatText(double: number): string {
  if (Number.isNaN(double)) return 'nan';
  if (!Number.isFinite(double)) return double > 0 ? 'inf' : '-inf';
  const sign = double < 0 || Object.is(double, -0) ? '-' : '';
  const [mantissa = '0', power = '0'] = Math.abs(double).toExponential().split('e');
  return sign + placed(mantissa.replace('.', ''), Number(power));
}

/** The digits `d.ddd × 10^exponent`, written out where Python does, between 1e-4 and 1e16. */
function placed(digits: string, exponent: number): string {
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** The double of a text that `floatText` wrote. */
export function doubleOf(text: string): number {
  if (text === 'inf') return Number.POSITIVE_INFINITY;
  if (text === '-inf') return Number.NEGATIVE_INFINITY;
  return text === 'nan' ? Number.NaN : Number(text);
}

export function floatValue(double: number): FloatNode {
  return { kind: 'float', text: floatText(double) };
}

/** How many doubles lie between two finite ones; `0.0` and `-0.0` are the same place. */
export function ulpsBetween(one: number, other: number): bigint {
  const distance = place(one) - place(other);
  return distance < 0n ? -distance : distance;
}

function place(double: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}
