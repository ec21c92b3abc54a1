/**
 * Takes secrets and home paths out of a text. A secret becomes a placeholder that is the same for the same secret, so that prompt,
 * prediction and outcome still agree with one another; a home path becomes `~`.
 */
import { withoutSecrets } from '../core/secrets.ts';

/** Cleans texts and remembers whether any of them had something to hide. */
export interface Cleaner {
  clean(text: string): string;
  /** The same for the path of a file or program: a home folder there is nothing that a question is about, so it is not remembered. */
  cleanPath(path: string): string;
  redacted(): boolean;
}

/** A cleaner that hides secrets and home paths, and mends lone surrogates, which no UTF-8 file can hold. */
export function openCleaner(home: string): Cleaner {
  const homes = homePatterns(home);
  let found = false;
  const clean = (text: string) => {
    const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
    const cleaned = withoutHomes(withoutSecrets(whole), homes);
    if (cleaned !== whole) found = true;
    return cleaned;
  };
  return {
    clean,
    redacted: () => found,
    cleanPath: path => {
      const before = found;
      const cleaned = clean(path);
      found = before || withoutSecrets(path) !== path;
      return cleaned;
    },
  };
}

/** JSON text of a structure whose strings are cleaned before they are escaped, so that no escape hides or is cut. */
export function cleanJson(value: unknown, cleaner: Cleaner): string {
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
