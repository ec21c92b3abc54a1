/** What stands between this machine and a server, for people who look for why it is not reached. */
import type { Endpoint } from '../core/messages.ts';
import { proxyFor } from '../core/proxy.ts';
import type { Address } from './address.ts';
import { exceptedBy } from './network.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** In sentences, without credentials; empty where nothing stands between, and certificates are checked as usual. */
export function wayOf(endpoint: Endpoint, address: Address, environment: Environment = process.env): string {
  const isSecret = address.origin.startsWith('https:');
  const authorities = environment['NODE_EXTRA_CA_CERTS'] ?? '';
  return [
    ...proxySentence(endpoint, address, environment),
    ...(isSecret && !endpoint.strictTls ? ['Its certificate is not checked (`http.proxyStrictSSL`).'] : []),
    ...(isSecret && authorities !== '' ? ['The authorities of NODE_EXTRA_CA_CERTS are trusted too.'] : []),
  ].join(' ');
}

function proxySentence(endpoint: Endpoint, { origin }: Address, environment: Environment): readonly string[] {
  const { proxy: set } = endpoint;
  const named = set === '' ? environment : { http_proxy: set, https_proxy: set };
  // Requests do not go by ALL_PROXY unless an endpoint names it.
  const proxy = proxyFor(origin, { ...named, all_proxy: '', no_proxy: exceptedBy(endpoint, environment) });
  if (proxy === '') return [];
  return [`Requests go through the proxy ${URL.canParse(proxy) ? new URL(proxy).host : 'that is set'}.`];
}
