/** The doctor's look at models: the one that is set up, servers on their usual ports, and the small local one. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import type { Endpoint } from '../../core/messages.ts';
import { lookAtModel } from '../../predict/connection.ts';
import { forget, knownOf } from '../../predict/known.ts';
import { cacheFolder } from '../../predict/local/cacheFolder.ts';
import { localModels } from '../../predict/local/models.ts';
import { type Means, openMeans } from '../../predict/means.ts';
import { findServers, type Tested } from '../../predict/servers.ts';
import type { Surroundings } from '../answer.ts';
import { endpointOf } from '../modelOptions.ts';
import type { Finding } from './finding.ts';

/** The model that the environment names: its server is asked for a list, and only where it has none the model for one word. */
export async function modelFinding(around: Surroundings): Promise<Finding> {
  try {
    const endpoint = endpointOf({}, around);
    const { ok, message } = await lookedAt(endpoint, around.signal);
    const what = `${endpoint.model} at ${endpoint.baseUrl}: ${message}`;
    return {
      about: 'model',
      state: ok ? 'works' : 'missing',
      what,
      remedy: ok ? '' : 'Mend that, or name another in CALLED_IT_BASE_URL and CALLED_IT_MODEL.',
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') throw error;
    return { about: 'model', state: 'missing', what: error.message, remedy: error.next };
  }
}

async function lookedAt(endpoint: Endpoint, signal: AbortSignal): Promise<Tested> {
  return withMeans(means => lookAtModel(endpoint, means, signal));
}

/** What was learned of that model; nothing where none is named. */
export async function profileFindings(around: Surroundings): Promise<readonly Finding[]> {
  try {
    const endpoint = endpointOf({}, around);
    const { isLearned, sentences } = await withMeans(means => knownOf(endpoint, {}, means));
    const what = sentences.join(' ');
    return [
      isLearned
        ? {
            about: 'profile',
            state: 'works',
            what,
            remedy: '`called-it doctor --forget` has it learned anew; `--profile KEY=VALUE` overrides it.',
          }
        : { about: 'profile', state: 'limited', what, remedy: 'The first check learns it.' },
    ];
  } catch (error) {
    if (error instanceof Failure && error.code === 'noModel') return [];
    throw error;
  }
}

/** Throws `noModel` where none is named. */
export async function forgetModel(around: Surroundings): Promise<void> {
  const endpoint = endpointOf({}, around);
  await withMeans(means => forget(endpoint, means));
}

async function withMeans<T>(work: (means: Means) => Promise<T>): Promise<T> {
  const means = openMeans({ folder: cacheFolder() });
  try {
    return await work(means);
  } finally {
    await means.close();
  }
}

export async function serverFindings(signal: AbortSignal): Promise<readonly Finding[]> {
  const servers = await findServers(signal);
  if (servers.length === 0) {
    return [
      {
        about: 'local server',
        state: 'limited',
        what: 'none answers on the usual ports of Ollama, LM Studio, llama.cpp and vLLM',
        remedy: 'None is needed; where you have one, start it, or give its address in CALLED_IT_BASE_URL.',
      },
    ];
  }
  return servers.map(({ name, baseUrl, models }) => ({
    about: 'local server',
    state: 'works',
    what: `${name} at ${baseUrl}, with ${models.slice(0, 5).join(', ') || 'no model'}${models.length > 5 ? ', …' : ''}`,
    remedy: `CALLED_IT_BASE_URL=${baseUrl} CALLED_IT_MODEL=${models[0] ?? 'NAME'}`,
  }));
}

/** The model of the demo: whether it has been fetched already. */
export async function localModelFinding(): Promise<Finding> {
  const model = localModels['qwen-0.5b'];
  const file = join(cacheFolder(), 'models', model.file);
  const facts = await stat(file).catch(() => null);
  const size = `${Math.round(model.bytes / 1_000_000)} MB, ${model.licence}`;
  return facts?.size === model.bytes
    ? { about: 'small model', state: 'works', what: `${model.title} at ${file}`, remedy: '' }
    : {
        about: 'small model',
        state: 'limited',
        what: `${model.title} (${size}) is not fetched yet`,
        remedy: '`called-it demo` fetches it.',
      };
}
