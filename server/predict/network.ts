/**
 * How requests leave this process: through the editor's proxy or the environment's, with its certificate settings, with our own
 * headers only, and never after a redirect. One set of connections a process and setting.
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import type { Endpoint } from '../core/messages.ts';
import { toolVersion } from '../core/version.ts';
import type { Address } from './address.ts';
import { machineAuthorities } from './authorities.ts';

const connectMs = 15_000;
/** Our own timers do the waiting. */
const patient = { headersTimeout: 0, bodyTimeout: 0 };
const passed: readonly string[] = ['content-type', 'accept'];

/** Connections by proxy and certificate setting. Whoever opened it closes it. */
export class Network {
  readonly #dispatchers = new Map<string, Dispatcher>();

  /** `trusted` says whose certificates count; nothing for those that Node knows. */
  constructor(private readonly trusted: () => string[] | undefined = machineAuthorities) {}

  /** A `fetch` for one endpoint, for the client library. */
  fetchFor(endpoint: Endpoint, address: Address): typeof globalThis.fetch {
    const dispatcher = this.#dispatcher(endpoint, address);
    return async (input, init) => {
      const response = await fetch(String(input), {
        method: init?.method ?? 'GET',
        headers: headersOf(new Headers(init?.headers), endpoint, address),
        body: typeof init?.body === 'string' ? init.body : null,
        signal: init?.signal ?? null,
        redirect: 'manual',
        dispatcher,
      });
      const body = [101, 204, 205, 304].includes(response.status) ? null : response.body;
      const facts = { status: response.status, headers: [...response.headers] };
      return response.status < 400 ? new Response(body, facts) : new Response(wrapped(await response.text()), facts);
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#dispatchers.values()].map(dispatcher => dispatcher.destroy()));
    this.#dispatchers.clear();
  }

  #dispatcher(endpoint: Endpoint, address: Address): Dispatcher {
    const isSecret = address.origin.startsWith('https:');
    const key = JSON.stringify([isSecret, address.isLoopback, endpoint.proxy, endpoint.noProxy, endpoint.strictTls]);
    const known = this.#dispatchers.get(key);
    if (known !== undefined) return known;
    const made = dispatcherFor(endpoint, address, isSecret ? this.trusted() : undefined);
    this.#dispatchers.set(key, made);
    return made;
  }
}

/** The client library hands on only what stands under `error`; the bodies of many servers have no such key. */
function wrapped(body: string): string {
  try {
    return JSON.stringify({ error: JSON.parse(body) });
  } catch {
    return JSON.stringify({ error: body });
  }
}

/**
 * Loopback never goes through a proxy. The setting wins over the environment only where it is there; what one of them excepts is excepted,
 * whoever names the proxy.
 */
function dispatcherFor(endpoint: Endpoint, address: Address, ca: string[] | undefined): Dispatcher {
  const connect = { timeout: connectMs, rejectUnauthorized: endpoint.strictTls, ...(ca === undefined ? {} : { ca }) };
  const options = { ...patient, connect };
  if (address.isLoopback) return new Agent(options);
  const { proxy } = endpoint;
  return new EnvHttpProxyAgent({
    ...options,
    requestTls: connect,
    proxyTls: connect,
    noProxy: exceptedBy(endpoint),
    ...(proxy === '' ? {} : { httpProxy: proxy, httpsProxy: proxy }),
  });
}

/** Hosts that no proxy is used for, as a list of NO_PROXY: those of the setting and those of the environment. */
export function exceptedBy(
  { noProxy = [] }: Endpoint,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const listed = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const names = [...noProxy, ...listed.split(/[,\s]/)].map(name => name.trim());
  return names.includes('*') ? '*' : names.filter(name => name !== '').join(',');
}

function headersOf(given: Headers, endpoint: Endpoint, address: Address): Record<string, string> {
  const kept = passed.flatMap(name => {
    const value = given.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const key = endpoint.apiKey.trim();
  const auth: Readonly<Record<Address['auth'], Record<string, string>>> = {
    bearer: { authorization: `Bearer ${key}` },
    apiKeyHeader: { 'api-key': key },
    none: {},
  };
  return { ...Object.fromEntries(kept), 'user-agent': `called-it/${toolVersion}`, ...auth[address.auth] };
}
