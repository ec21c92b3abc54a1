/** The address of a model server: mended where that is harmless, refused with a sentence where it is not, and never guessed. */
import { keyFault } from '../core/apiKey.ts';
import { isLoopbackHost } from '../core/loopback.ts';

/** Where requests go. `origin` names the endpoint in the limiter and in learned profiles. */
export interface Address {
  /** Without a slash at its end, with the query it came with apart. */
  readonly baseUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly host: string;
  /** On this machine or in a private network: asked one at a time, and over plain HTTP without remark. */
  readonly isPrivate: boolean;
  readonly isLoopback: boolean;
  /** How the key travels. */
  readonly auth: 'bearer' | 'apiKeyHeader' | 'none';
}

export type AddressReading =
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'invalid'; readonly reason: 'badBaseUrl' | 'auth'; readonly explanation: string };

const azureHost = /\.(openai\.azure\.com|cognitiveservices\.azure\.com)$/;
const azureVersion = '2024-10-21';

/** Reads the address that a user typed. A key that cannot travel in a header, or must not in the open, is refused here. */
export function readAddress(baseUrl: string, model: string, apiKey: string): AddressReading {
  const text = baseUrl.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return invalid('badBaseUrl', `\`${text}\` is no address of a server: write it as \`http://127.0.0.1:11434/v1\`.`);
  }
  if (url.username !== '' || url.password !== '') {
    return invalid('badBaseUrl', 'The address holds a name or password: leave them out and store an API key instead.');
  }
  const key = apiKey.trim();
  const fault = keyFault(key);
  if (fault !== '') return invalid('auth', fault);
  const isPrivate = isPrivateHost(url.hostname);
  if (key !== '' && url.protocol === 'http:' && !isPrivate) {
    return invalid(
      'badBaseUrl',
      `The key would travel unencrypted to ${url.host}: use \`https://\`, or a server in your own network.`,
    );
  }
  return { kind: 'address', address: addressOf(url, model, key, isPrivate) };
}

function addressOf(url: URL, model: string, key: string, isPrivate: boolean): Address {
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/(chat\/completions)?\/?$/, '');
  const query = Object.fromEntries(url.searchParams);
  const place = { origin: url.origin, host: url.host, isPrivate, isLoopback: isLoopbackHost(url.hostname) };
  if (azureHost.test(url.hostname) && !/\/openai\/v1$/.test(path)) {
    const deployments = /\/openai\/deployments\/[^/]+$/.test(path)
      ? path
      : `/openai/deployments/${encodeURIComponent(model)}`;
    const version = query['api-version'] ?? azureVersion;
    const baseUrl = `${url.origin}${deployments}`;
    return {
      ...place,
      baseUrl,
      query: { ...query, 'api-version': version },
      auth: key === '' ? 'none' : 'apiKeyHeader',
    };
  }
  return { ...place, baseUrl: `${url.origin}${path}`, query, auth: key === '' ? 'none' : 'bearer' };
}

function invalid(reason: 'badBaseUrl' | 'auth', explanation: string): AddressReading {
  return { kind: 'invalid', reason, explanation };
}

function isPrivateHost(name: string): boolean {
  if (isLoopbackHost(name)) return true;
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(name)) return true;
  if (/^\[f[cde]/i.test(name)) return true;
  return name.endsWith('.local') || name.endsWith('.internal') || !/[.:]/.test(name);
}
