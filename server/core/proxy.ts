/** The proxy that the environment names for an address, by the conventions of curl: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY. */

type Environment = Readonly<Record<string, string | undefined>>;

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** Empty where none is to be used. Loopback never goes through one. */
export function proxyFor(address: string, environment: Environment): string {
  if (!URL.canParse(address)) return '';
  const { protocol, hostname } = new URL(address);
  if (loopback.test(hostname) || isExcepted(hostname, either(environment, 'no_proxy'))) return '';
  const named = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  return either(environment, named) || either(environment, 'all_proxy');
}

function either(environment: Environment, name: string): string {
  return environment[name] ?? environment[name.toUpperCase()] ?? '';
}

function isExcepted(hostname: string, list: string): boolean {
  return list
    .split(',')
    .map(entry =>
      entry
        .trim()
        .toLowerCase()
        .replace(/^\*?\./, ''),
    )
    .filter(entry => entry !== '')
    .some(entry => entry === '*' || hostname === entry || hostname.endsWith(`.${entry}`));
}
