/** Texts of `decimal.Decimal`: reading them as Python does, and writing them as `str(Decimal)` does. */

/** What a Decimal is made of: `digits × 10^exponent`, or one of the special values. */
export type DecimalParts =
  | { readonly kind: 'finite'; readonly negative: boolean; readonly digits: bigint; readonly exponent: number }
  | { readonly kind: 'special'; readonly negative: boolean; readonly name: 'NaN' | 'sNaN' | 'Infinity' };

const finite = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,18}))?$/;
const special = /^([+-]?)(?:(inf(?:inity)?)|(s?nan)\d*)$/i;

/** The parts of a text that `Decimal(text)` reads; nothing for any other. */
export function decimalParts(text: string): DecimalParts | undefined {
  const plain = text.trim().replaceAll('_', '');
  const match = finite.exec(plain);
  if (match !== null) {
    const [, sign, whole = '', fraction = '', alone = '', power = '0'] = match;
    const digits = BigInt(`${whole}${fraction}${alone}`);
    return { kind: 'finite', negative: sign === '-', digits, exponent: Number(power) - (fraction + alone).length };
  }
  const named = special.exec(plain);
  if (named === null) return undefined;
  const [, sign, infinity, nan] = named;
  const name = infinity !== undefined ? 'Infinity' : nan?.length === 4 ? 'sNaN' : 'NaN';
  return { kind: 'special', negative: sign === '-', name };
}

/** What `str` gives for a Decimal. */
export function decimalText(parts: DecimalParts): string {
  const sign = parts.negative ? '-' : '';
  if (parts.kind === 'special') return sign + parts.name;
  const digits = parts.digits.toString();
  const power = parts.exponent + digits.length - 1;
  if (parts.exponent <= 0 && power >= -6) return sign + pointed(digits, -parts.exponent);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}E${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

function pointed(digits: string, places: number): string {
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** The parts of `Decimal(double)`: every digit of the double, none rounded. */
export function decimalOfDouble(over: bigint, under: bigint): DecimalParts {
  const negative = over < 0n;
  const places = under.toString(2).length - 1;
  const digits = (negative ? -over : over) * 5n ** BigInt(places);
  return { kind: 'finite', negative, digits, exponent: -places };
}
