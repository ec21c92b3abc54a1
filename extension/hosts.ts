/** Which host an address names, and whether that is this machine. */

/** Host and port as people write them; the text itself where it is no address. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim();
}

/** Whether what is sent there stays on this machine. */
export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
