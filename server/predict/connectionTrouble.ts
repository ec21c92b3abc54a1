/** Connections that failed, by the deepest cause: what Node calls "fetch failed" says nothing to anybody. */
import * as z from 'zod';
import { plainTrouble, type Trouble } from './trouble.ts';

const Caused = z.object({ code: z.string().optional(), message: z.string().optional(), cause: z.unknown().optional() });
/** Two sides that do not speak the same protocol; what a proxy refuses; a certificate; in this order, since codes hold each other's words. */
const otherProtocol = /bad port|HPE_INVALID|EPROTO|ERR_SSL|secure TLS connection/i;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|ERR_TLS|ALTNAME/i;

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
      'aFewTimes',
    );
  }
  if (/Proxy response \(\d+\)/.test(what)) {
    return plainTrouble(
      'network',
      `The proxy does not lead to ${host} (${what}). Check \`http.proxy\` and its sign-in.`,
    );
  }
  if (otherProtocol.test(what)) return plainTrouble('network', speaksOther(host, what));
  if (certificate.test(what)) {
    return plainTrouble(
      'tls',
      `The certificate of ${host} is not trusted (${what}). Name the certificate authority with NODE_EXTRA_CA_CERTS, or switch off \`http.proxyStrictSSL\` for this endpoint if you know it.`,
    );
  }
  if (/UND_ERR_SOCKET/.test(what)) return plainTrouble('network', speaksOther(host, what), 'aFewTimes');
  return plainTrouble(
    'network',
    `The connection to ${host} failed (${what || 'no reason given'}). Check the network and the proxy.`,
    'aFewTimes',
  );
}

function speaksOther(host: string, what: string): string {
  return `${host} does not speak this protocol (${what}). Check \`http\` or \`https\`, and the port.`;
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
