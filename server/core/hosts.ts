/** Which host an address names, and whether that is this machine. */
import { isLoopbackHost } from './loopback.ts';

/** Host and port as people write them; the text itself where it is no address. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim();
}

/** Whether what is sent there stays on this machine. */
export function isLoopback(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
