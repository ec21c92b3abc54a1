/**
 * Takes secrets and home paths out of a text. A secret becomes a placeholder that is the same for the same secret, so that prompt,
 * prediction and outcome still agree with one another; a home path becomes `~`.
 */
import { withoutSecrets } from '../core/secrets.ts';

/** Cleans texts and remembers whether any of them had something to hide. */
export interface Cleaner {
  clean(text: string): string;
  redacted(): boolean;
}

/** A cleaner that hides secrets and home paths, and mends lone surrogates, which no UTF-8 file can hold. */
export function openCleaner(home: string): Cleaner {
  const homes = homePatterns(home);
  let found = false;
  return {
    redacted: () => found,
    clean(text) {
      const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
      const cleaned = withoutHomes(withoutSecrets(whole), homes);
      if (cleaned !== whole) found = true;
      return cleaned;
    },
  };
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
