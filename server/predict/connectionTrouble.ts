/** Connections that failed, by the deepest cause: what Node calls "fetch failed" says nothing to anybody. */
import * as z from 'zod';
import { plainTrouble, type Trouble } from './trouble.ts';

const Caused = z.object({ code: z.string().optional(), message: z.string().optional(), cause: z.unknown().optional() });
const tls = /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|ERR_TLS|SSL|ALTNAME/i;

/** Classifies an error that a request threw before or while the answer came. */
export function connectionTrouble(error: unknown, host: string): Trouble {
  const { code, message } = deepest(error);
  const what = [code, message].filter(text => text !== '').join(': ');
  if (/ECONNREFUSED/.test(what)) {
    return plainTrouble('network', `Nothing listens at ${host} (${what}). Start the server, or check the port.`);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(what)) {
    return plainTrouble(
      'network',
      `The name of ${host} is not known (${what}). Check the address, the network and the proxy.`,
      true,
    );
  }
  if (tls.test(what)) {
    return plainTrouble(
      'tls',
      `The certificate of ${host} is not trusted (${what}). Name the certificate authority with NODE_EXTRA_CA_CERTS, or switch off \`http.proxyStrictSSL\` for this endpoint if you know it.`,
    );
  }
  if (/bad port|UND_ERR_SOCKET|HPE_INVALID|wrong version number/i.test(what)) {
    return plainTrouble(
      'network',
      `${host} does not speak this protocol (${what}). Check \`http\` or \`https\`, and the port.`,
      true,
    );
  }
  return plainTrouble(
    'network',
    `The connection to ${host} failed (${what || 'no reason given'}). Check the network and the proxy.`,
    true,
  );
}

function deepest(error: unknown): { readonly code: string; readonly message: string } {
  const found = { code: '', message: '' };
  let here = error;
  for (let depth = 0; depth < 8; depth += 1) {
    const caused = Caused.safeParse(here).data;
    if (caused === undefined) break;
    found.code = caused.code ?? found.code;
    found.message = caused.message ?? found.message;
    here = caused.cause;
  }
  return found;
}
