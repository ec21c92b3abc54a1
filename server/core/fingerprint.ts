/** SHA-256 as lower-case hexadecimal text: the one fingerprint of sources, prompts, values and records. */
import { createHash } from 'node:crypto';

/** The SHA-256 of the UTF-8 bytes of `text`, 64 hexadecimal digits. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
