/** Who is trusted to vouch for a server: whom Node trusts, and whom the operating system does, as companies set it up. */
import * as tls from 'node:tls';
import * as z from 'zod';

const Certificates = z.array(z.string());

/** `undefined` where this Node cannot tell; then its own list stands, with that of `NODE_EXTRA_CA_CERTS`. */
export function authoritiesOf(library: object): string[] | undefined {
  if (!('getCACertificates' in library) || typeof library.getCACertificates !== 'function') return undefined;
  const { getCACertificates } = library;
  const lists = ['default', 'system'].map(kind => Certificates.safeParse(getCACertificates(kind)).data ?? []);
  return [...new Set(lists.flat())];
}

let known: { readonly list: string[] | undefined } | undefined;

/** Those of this machine: read once, when they are first needed, since that may take a while. */
export function machineAuthorities(): string[] | undefined {
  known ??= { list: authoritiesOf(tls) };
  return known.list;
}
