/** Looks at model servers without asking a model: does an endpoint answer, which models it lists, and what runs on the usual local ports. */
import * as z from 'zod';
import type {
  Endpoint,
  findServers as findServersMessage,
  testConnection as testConnectionMessage,
} from '../core/messages.ts';
import { type Address, readAddress } from './address.ts';
import { connectionTrouble } from './connectionTrouble.ts';
import { readErrorBody } from './errorBody.ts';
import { Network } from './network.ts';
import { withoutKeys } from './redact.ts';
import { troubleOf } from './trouble.ts';

export type Tested = z.infer<(typeof testConnectionMessage)['reply']>;
type Found = z.infer<(typeof findServersMessage)['reply']>['servers'];

const testMs = 10_000;
const findMs = 800;

/** A server, and where it may listen. */
export interface UsualServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** Where the local servers listen that people use. */
const usual: readonly UsualServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

export type Listed =
  | { readonly kind: 'models'; readonly models: readonly string[]; readonly windows: ReadonlyMap<string, number> }
  /** It answers, but has no list here, or none that can be read. */
  | { readonly kind: 'missing'; readonly explanation: string }
  | { readonly kind: 'trouble'; readonly explanation: string };

/** What was seen of a server. Of one that is `unlisted` only its model can tell whether it can be used. */
export interface Looked {
  readonly kind: 'listed' | 'unlisted' | 'failed';
  /** How many tokens the model reads and writes at most; `null` where the list does not say so. */
  readonly windowTokens: number | null;
  readonly tested: Tested;
}

/** Asks for the list of models, and no model anything. */
export async function lookAtServer(endpoint: Endpoint, signal: AbortSignal): Promise<Looked> {
  if (endpoint.kind === 'editorModel') {
    const tested = { ok: true, message: 'Models of the editor need no connection.', models: [] };
    return { kind: 'listed', windowTokens: null, tested };
  }
  const reading = readAddress(endpoint.baseUrl, endpoint.model, endpoint.apiKey);
  if (reading.kind === 'invalid') return failed('failed', reading.explanation);
  const network = new Network();
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(testMs)]);
    const listed = await listModels(endpoint, reading.address, network, limit);
    if (listed.kind === 'models') {
      const message = sentenceOf(endpoint, listed.models);
      const windowTokens = listed.windows.get(endpoint.model) ?? null;
      return { kind: 'listed', windowTokens, tested: { ok: true, message, models: [...listed.models] } };
    }
    const explanation = withoutKeys(listed.explanation, endpoint.apiKey);
    if (listed.kind === 'trouble') return failed('failed', explanation);
    return failed('unlisted', `${explanation}${await otherAddress(endpoint, reading.address, network, limit)}`);
  } finally {
    await network.close();
  }
}

function failed(kind: Looked['kind'], message: string): Looked {
  return { kind, windowTokens: null, tested: { ok: false, message, models: [] } };
}

function sentenceOf(endpoint: Endpoint, models: readonly string[]): string {
  if (endpoint.model === '') return `It answers and lists ${models.length} models.`;
  if (models.includes(endpoint.model)) return `It answers, and has ${endpoint.model}.`;
  const some = models.slice(0, 5).join(', ');
  return `It answers, but does not list ${endpoint.model}${some === '' ? '' : `; it has ${some}${models.length > 5 ? ', …' : ''}`}. It may still know it.`;
}

/** An address with `/v1` is offered only where it really answers. */
async function otherAddress(
  endpoint: Endpoint,
  address: Address,
  network: Network,
  signal: AbortSignal,
): Promise<string> {
  if (address.auth === 'apiKeyHeader') return '';
  const baseUrl = address.baseUrl.endsWith('/v1') ? address.baseUrl.slice(0, -3) : `${address.baseUrl}/v1`;
  const listed = await listModels(endpoint, { ...address, baseUrl }, network, signal);
  return listed.kind === 'models' ? ` \`${baseUrl}\` answers: use that address.` : '';
}

const count = z.number().positive().optional().catch(undefined);
const Model = z.object({ id: z.string(), max_model_len: count, context_length: count, context_window: count });
const Models = z.object({ data: z.array(Model) });

function listedOf(models: readonly z.infer<typeof Model>[]): Listed {
  const windows = models.flatMap(({ id, max_model_len, context_length, context_window }) => {
    const tokens = max_model_len ?? context_length ?? context_window;
    return tokens === undefined ? [] : [[id, Math.floor(tokens)] as const];
  });
  return { kind: 'models', models: models.map(({ id }) => id), windows: new Map(windows) };
}

/** Where there is no such address, or nothing can be got there. */
const hasNoList: readonly number[] = [404, 405, 501];
/** What a server sent with an error, as the network hands it on. */
const Refused = z.object({ error: z.unknown() });

export async function listModels(
  endpoint: Endpoint,
  address: Address,
  network: Network,
  signal: AbortSignal,
): Promise<Listed> {
  const query = new URLSearchParams(address.query).toString();
  try {
    const send = network.fetchFor(endpoint, address);
    const response = await send(`${address.baseUrl}/models${query === '' ? '' : `?${query}`}`, { signal });
    const text = await response.text();
    const body = jsonOf(text);
    if (response.status >= 300 && response.status < 400) {
      const target = response.headers.get('location') ?? 'another address';
      return {
        kind: 'trouble',
        explanation: `${address.host} sends requests on to ${target}; if that is right, set it as the address.`,
      };
    }
    if (!response.ok) {
      const detail = readErrorBody(response.status, Refused.safeParse(body).data?.error ?? text);
      const kind = hasNoList.includes(response.status) ? 'missing' : 'trouble';
      return { kind, explanation: troubleOf(detail, address.host, null).explanation };
    }
    const models = Models.safeParse(body);
    if (models.success) return listedOf(models.data.data);
    return { kind: 'missing', explanation: `${address.host} answered with no list of models. Check the address.` };
  } catch (error) {
    const explanation = signal.aborted
      ? `${address.host} did not answer in time.`
      : connectionTrouble(error, address.host).explanation;
    return { kind: 'trouble', explanation };
  }
}

/** The servers that answer on their usual ports, within a second. */
export async function findServers(signal: AbortSignal, among: readonly UsualServer[] = usual): Promise<Found> {
  const network = new Network();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(findMs)]);
  try {
    const found = await Promise.all(among.map(server => lookAt(server, network, limit)));
    return found.flatMap(server => (server === null ? [] : [server]));
  } finally {
    await network.close();
  }
}

async function lookAt(server: UsualServer, network: Network, signal: AbortSignal): Promise<Found[number] | null> {
  const endpoint: Endpoint = {
    kind: 'model',
    baseUrl: server.baseUrl,
    model: '',
    apiKey: '',
    proxy: '',
    strictTls: true,
  };
  const reading = readAddress(server.baseUrl, '', '');
  if (reading.kind === 'invalid') return null;
  const listed = await listModels(endpoint, reading.address, network, signal);
  return listed.kind === 'models' ? { ...server, models: [...listed.models] } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
