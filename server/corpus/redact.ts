/**
 * Takes secrets and home paths out of a text. A secret becomes a placeholder that is the same for the same secret, so that prompt,
 * prediction and outcome still agree with one another; a home path becomes `~`.
 */
import { mayHoldSecret, withoutSecrets } from '../core/secrets.ts';

/** Cleans texts and remembers whether any of them had something to hide. */
export interface Cleaner {
  clean(text: string): string;
  /** The same for the path of a file or program: a home folder there is nothing that a question is about, so it is not remembered. */
  cleanPath(path: string): string;
  /** Whether a JSON text can only hold strings that `clean` leaves alone: one look instead of one at each string. */
  isClean(json: string): boolean;
  redacted(): boolean;
}

/** A cleaner that hides secrets and home paths, and mends lone surrogates, which no UTF-8 file can hold. */
export function openCleaner(home: string): Cleaner {
  const homes = homePatterns(home);
  const mayHoldHome = new RegExp(`/home/|Users${home.length > 1 ? `|${escaped(home)}` : ''}`);
  let found = false;
  const clean = (text: string) => {
    if (!mayHoldSecret(text) && !mayHoldHome.test(text) && !loneSurrogate.test(text)) return text;
    const whole = text.replace(loneSurrogates, '\ufffd');
    const cleaned = withoutHomes(withoutSecrets(whole), homes);
    if (cleaned !== whole) found = true;
    return cleaned;
  };
  return {
    clean,
    redacted: () => found,
    isClean: json => !mayHoldSecret(json) && !mayHoldHome.test(json) && !escapedSurrogate.test(json),
    cleanPath: path => {
      const before = found;
      const cleaned = clean(path);
      found = before || withoutSecrets(path) !== path;
      return cleaned;
    },
  };
}

const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;
/** `JSON.stringify` writes a lone surrogate, and no other character, as such an escape. */
const escapedSurrogate = /\\ud[89a-f]/i;

/** JSON text of a structure whose strings are cleaned before they are escaped, so that no escape hides or is cut. */
export function cleanJson(value: unknown, cleaner: Cleaner): string {
  const plain = JSON.stringify(value);
  if (cleaner.isClean(plain)) return plain;
  return JSON.stringify(value, (key, item: unknown) => {
    if (typeof item !== 'string') return item;
    return key === 'file' || key === 'executable' ? cleaner.cleanPath(item) : cleaner.clean(item);
  });
}

function homePatterns(home: string): readonly RegExp[] {
  const own = home.length > 1 ? [new RegExp(`${escaped(home)}(?![A-Za-z0-9_.-])`, 'g')] : [];
  return [
    ...own,
    /(?:\/home|\/Users)\/[A-Za-z0-9._-]+/g,
    /\b[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[A-Za-z0-9._-]+/g,
  ];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withoutHomes(text: string, homes: readonly RegExp[]): string {
  return homes.reduce((result, pattern) => result.replace(pattern, '~'), text);
}
