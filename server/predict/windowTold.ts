/** What a server tells of the window of a model: in its list, or where llama.cpp, Ollama and LM Studio say how the model is loaded. */
import * as z from 'zod';
import type { Endpoint } from '../core/messages.ts';
import type { Address } from './address.ts';
import type { Network } from './network.ts';
import { listModels } from './servers.ts';

const lookMs = 5000;
const ollamaTokens = 4096;

const count = z.number().positive();
const Props = z.object({ default_generation_settings: z.object({ n_ctx: count }) });
const Loaded = z.object({ data: z.array(z.object({ id: z.string(), loaded_context_length: count.optional() })) });
const Running = z.object({
  models: z.array(z.object({ name: z.string(), model: z.string().optional(), context_length: count.optional() })),
});
const Shown = z.object({ parameters: z.string().optional() });

type Ask = (path: string, body?: object) => Promise<unknown>;

/** In tokens; 0 where it tells nothing. What the model was trained for is no window: it may be loaded with less. Nothing is thrown. */
export async function toldWindow(
  endpoint: Endpoint,
  address: Address,
  network: Network,
  signal: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
  const listed = await listModels(endpoint, address, network, limit);
  const { model } = endpoint;
  const inList = listed.kind === 'models' ? listed.windows.get(model) : undefined;
  if (inList !== undefined) return inList;
  const ask = asking(endpoint, address, network, limit);
  for (const look of [ofLlamaCpp, ofOllama, ofLmStudio]) {
    const tokens = await look(ask, model);
    if (tokens > 0) return Math.floor(tokens);
  }
  return 0;
}

async function ofLlamaCpp(ask: Ask): Promise<number> {
  return Props.safeParse(await ask('/props')).data?.default_generation_settings.n_ctx ?? 0;
}

/** A model that is not loaded will be, with its own setting or the default. */
async function ofOllama(ask: Ask, model: string): Promise<number> {
  const running = Running.safeParse(await ask('/api/ps')).data;
  if (running === undefined) return 0;
  const names = [model, `${model}:latest`];
  const loaded = running.models.find(each => names.includes(each.name) || names.includes(each.model ?? ''));
  if (loaded?.context_length !== undefined) return loaded.context_length;
  const { parameters = '' } = Shown.safeParse(await ask('/api/show', { model })).data ?? {};
  const [, set = ''] = /^\s*num_ctx\s+(\d+)/m.exec(parameters) ?? [];
  return set === '' ? ollamaTokens : Number(set);
}

async function ofLmStudio(ask: Ask, model: string): Promise<number> {
  const loaded = Loaded.safeParse(await ask('/api/v0/models')).data?.data.find(({ id }) => id === model);
  return loaded?.loaded_context_length ?? 0;
}

/** The body of an answer; nothing where there is none. */
function asking(endpoint: Endpoint, address: Address, network: Network, signal: AbortSignal): Ask {
  const send = network.fetchFor(endpoint, address);
  return async (path, body) => {
    const init =
      body === undefined
        ? { signal }
        : { signal, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return send(`${address.origin}${path}`, init)
      .then(response => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
  };
}
